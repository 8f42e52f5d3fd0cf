#include <doctest/doctest.h>

#include <algorithm>

#include "checks.hpp"

using namespace wafernet::test;

TEST_CASE("a file of every form says what made it, and the same command makes the same bytes again" *
          doctest::test_suite("long")) {
    const Folder folder;
    const std::string at = folder.path().string();
    folder.write("my net", "a b\nb c\nc a\n");
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
        if (file.starts_with("curve.") && !gnuplot &&
            (file.ends_with("svg") || file.ends_with("png") || file.ends_with("pdf")))
            continue;
        const Outcome made = program(words, at);
        CAPTURE(made.err);
        REQUIRE(made.code == 0);
        const std::string bytes = contents(folder / file);
        if (!file.ends_with("xlsx"))  // which is compressed
            CHECK(bytes.find("wafernet-provenance") != std::string::npos);
        REQUIRE(program(words, at).code == 0);
        CHECK(contents(folder / file) == bytes);
    }
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
