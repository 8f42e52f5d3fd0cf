#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

std::map<std::string, std::string> row(const Records& records, std::size_t i) {
    std::map<std::string, std::string> out;
    for (std::size_t c = 0; c < records[0].size(); ++c) out[records[0][c]] = records[i][c];
    return out;
}

}  // namespace

TEST_CASE("topology and verify have the columns that scripts rely on") {
    const std::vector<std::string> topology{"network",
                                            "nodes",
                                            "links",
                                            "degree_min",
                                            "degree_max",
                                            "diameter_hops",
                                            "avg_distance_hops",
                                            "routed_diameter_hops",
                                            "routed_avg_distance_hops",
                                            "arc_connectivity",
                                            "bisection_links",
                                            "cost"};
    const auto header = csv({"topology", "mesh:4x4"})[0];
    REQUIRE(header.size() > topology.size());
    CHECK(std::equal(topology.begin(), topology.end(), header.begin()));
    const std::vector<std::string> verify{"network", "metric", "source", "claimed", "measured", "verdict"};
    CHECK(std::equal(verify.begin(), verify.end(), csv({"verify", "mesh:4x4"})[0].begin()));
}

TEST_CASE("topology gives the graph and the routed values of rahman2006 Table 7.2 apart") {
    const Records records = csv({"topology", "mh3dt:4,4,2,0", "h3dt:4,4,2,0"});
    auto mh3dt = row(records, 1);
    CHECK(mh3dt["nodes"] == "4096");
    CHECK(mh3dt["links"] == "12480");              // Eq. 7.6
    CHECK(mh3dt["routed_diameter_hops"] == "20");  // as printed
    CHECK(mh3dt["diameter_hops"] == "18");         // breadth-first search by an independent program
    CHECK(mh3dt["arc_connectivity"] == "6");
    CHECK(mh3dt["bisection_links"] == "32");
    auto h3dt = row(records, 2);
    CHECK(h3dt["routed_diameter_hops"] == "25");
    CHECK(h3dt["diameter_hops"] == "24");
    CHECK(h3dt["arc_connectivity"] == "3");
}

TEST_CASE("topology gives averages over distinct pairs or over all pairs, and histograms") {
    // Ring of 5: two nodes at distance 1 and two at distance 2.
    CHECK(row(csv({"topology", "ring:5"}), 1)["avg_distance_hops"] == "1.5");
    CHECK(row(csv({"topology", "ring:5", "--average", "all-pairs"}), 1)["avg_distance_hops"] == "1.2");
    CHECK(row(csv({"topology", "ring:5", "--average", "all-pairs"}), 1)["routed_avg_distance_hops"] == "1.2");
    CHECK(row(csv({"topology", "ring:5", "--average", "all-pairs"}), 1)["average"] == "all-pairs");
    CHECK(row(csv({"topology", "ring:5", "--average", "distinct"}), 1)["avg_distance_hops"] == "1.5");
    const Records histogram = csv({"topology", "ring:5", "--histogram"});
    CHECK(histogram == Records{{"network", "distance_hops", "pairs"},
                               {"ring:5", "0", "5"},
                               {"ring:5", "1", "10"},
                               {"ring:5", "2", "10"}});
}

TEST_CASE("threads and exhaustive search change no byte of topology") {
    const std::vector<std::string> base{"topology", "torus:9x9x9", "htn:4,2,2,0", "mesh:20x20"};
    const std::string one = program(base).out;
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--threads", "3"}, {"--exhaustive"}, {"--threads", "2", "--exhaustive"}}) {
        std::vector<std::string> arguments = base;
        arguments.insert(arguments.end(), more.begin(), more.end());
        CHECK(program(arguments).out == one);
    }
}

TEST_CASE("topology of a graph in pieces says so and gives no distance") {
    const Folder folder;
    const std::string graph = "file+edges:" + folder.write("pieces.txt", "0 1\n2 3\n");
    const Outcome text = program({"topology", graph});
    CHECK(text.code == 0);
    CHECK(text.out.find("not connected: 2 components") != std::string::npos);
    auto cells = row(csv({"topology", graph}), 1);
    CHECK(cells["diameter_hops"].empty());
    CHECK(cells["avg_distance_hops"].empty());
    CHECK(cells["arc_connectivity"] == "0");
    CHECK(cells["components"] == "2");
    // Each of 4 nodes reaches itself and one other.
    CHECK(output({"topology", graph, "--histogram"}) ==
          "network,distance_hops,pairs\r\n" + graph + ",0,4\r\n" + graph + ",1,4\r\n" + graph + ",,8\r\n");
    CHECK(program({"topology", graph, "--histogram"}).out.find("no path joins them") != std::string::npos);
    CHECK(output({"topology", "ring:3", "--histogram"}) ==
          "network,distance_hops,pairs\r\nring:3,0,3\r\nring:3,1,6\r\n");
}

TEST_CASE("verify reaches the verdicts of chapter 2 by itself") {
    const Outcome outcome = program({"verify", "ccc:4", "tree:4", "hypercube:4", "--format", "csv"});
    CHECK(outcome.code == 0);
    std::map<std::string, std::string> verdict;
    const auto records = parse_csv(outcome.out, ',');
    REQUIRE(records);
    for (const auto& r : *records) verdict[r[0] + " " + r[1] + " " + r[3]] = r[5];
    CHECK(verdict["ccc:4 diameter_hops 9"] == "refuted");  // 2n - 1 + floor(n/2)
    CHECK(verdict["ccc:4 diameter_hops 8"] == "reproduced");
    CHECK(verdict["tree:4 diameter_hops 8"] == "refuted");  // 2 ceil(log2 N)
    CHECK(verdict["hypercube:4 bisection_links 8"] == "reproduced");
}

TEST_CASE("the longest routes of an HTN of three levels are those that its family says") {
    CHECK(program({"verify", "htn:4,4,3,0"}).code == 0);
}

TEST_CASE("wrong words for topology are refused with one line") {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"topology"},
                                                      {"topology", "mesh:4x4", "--average", "distnct"},
                                                      {"topology", "mesh:4x4", "--routing", "dro"},
                                                      {"topology", "mesh:4x4", "--ties", "none"},
                                                      {"topology", "mesh:4x4", "--histogram", "--routing", "dor"},
                                                      {"topology", "mesh:4x4", "--histogram", "--ties", "positive"},
                                                      {"topology", "mesh:4x4", "--histogram", "--average", "distinct"},
                                                      {"topology", "mesh:4x4", "--histogram", "--no-bisection"},
                                                      {"verify", "mehs:4x4"}}) {
        const Outcome outcome = program(arguments);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    }
}

TEST_CASE("where a search from every node takes long, the command that starts it is named") {
    const Folder folder;
    std::string ring;
    for (int i = 0; i < 150000; ++i) ring += "a" + std::to_string(i) + " a" + std::to_string((i + 1) % 150000) + "\n";
    const Outcome page = program({"estimate", "file:" + folder.write("ring.net", ring)});
    CHECK(page.code == 0);
    CHECK(
        page.out.find("a search from each of 150000 nodes takes long, 'wafernet topology' with --exhaustive does it") !=
        std::string::npos);
    CHECK(program({"topology", "file:" + folder.write("small.net", "a b\nb c\n"), "--exhaustive"}).code == 0);
}

TEST_CASE("topology gives distances in cycles where links have latencies") {
    const Folder folder;
    const std::string file = "file:" + folder.write("w.txt", "a b 1\nb c 1\na c 9\nc d 4\n");
    refused({"topology", file}, "--columns from,to,latency");
    auto cells = row(csv({"topology", file, "--columns", "from,to,latency"}), 1);
    CHECK(cells["diameter_cycles"] == "6");
    CHECK(cells["avg_distance_cycles"] == "3.1666666666666665");
    CHECK(cells["diameter_hops"] == "2");
    cells = row(csv({"topology", "ring:4", file, "--weights", "latency"}), 1);
    CHECK(cells["diameter_cycles"].empty());
    CHECK(program({"topology", "ring:4"}).out.find("cycles") == std::string::npos);
}
