#include <doctest/doctest.h>

#include <algorithm>

#include "checks.hpp"

using namespace wafernet::test;

TEST_CASE("a file of every form says what made it and is made again, the same to the last byte") {
    const Folder folder;
    const std::string at = folder.path().string();
    folder.write("my net", "a b\nb c\nc a\n");
    const bool unzip = shell("command -v unzip >/dev/null").code == 0;
    const bool gnuplot = shell("command -v gnuplot >/dev/null").code == 0;
    if (!gnuplot) MESSAGE("without pictures: gnuplot is not installed");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"latency", "mesh:3x3", "--loads", "0.1,0.2", "-o", "curve.csv", "--provenance"},
             {"latency", "mesh:3x3", "--loads", "0.1,0.2", "-o", "curve.json", "--provenance"},
             {"--provenance", "topology", "file:my net", "-o", "net.md"},
             {"topology", "file:my net", "-o", "net.txt", "--provenance"},
             {"latency", "mesh:3x3", "--loads", "0.1,0.2", "-o", "curve.xlsx"},
             {"latency", "mesh:3x3", "--loads", "0.1,0.2", "-o", "curve.html"},
             {"draw", "file:my net", "--engine", "circle", "-o", "net.svg"},
             {"draw", "torus:3x3", "-o", "net.dot", "--provenance"},
             {"latency", "mesh:3x3", "--loads", "0.1,0.2", "-o", "curve.tex", "--provenance"},
             {"latency", "mesh:3x3", "--loads", "0.1,0.2", "-o", "curve.svg"},
             {"latency", "file:my net", "--loads", "0.1,0.2", "-o", "curve.png"},
             {"latency", "file:my net", "--loads", "0.1,0.2", "-o", "curve.pdf"},
             {"draw", "torus:3x3", "-o", "net.graphml", "--provenance"},
             {"estimate", "mesh:3x3", "--planes", "3", "-o", "page.html"}}) {
        const std::string& file = *(std::find(words.begin(), words.end(), "-o") + 1);
        CAPTURE(file);
        if (file.ends_with("xlsx") && !unzip) continue;
        if (file.starts_with("curve.") && !gnuplot &&
            (file.ends_with("svg") || file.ends_with("png") || file.ends_with("pdf")))
            continue;
        const Outcome made = program(words, at);
        CAPTURE(made.err);
        REQUIRE(made.code == 0);
        const Outcome again = program({"rerun", file, "--format", "csv"}, at);
        CAPTURE(again.out);
        CAPTURE(again.err);
        CHECK(again.code == 0);
        CHECK(again.out.find("the same") != std::string::npos);
        CHECK(again.out.find("wafernet " + (words[0] == "--provenance" ? words[1] : words[0])) != std::string::npos);
    }
}

TEST_CASE("a file that was changed differs, and the first difference is named") {
    const Folder folder;
    const std::string file = folder / "net.csv";
    REQUIRE(program({"topology", "ring:5", "--provenance", "-o", file}).code == 0);
    std::string text = contents(file);
    CHECK(text.starts_with("# wafernet-provenance {\"version\": "));
    const std::size_t row = text.find("ring:5,5");
    REQUIRE(row != std::string::npos);
    text[row + 7] = '6';
    folder.write("net.csv", text);
    const Outcome again = program({"rerun", file, "--keep", folder / "now.csv", "--format", "csv"});
    CHECK(again.code == 1);
    CHECK(again.out.find("differs,") != std::string::npos);
    CHECK(again.out.find("line 3: 'ring:5,5") != std::string::npos);
    CHECK(contents(folder / "now.csv").find("ring:5,5") != std::string::npos);
    CHECK(contents(file) == text);  // it stays as it was
}

TEST_CASE("provenance stands in the first line of CSV, and without it nothing changes") {
    const std::string plain = output({"topology", "ring:5"});
    const std::string with = output({"topology", "ring:5", "--provenance", "--seed", "7"});
    const std::size_t end = with.find("\r\n");
    CHECK(with.substr(end + 2) == plain);
    CHECK(with.substr(0, end).find("\"seed\": 7") != std::string::npos);
    CHECK(with.substr(0, end).find("\"command\": [\"topology\", \"ring:5\"") != std::string::npos);
    const Outcome json = program({"topology", "ring:5", "--format", "json", "--provenance"});
    CHECK(json.out.starts_with("{\"wafernet-provenance\": {"));
    CHECK(json.out.find("\"result\": [") != std::string::npos);
    CHECK(json.out.ends_with("]\n}\n"));
}

TEST_CASE("what cannot be made again is refused") {
    const Folder folder;
    refused({"rerun", folder.write("plain.csv", "a,b\r\n1,2\r\n")}, "found nothing that says what made it");
    refused({"rerun", folder / "none"}, "cannot read");
    refused({"rerun", folder.write("half.csv", "# wafernet-provenance {\"version\": \"1\"")}, "found nothing");
    const std::string version = program({"--version"}).out.substr(9);
    const auto made_by = [&](const std::string& name, const std::string& command) {
        return folder.write(name, "# wafernet-provenance {\"version\": \"" + version.substr(0, version.find('\n')) +
                                      "\", \"command\": [" + command + "]}");
    };
    refused({"rerun", made_by("evil.csv", R"("stack", "ring:4", "--planes", "2", "--out", "x")")}, "writes a folder");
    refused({"rerun", made_by("loop.csv", R"("rerun", "loop.csv")")}, "made by 'rerun' itself");
    refused({"latency", "ring:4", "--format", "xlsx"}, "need -o FILE.xlsx");
}
