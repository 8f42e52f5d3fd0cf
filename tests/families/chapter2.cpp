// What the documents print about the networks of chapter 2 and section 6.2.1, counted on the graph.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

struct DistanceSpread {
    std::uint32_t diameter = 0;
    double mean_distinct = 0;
    std::size_t reached = 0;  // from node 0
};

DistanceSpread spread(const Graph& graph, Node sources) {
    DistanceSpread result;
    double sum = 0;
    for (Node s = 0; s < sources; ++s) {
        std::vector<std::uint32_t> distance(graph.nodes(), 0xFFFFFFFFU);
        std::deque<Node> queue{s};
        distance[s] = 0;
        while (!queue.empty()) {
            const Node v = queue.front();
            queue.pop_front();
            sum += distance[v];
            result.diameter = std::max(result.diameter, distance[v]);
            if (s == 0) ++result.reached;
            for (const Channel c : graph.out(v)) {
                const Node w = graph.target(c);
                if (distance[w] != 0xFFFFFFFFU) continue;
                distance[w] = distance[v] + 1;
                queue.push_back(w);
            }
        }
    }
    result.mean_distinct = sum / (static_cast<double>(sources) * (graph.nodes() - 1.0));
    return result;
}

}  // namespace

TEST_CASE("CCC(9) has 4608 nodes, 6912 links as in Table 7.1, and diameter 20 where the table prints 22") {
    const Network n = make_network("ccc:9");
    CHECK(n.word == "ccc:9");
    CHECK(n.graph.nodes() == 4608);
    CHECK(n.graph.links() == 6912);
    // Vertex-transitive: the nine nodes of one cycle are more sources than needed.
    const DistanceSpread s = spread(n.graph, 9);
    CHECK(s.diameter == 20);
    CHECK(s.mean_distinct == about(12.1033).epsilon(5e-6));  // printed 12.75
}

TEST_CASE("cycles of 16 nodes on an 8-cube are 4096 nodes with 5120 links and diameter 24") {
    const Network n = make_network("ccc:8,16");
    CHECK(n.graph.nodes() == 4096);
    CHECK(n.graph.links() == 5120);
    CHECK(spread(n.graph, 16).diameter == 24);
    CHECK(make_network("ccc:5,8").graph.links() == 336);
    CHECK(spread(make_network("ccc:5,8").graph, 8).diameter == 13);
}

TEST_CASE("RDT and SRT of 1024 nodes have the 4096 and 3904 links of Table 4.1") {
    CHECK(make_network("rdt").graph.nodes() == 1024);
    CHECK(make_network("rdt").graph.links() == 4096);
    CHECK(make_network("srt:32x32").graph.nodes() == 1024);
    CHECK(make_network("srt:32x32").graph.links() == 3904);
    CHECK(make_network("srt:32").graph.links() == 61);
}

TEST_CASE("2D mesh and torus of 1024 nodes have the 1984 and 2048 links of Table 4.1") {
    CHECK(make_network("mesh:32x32").graph.links() == 1984);
    CHECK(make_network("torus:32x32").graph.links() == 2048);
}

TEST_CASE("pruned tori are connected and have no parallel links") {
    for (const char* word : {"prunedtorus1:4", "prunedtorus1:6", "prunedtorus2:4", "prunedtorus2:6", "prunedtorus2d:4",
                             "prunedtorus2d:10", "rdt", "srt:32x32"}) {
        CAPTURE(word);
        const Network n = make_network(word);
        CHECK(spread(n.graph, 1).reached == n.graph.nodes());
        for (Node v = 0; v < n.graph.nodes(); ++v) {
            std::vector<Node> next;
            for (const Channel c : n.graph.out(v)) next.push_back(n.graph.target(c));
            std::sort(next.begin(), next.end());
            CHECK(std::adjacent_find(next.begin(), next.end()) == next.end());
        }
    }
}

TEST_CASE("an X-tree of 15 nodes joins the neighbours on every level as in Figure 2.5") {
    const Network n = make_network("xtree:4");
    CHECK(n.graph.links() == 14 + 1 + 3 + 7);
    for (const auto& [a, b] : {std::pair{1U, 2U}, {3U, 4U}, {4U, 5U}, {5U, 6U}, {7U, 8U}, {13U, 14U}})
        CHECK(n.graph.channel_between(a, b) != no_channel);
    CHECK(n.graph.channel_between(2, 3) == no_channel);
}

TEST_CASE("HiC(4,3) has 85 nodes, 210 links and diameter 5") {
    const Network n = make_network("hic:4,3");
    CHECK(n.graph.nodes() == 85);
    CHECK(n.graph.links() == 210);
    CHECK(spread(n.graph, 85).diameter == 5);
}

TEST_CASE("Fibonacci cubes have about a fifth fewer links than a hypercube of as many nodes") {
    for (const auto& [word, ratio] : {std::pair{"fibonacci:6", 0.833}, {"fibonacci:14", 0.811}}) {
        const Network n = make_network(word);
        const double nodes = n.graph.nodes();
        CHECK(n.graph.links() / (nodes / 2 * std::log2(nodes)) == about(ratio).epsilon(0.001));
        CHECK(n.addresses.print(0).find('1') == std::string::npos);
    }
}

TEST_CASE("hierarchical cubic networks have diameters 4, 5, 6, 8 and 9 for n from 2 to 6") {
    const std::uint32_t expected[] = {4, 5, 6, 8, 9};
    for (std::uint32_t n = 2; n <= 6; ++n) {
        const Network net = make_network("hcn:" + std::to_string(n));
        CHECK(spread(net.graph, std::min<Node>(net.graph.nodes(), 1024)).diameter == expected[n - 2]);
    }
}

TEST_CASE("a binary fat tree keeps its bandwidth on every level") {
    const Network n = make_network("fattree:4");
    CHECK(n.terminals.size() == 16);
    std::vector<int> links(6);
    for (Link l = 0; l < n.graph.links(); ++l) ++links[n.graph.label(l).level];
    for (int level = 1; level <= 4; ++level) CHECK(links[static_cast<std::size_t>(level)] == 16);
}

TEST_CASE("parameters that do not fit together are refused") {
    for (const char* word : {"ccc:2",
                             "ccc:9,8",
                             "ccc:5,4",
                             "pyramid:6",
                             "meshoftrees:3",
                             "srt:12",
                             "srt:8x8x8",
                             "rdt:30",
                             "rdt:16",
                             "rdt:7,1",
                             "prunedtorus1:5",
                             "prunedtorus2:3",
                             "prunedtorus2d:7",
                             "hic:65535,31",
                             "hic:1,3",
                             "mesh:1",
                             "torus:1x1",
                             "ring:2",
                             "tree:1",
                             "tree:32",
                             "hypercube:32",
                             "stargraph:11",
                             "fibonacci:33",
                             "hcn:16",
                             "swapped:",
                             "swapped:nothing:4",
                             "swapped:complete:4,4",
                             "swapped:swapped:swapped:swapped:complete:4294967295",
                             "mesh:4294967295x4294967295x4294967295",
                             "complete:4294967295",
                             "array:4294967295"}) {
        CAPTURE(word);
        CHECK_THROWS_AS(make_network(word), InputError);
    }
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "swapped:";
    CHECK_THROWS_AS(make_network(deep + "complete:2"), InputError);
    std::string flat = "mesh:2";
    for (int i = 0; i < 40; ++i) flat += "x1";
    CHECK_THROWS_AS(make_network(flat), InputError);
}

TEST_CASE("a parameter that is no power of two is refused with the powers below and above") {
    for (const char* word : {"pyramid:7", "meshoftrees:5", "srt:6", "srt:8x7"})
        CHECK_THROWS_WITH_AS(make_network(word), doctest::Contains("such as 4 or 8"), InputError);
}
