// The turn model on planes of tiles: hexagonal and octagonal meshes, brickwalls.
#include <doctest/doctest.h>

#include <vector>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

TEST_CASE(
    "negative-first on planes of tiles is free of deadlock, shortest and adaptive; all shortest paths are not free") {
    for (const char* word :
         {"hexmesh:3", "hexmesh:5", "octamesh:3,3", "octamesh:4,7", "brickwall:5,5", "brickwall:4,6"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto verdict = [&](const char* routing) {
            const ChosenRouting chosen = choose_routing(network, {routing, "", 1});
            return deadlock_verdict(network, *chosen.routing, chosen.rule).acyclic;
        };
        CHECK(verdict("negative-first"));
        CHECK(verdict("negative-first-nonminimal"));
        CHECK_FALSE(verdict("minimal-adaptive"));

        const auto routing = make_routing("negative-first", network);
        const Distances shortest = measure_distances(network.graph);
        const RoutedLengths routed = measure_routed(network, *routing);
        CHECK(routed.longest == shortest.diameter());
        CHECK(routed.mean() == about(shortest.average(Pairs::distinct).value()));
        std::size_t choices = 0;
        std::vector<Hop> hops;
        for (Node d = 1; d < network.graph.nodes(); ++d) {
            hops.clear();
            routing->next({0, no_channel, routing->start(0, d)}, d, hops);
            choices += hops.size() > 1 ? 1 : 0;
        }
        CHECK(choices > 0);
    }
    CHECK_THROWS_AS(make_routing("west-first", make_network("hexmesh:3")), InputError);
}
