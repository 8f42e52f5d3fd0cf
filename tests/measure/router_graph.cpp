// Hops between the nodes that send, and those between routers.
#include "wafernet/measure/router_graph.hpp"

#include <doctest/doctest.h>

#include "about.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"

using namespace wafernet;

TEST_CASE("hops between the hosts of a fat tree are 2, 4 and 6") {
    // karytree:10,3 has 1,000 hosts: 9 others on the same leaf switch, 90 in the same pod, 900 elsewhere.
    const Distances d = measure_terminal_distances(make_network("karytree:10,3"), {});
    CHECK(d.nodes == 1000);
    CHECK(d.diameter() == 6);
    CHECK(d.average(Pairs::distinct).value() == about((9 * 2 + 90 * 4 + 900 * 6) / 999.0));
    CHECK(d.histogram[2] == 9000);
    CHECK(d.histogram[4] == 90000);
    CHECK(d.histogram[6] == 900000);
}

TEST_CASE("routers of networks with hosts are those of the network inside") {
    // Slim Fly of q = 5 has 50 routers of degree 7 and diameter 2; a dragonfly of groups of 8 routers with 4 global
    // links has 33 groups, 33 * 28 local links and 33 * 32 / 2 global ones, and diameter 3.
    const auto routers = router_graph(make_network("concentrated:3:slimfly:5"));
    REQUIRE(routers.has_value());
    CHECK(routers->nodes() == 50);
    CHECK(routers->links() == 175);
    CHECK(measure_distances(*routers).diameter() == 2);
    const auto groups = router_graph(make_network("concentrated:4:dragonfly:8,4"));
    REQUIRE(groups.has_value());
    CHECK(groups->links() == 33 * 28 + 33 * 16);
    CHECK(measure_distances(*groups).diameter() == 3);
    CHECK(measure_terminal_distances(make_network("concentrated:4:dragonfly:8,4"), {}).diameter() == 5);
    // Every node of a torus is a router; accelerators of a HammingMesh switch and its rails do, too.
    CHECK(router_graph(make_network("torus:4x4"))->links() == 32);
    CHECK_FALSE(router_graph(make_network("hammingmesh:2,2,2,2")).has_value());
}

TEST_CASE("terminals of any network are as far apart as breadth-first searches say") {
    for (const char* word : {"fattree:3", "xgft:2x4,1x2", "butterfly:2,3", "concentrated:2:ring:5", "karytree:3,2"}) {
        CAPTURE(word);
        const Network n = make_network(word);
        const std::vector<Node> ends = terminals_of(n);
        std::vector<std::uint64_t> histogram;
        for (const Node s : ends) {
            std::vector<int> hops(n.graph.nodes(), -1);
            std::vector<Node> queue{s};
            hops[s] = 0;
            for (std::size_t i = 0; i < queue.size(); ++i) {
                for (const Channel c : n.graph.out(queue[i])) {
                    const Node to = n.graph.target(c);
                    if (hops[to] < 0) hops[to] = hops[queue[i]] + 1, queue.push_back(to);
                }
            }
            for (const Node d : ends) {
                REQUIRE(hops[d] >= 0);
                const auto h = static_cast<std::size_t>(hops[d]);
                if (histogram.size() <= h) histogram.resize(h + 1);
                ++histogram[h];
            }
        }
        CHECK(measure_terminal_distances(n, {}).histogram == histogram);
    }
}
