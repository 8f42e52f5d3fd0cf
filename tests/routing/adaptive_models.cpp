// The adaptive routings of glass1992, ch. 2 and sec. 5.4: which shortest paths they permit, counted, and what keeps
// them free of deadlock. That they are is in the list of tests/routing/turn_model.cpp.
#include <doctest/doctest.h>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/turn_model.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

struct Paths {
    Network network;
    ChosenRouting chosen;

    Paths(const char* word, const char* routing)
        : network(make_network(word)), chosen(choose_routing(network, {routing, "", 0, Ties::positive})) {}

    [[nodiscard]] PairPaths between(Node from, Node to) const {
        return count_paths(network, *chosen.routing, chosen.rule, from, to);
    }
    [[nodiscard]] Adaptiveness all() const { return adaptiveness(network, *chosen.routing, chosen.rule, 1, {}); }
};

}  // namespace

TEST_CASE("routings that are fully adaptive permit every shortest path") {
    const std::pair<const char*, const char*> cases[] = {
        {"mesh:5x4", "double-xy"},   {"mesh:4x3x3", "virtual-networks"}, {"hypercube:4", "virtual-networks"},
        {"mesh:5x4", "wraparound"},  {"mesh:3x3x3", "wraparound"},       {"torus:5x5", "wraparound"},
        {"torus:4x5", "wraparound"}, {"torus:3x5x3", "wraparound"},
    };
    for (const auto& [word, routing] : cases) {
        CAPTURE(word);
        CAPTURE(routing);
        CHECK(Paths(word, routing).all().mean_ratio == about(1.0));
    }
}

TEST_CASE("every dimension reversal that is permitted adds shortest paths, none of them is dimension order") {
    // From corner to corner of a mesh of 3x3x3: the orders of two x, two y and two z with up to r descents, in which
    // all that comes after the last permitted one is in order.
    const Paths one("mesh:3x3x3", "reversal-1"), two("mesh:3x3x3", "reversal-2"), three("mesh:3x3x3", "reversal-3");
    const double first = one.between(0, 26).permitted, second = two.between(0, 26).permitted,
                 third = three.between(0, 26).permitted;
    CHECK(first > 1.0);
    CHECK(second > first);
    CHECK(third > second);
    CHECK(third < 90.0);
    CHECK(one.between(0, 26).all == about(90.0));
    // In a plane: x^i y^j x^(2-i) y^(2-j), the second part in order: 1 + 2 * 2 = 5 different words, and with two
    // reversals all 6.
    const Paths plane("mesh:3x3", "reversal-1"), free("mesh:3x3", "reversal-2");
    CHECK(plane.between(0, 8).permitted == about(5.0));
    CHECK(free.between(0, 8).permitted == about(6.0));
}

TEST_CASE("dynamic dimension reversals are free of deadlock, fully adaptive, and stay in dimension order once there") {
    for (const char* word : {"mesh:5x4", "mesh:8x8", "mesh:3x4x3", "hypercube:4"}) {
        const Network network = make_network(word);
        for (const int vcs : {2, 3, 4}) {
            CAPTURE(word);
            CAPTURE(vcs);
            const ChosenRouting chosen = choose_routing(network, {"dynamic-reversal", "", vcs, Ties::positive});
            CHECK(chosen.escape == VcSet{1});
            VerdictOptions how;
            how.escape = escape_by_routing(*chosen.routing);
            CHECK(deadlock_verdict(network, *chosen.routing, chosen.rule, how).acyclic);
        }
        const Paths paths(word, "dynamic-reversal");
        CHECK(paths.all().mean_ratio == about(1.0));
        const Routing& routing = *paths.chosen.routing;
        const Node last = network.graph.nodes() - 1;
        Head head{0, no_channel, routing.start(0, last)};
        int reversals = 0;
        for (std::uint8_t axis = 0; head.node != last;) {
            std::vector<Hop> hops;
            routing.next(head, last, hops);
            if (head.arrived_by != no_channel) CHECK(hops.size() == 1);
            const Hop hop = hops.back();
            CHECK(hop.vcs == VcSet{1});
            reversals += hop.label.axis < axis ? 1 : 0;
            axis = hop.label.axis;
            head = {network.graph.target(hop.channel), hop.channel, hop.state};
        }
        CHECK(reversals == 0);
    }
    for (const char* word : {"torus:4x4", "ring:8", "array:8", "htn:4,4,2,0"})
        CHECK_THROWS_AS((void)find_routing("dynamic-reversal", make_network(word)), InputError);
    const Network mesh = make_network("mesh:4x4");
    CHECK_THROWS_WITH_AS((void)choose_routing(mesh, {"dynamic-reversal", "", 1, Ties::positive}),
                         "routing 'dynamic-reversal' needs 2 virtual channels, there are only 1", InputError);
}

TEST_CASE("unfolded tori are minimal, a first hop over a wrap-around link shortens the paths of negative-first") {
    for (const char* word : {"torus:5x5", "torus:8x8", "torus:5x4x3"}) {
        CAPTURE(word);
        const Adaptiveness plain = Paths(word, "negative-first").all(),
                           wrapped = Paths(word, "negative-first-wrap").all(),
                           unfolded = Paths(word, "negative-first-unfolded").all();
        CHECK(unfolded.minimal_share == about(1.0));
        CHECK(unfolded.mean_hops <= plain.mean_hops);
        CHECK(plain.mean_hops <= wrapped.mean_hops);  // wrap-around links whenever, against on the first hop
        CHECK(unfolded.mean_ratio > 0.5);             // of the shortest paths, sec. 5.1.4
    }
    // A corner to the opposite one: one link goes round, the other axis is crossed.
    const Paths corner("torus:8x8", "negative-first-wrap");
    CHECK(corner.between(0, 63).permitted == about(0.0));
    CHECK(corner.all().mean_hops < Paths("mesh:8x8", "negative-first").all().mean_hops);
}

TEST_CASE("east-west is west-first in the east half, east-first in the west half") {
    // Columns, the second digit, 0 to 3 and 4 to 7 of a mesh of 8 x 8. The shortest paths of three hops along x and two
    // along y are 10, those that cross the middle first go straight to it.
    const Paths paths("mesh:8x8", "east-west");
    const auto permitted = [&](const char* from, const char* to) {
        const auto& addresses = paths.network.addresses;
        return paths.between(addresses.parse(from), addresses.parse(to)).permitted;
    };
    CHECK(permitted("(0,4)", "(2,7)") == about(10.0));  // away from the middle
    CHECK(permitted("(0,7)", "(2,4)") == about(1.0));   // towards it
    CHECK(permitted("(0,3)", "(2,0)") == about(10.0));
    CHECK(permitted("(0,0)", "(2,3)") == about(1.0));
    CHECK(permitted("(0,2)", "(2,5)") == about(3.0));  // two hops straight, then one and two in any order
    CHECK(permitted("(0,5)", "(2,2)") == about(3.0));
    // The mirror image of a path is one.
    for (Node to = 1; to < 8; ++to) {
        const std::string there = "(5," + std::to_string(to) + ")", mirror = "(5," + std::to_string(7 - to) + ")";
        CHECK(permitted("(0,0)", there.c_str()) == about(permitted("(0,7)", mirror.c_str())));
    }
}

TEST_CASE("the modifications of p-cube permit what their phases do") {
    // Three bits to set and two to clear: 5! orders, 3! 2! of them set first, as many clear first; with three phases
    // the two that clear come one after the other with any of the three before and after them.
    const Paths halves("hypercube:5", "p-cube-halves"), phases("hypercube:5", "p-cube-three-phases");
    CHECK(halves.between(3, 28).all == about(120.0));
    CHECK(halves.between(3, 28).permitted == about(12.0));
    CHECK(halves.between(7, 24).permitted == about(12.0));
    CHECK(phases.between(3, 28).permitted == about(3 * 2 * 2 * 4.0));
    CHECK(find_routing("p-cube-halves", make_network("hypercube:8")).least_vcs == 2);
    CHECK_THROWS_AS((void)find_routing("p-cube-three-phases", make_network("mesh:4x4")), InputError);
    // From a node of an even number of bits they are set first, from one of an odd number cleared first.
    const auto first_vcs = [&](Node from, Node to) {
        std::vector<Hop> hops;
        const Routing& routing = *halves.chosen.routing;
        routing.next({from, no_channel, routing.start(from, to)}, to, hops);
        return hops;
    };
    for (const Hop& hop : first_vcs(3, 28)) CHECK(hop.label.direction == 1);
    for (const Hop& hop : first_vcs(7, 24)) CHECK(hop.label.direction == -1);
}

TEST_CASE("the modifications of p-cube load the channels more evenly than p-cube does") {
    const auto spread = [](const char* routing) {
        const Paths p("hypercube:6", routing);
        const ChannelLoad load =
            channel_load(p.network, *p.chosen.routing, p.chosen.rule, *make_traffic("uniform", p.network));
        CHECK(load.mean() == about(32.0 / 63.0));
        return load.largest() / load.mean();
    };
    CHECK(spread("p-cube-halves") < 0.6 * spread("p-cube"));
    CHECK(spread("p-cube-three-phases") < 0.6 * spread("p-cube"));
}

TEST_CASE("what keeps the virtual networks apart is what keeps them from deadlock") {
    // The same shortest paths on virtual channels that nobody chooses.
    for (const char* word : {"mesh:4x4", "torus:4x4"}) {
        const Network network = make_network(word);
        const ChosenRouting free = choose_routing(network, {"minimal-adaptive", "", 6, Ties::positive});
        CHECK_FALSE(deadlock_verdict(network, *free.routing, free.rule).acyclic);
    }
}

TEST_CASE("virtual channels are as many as the models say") {
    CHECK(find_routing("double-xy", make_network("mesh:4x4")).least_vcs == 2);
    CHECK(find_routing("virtual-networks", make_network("mesh:4x4x4")).least_vcs == 4);
    CHECK(find_routing("wraparound", make_network("mesh:4x4x4")).least_vcs == 4);
    CHECK(find_routing("wraparound", make_network("torus:4x4")).least_vcs == 6);     // 2 networks of 3 levels
    CHECK(find_routing("wraparound", make_network("torus:4x4x4")).least_vcs == 16);  // 4 networks of 4 levels
    CHECK(find_routing("negative-first-unfolded", make_network("torus:4x4")).least_vcs == 4);
    CHECK(find_routing("reversal-3", make_network("mesh:4x4")).least_vcs == 4);
    CHECK_THROWS_AS((void)find_routing("wraparound", make_network("torus:2x4")), InputError);
    CHECK_THROWS_AS((void)find_routing("negative-first-wrap", make_network("mesh:4x4")), InputError);
}
