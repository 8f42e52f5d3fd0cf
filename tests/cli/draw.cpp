#include <doctest/doctest.h>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

std::string drawn(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "draw");
    const Outcome outcome = program(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
}

}  // namespace

TEST_CASE("draw shows the network, its layout and its stack") {
    const std::string network = drawn({"htn:2,2,2,0"});
    CHECK(network.starts_with("<svg "));
    CHECK(network.find(">(1,1)(1,1,1)</text>") != std::string::npos);
    CHECK(network.find(">level 2: ") != std::string::npos);
    const std::string stack = drawn({"htn:2,2,2,0", "--stack", "--planes", "4"});
    const Folder folder;
    CHECK(program({"stack", "htn:2,2,2,0", "--planes", "4", "--profile", "--out", folder / "tables"}).code == 0);
    const auto gaps = parse_csv(contents(folder / "tables/stack-profile.csv"), ',');
    REQUIRE(gaps.has_value());
    REQUIRE(gaps->size() == 4);  // the header and three gaps
    const auto column = std::find(gaps->front().begin(), gaps->front().end(), "links") - gaps->front().begin();
    REQUIRE(column < static_cast<std::ptrdiff_t>(gaps->front().size()));
    for (std::size_t row = 1; row < gaps->size(); ++row)
        CHECK(stack.find(">" + gaps->at(row)[static_cast<std::size_t>(column)] + " links") != std::string::npos);
    const std::string layout = drawn({"mesh:4x4", "--layout", "--planes", "1"});
    CHECK(layout.find(">plane 1<") != std::string::npos);
    CHECK(layout.find(">24 wires within the planes shown") != std::string::npos);
}

TEST_CASE("draw shows routes, loads, cycles and faults") {
    CHECK(drawn({"torus:4x4", "--route", "(0,0)", "(2,1)"}).find(">route, 3 hops<") != std::string::npos);
    CHECK(drawn({"mesh:4x4", "--load", "--traffic", "transpose"}).find("transpose traffic") != std::string::npos);
    const std::string cycle = drawn({"torus:4x4", "--cycle", "--vc-rule", "any"});
    CHECK(cycle.find("1 vc0") != std::string::npos);
    CHECK(cycle.find("shortest cycle of dependencies") != std::string::npos);
    CHECK(drawn({"torus:4x4", "--cycle"}).find("deadlock free") != std::string::npos);
    CHECK(drawn({"ring:6", "--cycle", "--routing", "ls+cs", "--vcs", "3"}).find("but one of the messages that wait") !=
          std::string::npos);
    CHECK(drawn({"mesh:4x4", "--fault", "(1,1)", "--fault", "(2,3)"}).find("2 faulty nodes") != std::string::npos);
    const std::string whole = drawn({"mesh:4x4"}), failed = drawn({"mesh:4x4", "--faults", "3"});
    CHECK(whole.find("stroke-dasharray") == std::string::npos);
    CHECK(failed.find("stroke-dasharray") != std::string::npos);
    CHECK(failed.find(">(3,3)</text>") != std::string::npos);
    CHECK(drawn({"mesh:4x4", "--layout", "--faults", "1", "--fault-kind", "node"}).find(">faulty node<") !=
          std::string::npos);
}

TEST_CASE("draw writes graphs by format and by ending, and the same bytes to a file") {
    const Folder folder;
    CHECK(drawn({"ring:3", "--format", "dot"}) ==
          "graph {\n  \"0\";\n  \"1\";\n  \"2\";\n  \"0\" -- \"1\";\n  \"1\" -- \"2\";\n  \"2\" -- \"0\";\n}\n");
    for (const char* format : {"dot", "graphml", "anynet", "edges"}) {
        const std::string file = folder / (std::string("net.") + format);
        CHECK(program({"draw", "ring:3", "-o", file}).code == 0);
        CHECK(contents(file) == drawn({"ring:3", "--format", format}));
        CHECK(program({"draw", "ring:3", "-o", file, "--provenance"}).code == 0);
        CHECK(contents(file).find("wafernet-provenance {") != std::string::npos);
        CHECK(csv({"topology", "file:" + file})[1][1] == "3");
    }
    CHECK(program({"draw", "ring:3", "-o", folder / "net.svg"}).code == 0);
    CHECK(contents(folder / "net.svg").starts_with("<svg "));
}

TEST_CASE("draw refuses what it cannot draw") {
    const Folder folder;
    refused({"draw", "torus:256x256", "-o", folder / "x.svg"}, "a picture shows at most 16384 nodes and 65536 links");
    refused({"draw", "ring:3", "-o", folder / "x.gif"}, "need .svg, .dot, .graphml, .anynet or .edges, or --format");
    refused({"draw", "ring:3", "-o", folder / "none/x.svg"}, "cannot write");
    refused({"draw", "ring:3", "--format", "csv"}, "need one of: svg, dot, graphml, anynet, edges");
    refused({"draw", "ring:3", "--layout", "--stack"}, "need one of them");
    refused({"draw", "ring:3", "--format", "dot", "--load"}, "--load with --format dot, need svg");
    refused({"draw", "ring:3", "0", "1"}, "need --route before two nodes");
    refused({"draw", "ring:3", "--route", "0"}, "--route without two nodes");
    refused({"draw", "stargraph:4", "--layout", "--planes", "1", "--tiles", "raster"}, "no tiles but on a curve");
    refused({"draw", "kmway-mesh:3,2", "--layout", "--planes", "1"}, "shared channels lie in tiles of processors");
    CHECK(folder.files() == 0);
}

TEST_CASE("without Graphviz a graph of no family stands round a circle, and a line says so") {
    const Folder folder;
    const std::string file = folder.write("net", "a b\nb c\nc d\n");
    const Outcome bare = shell("PATH=/nowhere $W draw file:" + file);
    CHECK(bare.code == 0);
    CHECK(bare.err.find("Graphviz is not installed") != std::string::npos);
    CHECK(bare.out.find("placed round a circle") != std::string::npos);
    const Outcome asked = shell("PATH=/nowhere $W draw file:" + file + " --engine neato");
    CHECK(asked.code == 2);
    CHECK(asked.err.find("need the package graphviz") != std::string::npos);
    if (shell("command -v neato >/dev/null").code != 0) {
        MESSAGE("skipped: Graphviz is not installed");
        return;
    }
    CHECK(program({"draw", "file:" + file}).out.find("placed by neato of Graphviz") != std::string::npos);
}
