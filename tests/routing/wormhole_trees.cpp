// Trees of multicasts that wait for each other, against paths that are followed here once more.
#include "wafernet/routing/wormhole_trees.hpp"

#include <doctest/doctest.h>

#include <set>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

// Whether the tree of a source has both channels, and no path of it both.
bool in_two_branches(const Network& network, const Routing& routing, Node source, Channel a, Channel b) {
    std::set<Channel> all;
    for (const Node to : terminals_of(network)) {
        std::set<Channel> path;
        for (const RouteStep& step : route(network.graph, routing, source, to)) path.insert(step.hop.channel);
        if (path.contains(a) && path.contains(b)) return false;
        all.insert(path.begin(), path.end());
    }
    return all.contains(a) && all.contains(b);
}

}  // namespace

TEST_CASE("multicast trees of all nodes wait for each other on lines, meshes and cubes, not on complete graphs") {
    // On a line of 4 the trees of nodes 1 and 2 both go 1 -> 0 and 2 -> 3: that of 1 can have the way to 0 and need
    // 2 -> 3, that of 2 the reverse.
    const Network line = make_network("mesh:4");
    const auto found = multicast_conflict(line, *make_routing("", line));
    REQUIRE(found);
    CHECK(std::set<Node>{found->first, found->second} == std::set<Node>{1, 2});
    CHECK(std::set<Node>{line.graph.target(found->held), line.graph.target(found->needed)} == std::set<Node>{0, 3});
    for (const char* word : {"mesh:4x4", "torus:4x4", "hypercube:3", "star:5", "htn:2,2,2,0", "xgft:2x2,1x2"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto routing = make_routing("", network);
        const auto trees = multicast_conflict(network, *routing);
        REQUIRE(trees);
        CHECK(trees->first != trees->second);
        CHECK(in_two_branches(network, *routing, trees->first, trees->held, trees->needed));
        CHECK(in_two_branches(network, *routing, trees->second, trees->held, trees->needed));
    }
    // Every channel belongs to one tree; two nodes, or three in a line, have one branch or no channel in common.
    for (const char* word : {"complete:6", "mesh:2", "mesh:3"}) {
        const Network network = make_network(word);
        CHECK_FALSE(multicast_conflict(network, *make_routing("", network)));
    }
    const Network shared = make_network("kmway-mesh:4,2,4");
    CHECK_THROWS_AS((void)multicast_conflict(shared, *make_routing("", shared)), InputError);
}
