// Pictures of results, asked for by the ending of the file or by --plot.
#include <doctest/doctest.h>

#include <algorithm>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

bool gnuplot() { return shell("command -v gnuplot").code == 0; }

const std::vector<std::vector<std::string>> drawn_commands{
    {"latency", "mesh:4x4", "ring:8"},
    {"simulate", "ring:4", "--loads", "0.1,0.2", "--cycles", "2000"},
    {"simulate", "ring:4", "--loads", "0.1,0.2", "--histogram"},
    {"validate", "ring:4", "--fractions", "0.3,0.6", "--cycles", "2000"},
    {"yield", "htn:4,4,2,0", "--defects", "0.1:0.5:0.2"},
    {"cost", "mesh:8x8", "torus:8x8", "--planes", "4"},
    {"load", "mesh:4x4"},
    {"topology", "torus:4x4", "--histogram"},
    {"compare", "mesh:4x4", "torus:4x4", "--metric", "links,diameter_h"},
    {"compare", "mesh:4x4", "torus:4x4", "--scatter", "links,diameter_h"},
    {"stack", "mesh:8x8", "--planes", "4", "--profile"}};

}  // namespace

TEST_CASE("every command that draws does so as text, within the terminal") {
    for (const std::vector<std::string>& words : drawn_commands) {
        std::string line = "COLUMNS=70 $W";
        for (const std::string& word : words) line += " '" + word + "'";
        const Outcome o = shell(line + " --plot --quiet");
        CAPTURE(line);
        CHECK(o.err.empty());
        CHECK(o.code <= 1);  // 1: validate misses its target
        CHECK(std::count(o.out.begin(), o.out.end(), '\n') > 2);
        std::size_t length = 0;
        for (const char c : o.out) {
            length = c == '\n' ? 0 : length + ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U ? 0 : 1);
            if (length > 70) break;
        }
        CHECK(length <= 70);
    }
}

TEST_CASE("every command that draws makes an SVG with its networks in words") {
    if (!gnuplot()) {
        MESSAGE("gnuplot is not installed: pictures are not drawn");
        return;
    }
    const Folder folder;
    for (std::vector<std::string> words : drawn_commands) {
        CAPTURE(words.front());
        words.insert(words.end(), {"--quiet", "-o", folder / "x.svg"});
        const Outcome o = program(words);
        CHECK(o.err.empty());
        CHECK(o.out.empty());
        const std::string svg = contents(folder / "x.svg");
        CHECK(svg.find("</svg>") != std::string::npos);
        if (words.front() != "yield" && words.front() != "stack") CHECK(svg.find(words[1]) != std::string::npos);
        std::filesystem::remove(folder / "x.svg");
    }
    CHECK(program({"latency", "ring:8", "-o", folder / "x.PNG"}).code == 0);
    CHECK(contents(folder / "x.PNG").starts_with("\x89PNG"));
    CHECK(shell("$W latency ring:8 --format svg | grep -c '</svg>'").out == "1\n");
    CHECK(folder.files() == 1);
}

TEST_CASE("measured points stand beside the curves of the same columns, under a title of one's own") {
    const Folder folder;
    const std::string measured =
        folder.write("m.csv", "load_flits_per_node_cycle,latency_cycles,by\n0.05,21.5,me\n0.1,23,me\n");
    const std::vector<std::string> words{"latency", "mesh:4x4", "--loads", "0.05,0.1"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), words.begin(), words.end());
        return more;
    };
    const Outcome o = program(with({"--plot", "--points", measured, "--title", "mine against the model"}));
    CHECK(o.code == 0);
    CHECK(o.out.find("mine against the model") != std::string::npos);
    CHECK(o.out.find("measured, ") != std::string::npos);
    CHECK(program(with({"--plot"})).out.find("measured, ") == std::string::npos);
    // What --provenance writes above a table is passed over.
    const std::string own =
        folder.write("own.csv", "# provenance {}\nload_flits_per_node_cycle,latency_cycles\n0.05,21.5\n0.1,23\n");
    CHECK(program(with({"--plot", "--points", own})).out.find("measured, ") != std::string::npos);
    refused(with({"--points", measured}), "--title or --points without a picture, need -o FILE.svg");
    const std::string bad = folder.write("bad.csv", "load_flits_per_node_cycle,latency_cycles\n0.05,21.5\n0.1\n");
    refused(with({"--plot", "--points", bad}), bad + ":3: need as many cells as the line of names has");
    refused(with({"--plot", "--points", folder.write("none.csv", "a,b\n")}),
            "no file with rows below the names of columns");
    refused(with({"--plot", "--points", folder / "absent.csv"}), "absent.csv");
    refused({"route", "mesh:4x4", "0", "3", "--title", "t"}, "unknown option '--title'");
}

TEST_CASE("a picture has the size and the letters that are asked for, and bars what differs") {
    if (!gnuplot()) {
        MESSAGE("gnuplot is not installed: pictures are not drawn");
        return;
    }
    const Folder folder;
    const auto drawn = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"-o", folder / "x.svg", "--quiet"});
        const Outcome o = program(words);
        CAPTURE(o.err);
        CHECK(o.code == 0);
        return contents(folder / "x.svg");
    };
    const std::vector<std::string> curve{"latency", "mesh:4x4", "--loads", "0.05,0.1"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), curve.begin(), curve.end());
        return more;
    };
    CHECK(drawn(with({"--size", "800x500"})).find("width=\"800\" height=\"500\"") != std::string::npos);
    // 127 mm are 5 inches of 96 points, 76.2 mm are 3.
    CHECK(drawn(with({"--size", "127x76.2mm"})).find("width=\"480\" height=\"288\"") != std::string::npos);
    const std::string usual = drawn(curve), large = drawn(with({"--font-size", "20"}));
    CHECK(usual.find("font-size=\"13") != std::string::npos);
    CHECK(usual.find("font-size=\"26") == std::string::npos);
    CHECK(large.find("font-size=\"26") != std::string::npos);
    const std::string bars = drawn({"compare", "mesh:4x4", "torus:4x4", "--metric", "nodes,links"});
    CHECK(bars.find("links") != std::string::npos);
    CHECK(bars.find(">nodes<") == std::string::npos);
    refused(with({"--size", "800x500"}), "--size or --font-size without a file of a picture");
    for (const char* const size : {"800", "8x8", "800x", "1x2x3", "-800x500", "800x5e9"})
        refused(with({"--size", size, "-o", folder / "y.svg"}), "must be WIDTHxHEIGHT");
    for (const char* const size : {"0", "3", "1000"})
        refused(with({"--font-size", size, "-o", folder / "y.svg"}), "need 4 to 48 points");
    refused(with({"--size", "100x100", "--font-size", "40", "-o", folder / "y.svg"}), "no room");
    CHECK(folder.files() == 1);
}

TEST_CASE("what cannot be drawn is one line, and no file") {
    const Folder folder;
    const std::string file = folder / "x.svg";
    refused({"route", "mesh:4x4", "0", "3", "--plot"}, "--plot of 'route', which draws nothing");
    refused({"latency", "mesh:4x4", "--plot", "--format", "csv"}, "--plot with csv");
    refused({"compare", "mesh:4x4", "ring:4", "--scatter", "links,diameter_h"}, "--scatter without a picture");
    refused({"topology", "mesh:4x4", "--plot"}, "need --histogram for a figure");
    refused({"stack", "mesh:4x4", "--planes", "4", "--plot"}, "need --profile or --histogram for a figure");
    refused({"latency", "ring:4", "-o", folder / "x.gif"}, "no format ends in '.gif', need .csv");
    refused({"latency", "ring:4", "-o", folder / "no/x.svg"}, "cannot write");
    CHECK(folder.files() == 0);
    const Outcome o = shell("PATH=/nowhere; $W latency ring:4 -o x.svg", folder.path().string());
    CHECK(o.code == 2);
    CHECK(o.err ==
          "error: pictures are drawn by gnuplot, which is not on the PATH, need Debian's gnuplot-nox; .csv has the "
          "same data, --plot draws with text\n");
    CHECK(folder.files() == 0);
}
