// The turn model: counts, deadlock freedom, adaptiveness, one fault. Printed numbers: glass1992.
#include "wafernet/routing/turn_model.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <functional>

#include "about.hpp"
#include "check_routing.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

using namespace wafernet;

namespace {

// S_p of a two-phase algorithm by its formula: a multinomial coefficient a phase. `offset[i]` is destination minus
// source along axis i (glass1992, sec. 5.1.4, 5.2.1, 5.3.1, 5.5.1).
double two_phase_paths(std::span<const int> first, std::span<const int> offset) {
    long double paths = 1.0;  // of a greater range than the result
    for (const bool leading : {true, false}) {
        long total = 0;
        for (std::size_t a = 0; a < offset.size(); ++a) {
            const int direction = static_cast<int>(2 * a) + (offset[a] < 0 ? 1 : 0);
            if (offset[a] == 0 || (std::find(first.begin(), first.end(), direction) != first.end()) != leading)
                continue;
            // The multinomial coefficient as a product of binomial ones, whole at every step.
            for (long i = 1; i <= std::labs(offset[a]); ++i)
                paths = paths * static_cast<long double>(++total) / static_cast<long double>(i);
        }
    }
    return static_cast<double>(paths);
}

}  // namespace

TEST_CASE("12 of 16 ways to leave out two turns prevent deadlock in a plane, 3 of them different") {
    const TurnCount c = count_turn_sets(2);  // sec. 5.1
    CHECK(c.turns == 8);
    CHECK(c.cycles == 2);
    CHECK(c.ways == 16);
    CHECK(c.deadlock_free == 12);
    CHECK(c.unique == 3);
    CHECK(c.fully_adaptive == 0);
}

TEST_CASE("176 of 4096 ways to leave out six turns prevent deadlock in space, 9 of them different") {
    const TurnCount c = count_turn_sets(3);  // sec. 5.2
    CHECK(c.turns == 24);
    CHECK(c.cycles == 6);
    CHECK(c.ways == 4096);
    CHECK(c.deadlock_free == 176);
    CHECK(c.unique == 9);
    CHECK(c.unique_with_reversal == 5);  // independent program
}

TEST_CASE("8 of 256 ways to leave out four turns of a double-y network keep it fully adaptive and deadlock free") {
    for (int partition = 0; partition < 4; ++partition) {  // sec. 6.1
        const TurnCount c = count_double_y(partition);
        CHECK(c.ways == 256);
        CHECK(c.deadlock_free == 40);  // independent program
        CHECK(c.fully_adaptive == 8);
    }
}

TEST_CASE("of the meshes with some channels doubled only those with double y or double x can be fully adaptive") {
    const TurnCount en = count_doubled({2, 1, 2, 1});  // sec. 6.1
    CHECK(en.turns == 18);
    CHECK(en.cycles == 8);
    CHECK(en.deadlock_free > 0);
    CHECK(en.fully_adaptive == 0);
    CHECK(count_doubled({2, 1, 1, 1}).fully_adaptive == 0);
    CHECK(count_doubled({1, 1, 2, 1}).fully_adaptive == 0);
    const TurnCount y = count_doubled({1, 1, 2, 2}), x = count_doubled({2, 2, 1, 1});
    CHECK(y.turns == 16);
    CHECK(y.cycles == 8);
    CHECK(y.fully_adaptive > 0);
    CHECK(x.ways == y.ways);  // the same mesh turned
    CHECK(x.deadlock_free == y.deadlock_free);
    CHECK(x.fully_adaptive == y.fully_adaptive);
    const TurnCount single = count_doubled({});
    CHECK(single.ways == 16);
    CHECK(single.deadlock_free == count_turn_sets(2).deadlock_free);
    CHECK_THROWS_AS((void)count_doubled({3, 1, 1, 1}), InputError);
    CHECK_THROWS_AS((void)count_doubled({1, 0, 1, 1}), InputError);
}

TEST_CASE("the maximally fully adaptive construction has the turns of table 6.1") {
    struct Row {
        int n, vcs, pairs;
        std::uint64_t simple, maximal, possible;
    };
    // Table 6.1; vcs, pairs and simple turns: the formulas of sec. 6.3.
    for (const Row& r : {Row{2, 2, 2, 8, 12, 16}, Row{3, 3, 2, 40, 104, 168}, Row{4, 5, 2, 144, 672, 1200},
                         Row{8, 72, 16, 8960, 585088, 1161216}}) {
        const AdaptiveConstruction made = maximally_adaptive(r.n);
        CAPTURE(r.n);
        CHECK(made.vcs == r.vcs);
        CHECK(made.pairs == r.pairs);
        CHECK(made.simple.count(Turn::ninety) == r.simple);
        CHECK(made.maximal.count(Turn::ninety) == r.maximal);
        CHECK(made.possible == r.possible);
    }
    const AdaptiveConstruction space = maximally_adaptive(3);  // sec. 6.4
    CHECK(space.maximal.count(Turn::zero) == 14);
    CHECK(space.maximal.count(Turn::back) == 22);
    for (int n = 2; n <= 8; ++n) {
        const AdaptiveConstruction made = maximally_adaptive(n);
        CHECK(made.maximal.size() == static_cast<std::size_t>((n + 1) << (n - 1)));
        CHECK(made.simple.count(Turn::ninety) == static_cast<std::uint64_t>((n + 2) * (n - 1))
                                                     << static_cast<unsigned>(n - 1));
    }
    for (int n = 2; n <= 3; ++n) {
        CHECK(deadlock_free(maximally_adaptive(n).maximal, 4));
        CHECK(fully_adaptive(maximally_adaptive(n).maximal));
        CHECK(fully_adaptive(maximally_adaptive(n).simple));
    }
}

TEST_CASE("mad-y cannot be given another turn, and its turns of 0 and 180 degrees are the printed ones") {
    const TurnSet mad = mad_y_turns();
    CHECK(deadlock_free(mad, 5));
    CHECK(mad.count(Turn::ninety) == 12);
    CHECK(mad.count(Turn::zero) == 2);
    CHECK(mad.count(Turn::back) == 5);
    for (std::size_t a = 0; a < mad.size(); ++a) {
        for (std::size_t b = 0; b < mad.size(); ++b) {
            if (mad.allowed[a][b]) continue;
            TurnSet more = mad;
            more.allowed[a][b] = true;
            CHECK_FALSE(deadlock_free(more, 5));
        }
    }
}

TEST_CASE("turn-model routings deliver every pair, are deadlock free and leave out a quarter of the turns") {
    struct Case {
        const char* network;
        const char* routing;
        bool minimal;
    };
    const Case cases[] = {
        {"mesh:4x4", "west-first", true},
        {"mesh:5x7", "west-first", true},
        {"mesh:4x4", "west-first-nonminimal", false},
        {"mesh:5x7", "north-last", true},
        {"mesh:4x4", "north-last-nonminimal", false},
        {"mesh:8x8", "negative-first", true},
        {"mesh:5x5", "negative-first-nonminimal", false},
        {"mesh:3x3x3", "abonf", true},
        {"mesh:3x3x3", "abonf-nonminimal", false},
        {"mesh:3x4x3", "abopl", true},
        {"mesh:3x3x3", "abopl-nonminimal", false},
        {"mesh:3x3x3x3", "negative-first", true},
        {"hypercube:5", "p-cube", true},
        {"hypercube:6", "p-cube", true},
        {"hypercube:5", "p-cube-nonminimal", false},
        {"hypercube:5", "abonf", true},
        {"hypercube:5", "abopl", true},
        {"mesh:4x5", "double-y", true},
        {"mesh:5x4", "mad-y", true},
        {"mesh:3x3x3", "max-adaptive", true},
        {"mesh:4x4", "max-adaptive", true},
        {"torus:3x3", "negative-first", true},
        {"torus:4x4", "negative-first", true},
        {"torus:5x5", "negative-first", false},
        {"torus:8x8", "negative-first", false},
        {"torus:4x4x4", "negative-first", true},
        {"torus:4x4", "negative-first-nonminimal", false},
        {"double-y:4x5", "xy", true},
        {"double-y:4x5", "yx", true},
        {"double-y:4x5", "double-y", true},
        {"double-y:5x4", "mad-y", true},
        {"double-y:4x4", "west-first", true},
        {"mesh:4x4", "negative-first-1", false},
        {"mesh:4x5", "negative-first-3", false},
        {"mesh:5x4", "double-xy", true},
        {"mesh:3x3x3", "virtual-networks", true},
        {"hypercube:4", "virtual-networks", true},
        {"mesh:5x4", "reversal-1", true},
        {"mesh:3x4x3", "reversal-2", true},
        {"hypercube:4", "reversal-3", true},
        {"mesh:5x4", "wraparound", true},
        {"torus:5x4", "wraparound", true},
        {"torus:4x3x3", "wraparound", true},
        {"ring:7", "wraparound", true},
        {"torus:3x3", "negative-first-wrap", false},
        {"torus:5x5", "negative-first-wrap", false},
        {"torus:4x3x5", "negative-first-wrap", false},
        {"torus:5x4", "negative-first-unfolded", true},
        {"torus:4x4x4", "negative-first-unfolded", true},
        {"mesh:6x4", "east-west", true},
        {"mesh:5x6", "east-west", true},
        {"hypercube:5", "p-cube-halves", true},
        {"hypercube:5", "p-cube-three-phases", true},
    };
    for (const Case& c : cases) {
        CAPTURE(c.network);
        CAPTURE(c.routing);
        const Network network = make_network(c.network);
        const ChosenRouting chosen = choose_routing(network, {c.routing, "", 0, Ties::positive});
        CHECK(deadlock_verdict(network, *chosen.routing, chosen.rule).acyclic);
        const RoutingCheck check = check_routing(network, *chosen.routing, chosen.rule);
        CHECK(check.pairs == std::uint64_t{network.graph.nodes()} * (network.graph.nodes() - 1));
        CHECK(check.livelock_free);
        CHECK(check.minimal == c.minimal);
    }
    for (int n = 2; n <= 5; ++n) {  // theorem 5.6
        const TurnSet turns = two_phase_turns(n, first_phase("negative-first", n));
        CHECK(turns.count(Turn::ninety) == static_cast<std::uint64_t>(3 * n * (n - 1)));
        CHECK(deadlock_free(turns, 3));
    }
}

TEST_CASE(
    "in a double-y network dimension order takes either link at every hop along y, and double-y the first towards the "
    "west only") {
    const Network network = make_network("double-y:4x4");
    const auto paths = [&](const char* routing, const char* from, const char* to) {
        const ChosenRouting chosen = choose_routing(network, {routing, "", 0, Ties::positive});
        return count_paths(network, *chosen.routing, chosen.rule, network.addresses.parse(from),
                           network.addresses.parse(to))
            .permitted;
    };
    for (const char* routing : {"xy", "yx"}) CHECK(paths(routing, "(0,3)", "(3,0)") == 8);  // 2^3
    // Six hops, three of them along y, in any order: all by the first links, or by the second.
    CHECK(paths("double-y", "(0,3)", "(3,0)") == 20);
    CHECK(paths("double-y", "(3,0)", "(0,3)") == 20);
    CHECK(paths("double-y", "(0,0)", "(3,0)") == 2);  // by the first links, or by the second
    CHECK(paths("mad-y", "(0,0)", "(3,0)") == 4);     // and from the first to the second once
    const auto hops = [&](const char* from, const char* to) {
        std::vector<Hop> out;
        make_routing("double-y", network)
            ->next({network.addresses.parse(from), no_channel, 0}, network.addresses.parse(to), out);
        return out;
    };
    const Node south = network.addresses.parse("(0,1)"), north = network.addresses.parse("(1,1)");
    const auto first_along_y = [&](const std::vector<Hop>& out) {
        return std::any_of(out.begin(), out.end(),
                           [&](const Hop& hop) { return hop.channel == network.graph.channel_between(south, north); });
    };
    CHECK(first_along_y(hops("(0,1)", "(3,0)")));
    CHECK_FALSE(first_along_y(hops("(0,1)", "(3,3)")));
}

TEST_CASE("a message takes as many detours as it may, each of two hops, and marks them") {
    const Network network = make_network("mesh:6x6");
    std::vector<Hop> out;
    for (const auto& [name, longest] :
         {std::pair{"negative-first", 2}, {"negative-first-1", 4}, {"negative-first-2", 6}, {"negative-first-3", 8}}) {
        CAPTURE(name);
        const auto routing = make_routing(name, network);
        Head at{14, no_channel, 0};
        int hops = 0;
        for (; at.node != 16; ++hops) {
            out.clear();
            routing->next(at, 16, out);
            at = {network.graph.target(out.back().channel), out.back().channel,
                  out.back().state};  // a detour while there is one
        }
        CHECK(hops == longest);
    }
    out.clear();
    make_routing("negative-first-1", network)->next({14, no_channel, 0}, 16, out);
    REQUIRE(out.size() == 3);  // east, and a detour west or south
    CHECK(network.graph.target(out[0].channel) == 15);
    CHECK_FALSE(out[0].detour);
    CHECK(out[1].detour);
    CHECK(out[2].detour);
}

TEST_CASE(
    "negative-first on tori has the mean path lengths and the share of shortest paths of an independent program") {
    struct Case {
        const char* network;
        double mean, share;
    };
    for (const Case& c : {Case{"torus:3x3", 1.5, 1.0}, Case{"torus:4x4", 2.13, 1.0}, Case{"torus:5x5", 2.67, 0.84},
                          Case{"torus:8x8", 4.57, 0.82}, Case{"torus:4x4x4", 3.05, 1.0}}) {
        CAPTURE(c.network);
        const Network network = make_network(c.network);
        const ChosenRouting chosen = choose_routing(network, {"negative-first", "", 0, Ties::positive});
        const Adaptiveness a = adaptiveness(network, *chosen.routing, chosen.rule);
        CHECK(a.mean_hops == about(c.mean).epsilon(0.005 / c.mean));
        CHECK(a.minimal_share == about(c.share).epsilon(0.005 / c.share));
    }
}

TEST_CASE("the formula for S_p counts the paths that the turns leave") {
    struct Case {
        const char* network;
        const char* routing;
        const char* formula;
    };
    for (const Case& c : {Case{"mesh:5x5", "west-first", "west-first"}, Case{"mesh:5x5", "north-last", "north-last"},
                          Case{"mesh:6x6", "negative-first", "negative-first"}, Case{"mesh:4x4x4", "abonf", "abonf"},
                          Case{"mesh:4x4x4", "abopl", "abopl"}, Case{"mesh:4x4x4", "negative-first", "negative-first"},
                          Case{"mesh:3x3x3x3", "abonf", "abonf"}, Case{"hypercube:5", "p-cube", "p-cube"},
                          Case{"hypercube:5", "abopl", "abopl"}}) {
        CAPTURE(c.network);
        CAPTURE(c.routing);
        const Network network = make_network(c.network);
        const ChosenRouting chosen = choose_routing(network, {c.routing, "", 0, Ties::positive});
        const auto axes = static_cast<int>(network.addresses.digits(0).size());
        const std::vector<int> first = first_phase(c.formula, axes), fully{};
        for (Node s = 0; s < network.graph.nodes(); s += 1 + network.graph.nodes() / 20) {
            for (Node d = 0; d < network.graph.nodes(); ++d) {
                const auto from = network.addresses.digits(s), to = network.addresses.digits(d);
                std::vector<int> offset;
                for (std::size_t a = from.size(); a-- > 0;)
                    offset.push_back(static_cast<int>(to[a]) - static_cast<int>(from[a]));
                const PairPaths paths = count_paths(network, *chosen.routing, chosen.rule, s, d);
                REQUIRE(paths.permitted == two_phase_paths(first, offset));
                REQUIRE(paths.all == two_phase_paths(fully, offset));
            }
        }
    }
}

TEST_CASE("the mean degree of adaptiveness of the three algorithms is the same and above the printed bound") {
    struct Case {
        const char* network;
        std::vector<std::string> routings;
        double mean, bound;
    };
    const Case cases[] = {
        {"mesh:4x4", {"west-first", "north-last", "negative-first"}, 0.7926, 0.5},
        {"mesh:4x4x4", {"abonf", "abopl", "negative-first"}, 0.5833, 0.25},
        {"mesh:4x4x4x4", {"abonf"}, 0.4071, 0.125}};  // means: independent program, bounds: sec. 5.1.4, 5.2.1, 5.3.1
    for (const Case& c : cases) {
        const Network network = make_network(c.network);
        for (const std::string& name : c.routings) {
            CAPTURE(name);
            const ChosenRouting chosen = choose_routing(network, {name, "", 0, Ties::positive});
            const Adaptiveness a = adaptiveness(network, *chosen.routing, chosen.rule);
            CHECK(a.mean_ratio == about(c.mean).epsilon(0.0002));
            CHECK(a.mean_ratio > c.bound);
        }
    }
    const Network plane = make_network("mesh:8x8");
    const ChosenRouting west = choose_routing(plane, {"west-first", "", 0, Ties::positive});
    CHECK(adaptiveness(plane, *west.routing, west.rule).single_share == about(0.611).epsilon(0.002));
}

TEST_CASE("fully adaptive routings permit every shortest path") {
    for (const auto& [word, routing] : {std::pair{"mesh:4x4", "double-y"},
                                        {"mesh:4x4", "mad-y"},
                                        {"mesh:3x3x3", "max-adaptive"},
                                        {"mesh:4x4", "duato"}}) {
        CAPTURE(routing);
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, {routing, "", 0, Ties::positive});
        CHECK(adaptiveness(network, *chosen.routing, chosen.rule).mean_ratio == about(1.0));
    }
}

TEST_CASE("shortest paths are counted however long they are, and the count of destinations ends the work where asked") {
    const Network ring = make_network("ring:200000");
    const ChosenRouting dor = choose_routing(ring, {"", "", 0, Ties::positive});
    const PairPaths half = count_paths(ring, *dor.routing, dor.rule, 0, 100000);
    CHECK(half.permitted == 1.0);
    CHECK(half.all == 2.0);
    const Network mesh = make_network("mesh:4x4");
    const ChosenRouting west = choose_routing(mesh, {"west-first", "", 0, Ties::positive});
    std::uint64_t last = 0;
    (void)adaptiveness(mesh, *west.routing, west.rule, 1, [&](std::uint64_t done, std::uint64_t of) {
        CHECK(of == 16);
        return done == ++last;
    });
    CHECK(last == 16);
    CHECK_THROWS_AS(
        (void)adaptiveness(mesh, *west.routing, west.rule, 1, [](std::uint64_t, std::uint64_t) { return false; }),
        ComputationError);
}

TEST_CASE("an escape subfunction proves adaptive routing deadlock free that has cycles") {
    for (const char* word : {"mesh:4x4", "mesh:3x3x3", "torus:4x4", "torus:5x5", "hypercube:4"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, {"duato", "", 0, Ties::positive});
        REQUIRE(chosen.escape != 0);
        CHECK_FALSE(deadlock_verdict(network, *chosen.routing, chosen.rule).acyclic);
        CHECK(deadlock_verdict(network, *chosen.routing, chosen.rule, {1, escape_by_vcs(chosen.escape)}).acyclic);
    }
    // The adaptive lane alone leads everywhere but has cycles of its own.
    const Network network = make_network("mesh:4x4");
    const ChosenRouting chosen = choose_routing(network, {"duato", "", 0, Ties::positive});
    CHECK_FALSE(deadlock_verdict(network, *chosen.routing, chosen.rule, {1, escape_by_vcs(2)}).acyclic);
}

TEST_CASE("the one-fault-tolerant algorithm delivers every good pair round every single fault") {
    struct Case {
        const char* word;
        int literal_cycles;  // faults, none included, for which the literal reading has a cycle: independent program
    };
    for (const auto& [word, expected] :
         {Case{"mesh:4x4", 4}, Case{"mesh:5x5", 11}, Case{"mesh:6x6", 20}, Case{"mesh:7x7", 31}, Case{"mesh:8x8", 44},
          Case{"mesh:4x7", 13}, Case{"mesh:7x4", 13}}) {
        CAPTURE(word);
        const Network whole = make_network(word);
        int literal_cycles = 0;
        for (Node fault = 0; fault <= whole.graph.nodes(); ++fault) {
            CAPTURE(fault);
            Network network = whole;
            for (Node v = 0; v < whole.graph.nodes(); ++v) {
                if (v != fault) network.terminals.push_back(v);
            }
            const VcRule rule = make_vc_rule("any", network);
            for (const OneFaultReading reading : {OneFaultReading::literal, OneFaultReading::clarified}) {
                const auto routing = one_fault_routing(network, fault, reading);
                const RoutingCheck check = check_routing(network, *routing, rule);
                REQUIRE(check.pairs == network.terminals.size() * (network.terminals.size() - 1));
                REQUIRE(check.livelock_free);
                const bool acyclic = deadlock_verdict(network, *routing, rule).acyclic;
                if (reading == OneFaultReading::clarified) REQUIRE(acyclic);
                else literal_cycles += acyclic ? 0 : 1;
            }
        }
        CHECK(literal_cycles == expected);  // 4x7 and 7x4: equal by symmetry
    }
}

TEST_CASE("the choices of p-cube along the path of table 5.1 are the printed ones but for one") {
    const Network network = make_network("hypercube:10");
    const auto minimal = make_routing("p-cube", network), more = make_routing("p-cube-nonminimal", network);
    struct Row {
        const char* node;
        std::size_t choices, extra;
    };
    // Table 5.1 prints no extra choices at 0010010000; Fig. 5.14 gives two there, the last hop being negative.
    const Row rows[] = {{"1011010100", 3, 2}, {"1011010000", 2, 2}, {"0011010000", 1, 2},
                        {"0010010000", 3, 2}, {"0010110000", 2, 0}, {"0010110001", 1, 0}};
    const Node destination = network.addresses.parse("0010111001");
    Head a{0, no_channel, 0}, b{0, no_channel, 0};
    a.node = b.node = network.addresses.parse(rows[0].node);
    a.state = minimal->start(a.node, destination);
    b.state = more->start(a.node, destination);
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        CAPTURE(rows[i].node);
        std::vector<Hop> few, many;
        minimal->next(a, destination, few);
        more->next(b, destination, many);
        CHECK(few.size() == rows[i].choices);
        CHECK(many.size() == rows[i].choices + rows[i].extra);
        const Node next = i + 1 < std::size(rows) ? network.addresses.parse(rows[i + 1].node) : destination;
        for (const Hop& hop : few) {
            if (network.graph.target(hop.channel) == next) a = {next, hop.channel, hop.state};
        }
        for (const Hop& hop : many) {
            if (network.graph.target(hop.channel) == next) b = {next, hop.channel, hop.state};
        }
        REQUIRE(a.node == next);
        REQUIRE(b.node == next);
    }
}

namespace {

// Cube-connected cycles by arithmetic: channels up 0, down 1 and 2, across 3 (a bit is set) and 4 (cleared), as
// place * 5 + kind with place = corner * n + dimension; links that close a cycle lead back.
struct Cycles {
    unsigned n;
    explicit Cycles(unsigned dimensions) : n(dimensions) {}
    [[nodiscard]] unsigned nodes() const { return n << n; }
    // The node that a channel leads to; nodes() where there is none.
    [[nodiscard]] unsigned to(unsigned node, unsigned kind) const {
        const unsigned corner = node / n, at = node % n;
        if (kind >= 3) return ((corner >> at & 1U) == 1U) == (kind == 4) ? (corner ^ 1U << at) * n + at : nodes();
        if (kind == 0) return corner * n + (at + 1 < n ? at + 1 : nodes());
        return at > 0 ? corner * n + at - 1 : nodes();
    }
    // Steps in a direction: one along the line, and the link that closes the cycle.
    void each(unsigned node, unsigned kind, const std::function<void(unsigned)>& use) const {
        const unsigned corner = node / n, at = node % n;
        if (kind == 0 && at == 0) use(corner * n + n - 1);
        if ((kind == 1 || kind == 2) && at == n - 1) use(corner * n);
        if (kind == 0 && at + 1 == n) return;
        const unsigned next = to(node, kind);
        if (next < nodes()) use(next);
    }
};

struct Judged {
    bool acyclic = true, connected = true;
};

// By depth-first search over (node that was reached, kind of the channel); for n = 3 the closing link of a cycle is no
// second link between two nodes.
Judged judge_turns(const Cycles& ccc, const std::array<std::array<bool, 5>, 5>& allowed) {
    Judged judged;
    const unsigned states = ccc.nodes() * 5;
    std::vector<int> colour(states, 0);
    const std::function<void(unsigned)> visit = [&](unsigned state) {
        colour[state] = 1;
        for (unsigned kind = 0; kind < 5; ++kind) {
            if (!allowed[state % 5][kind]) continue;
            ccc.each(state / 5, kind, [&](unsigned next) {
                if (colour[next * 5 + kind] == 1) judged.acyclic = false;
                if (colour[next * 5 + kind] == 0) visit(next * 5 + kind);
            });
        }
        colour[state] = 2;
    };
    for (unsigned source = 0; source < ccc.nodes(); ++source) {
        for (unsigned kind = 0; kind < 5; ++kind) {
            ccc.each(source, kind, [&](unsigned next) {
                if (colour[next * 5 + kind] == 0) visit(next * 5 + kind);
            });
        }
    }
    for (unsigned source = 0; source < ccc.nodes(); ++source) {
        std::vector<bool> met(states, false), reached(ccc.nodes(), false);
        std::vector<unsigned> queue;
        const auto go = [&](unsigned node, unsigned kind) {
            ccc.each(node, kind, [&](unsigned next) {
                if (!met[next * 5 + kind]) queue.push_back(next * 5 + kind);
                met[next * 5 + kind] = reached[next] = true;
            });
        };
        reached[source] = true;
        for (unsigned kind = 0; kind < 5; ++kind) go(source, kind);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (unsigned kind = 0; kind < 5; ++kind) {
                if (allowed[queue[i] % 5][kind]) go(queue[i] / 5, kind);
            }
        }
        judged.connected = judged.connected && std::count(reached.begin(), reached.end(), false) == 0;
    }
    return judged;
}

}  // namespace

TEST_CASE("of cube-connected cycles the turn model leaves nothing with one channel and half of 16 ways with two down") {
    const TurnCount one = count_turns("ccc"), two = count_turns("double-down");
    CHECK(one.turns == 8);
    CHECK(one.cycles == 1);  // all eight turns, so that leaving out any one breaks it
    CHECK(one.ways == 8);
    CHECK(one.deadlock_free == 0);
    CHECK(two.turns == 12);
    CHECK(two.cycles == 6);
    CHECK(two.ways == 16);
    CHECK(two.deadlock_free == 8);
}

TEST_CASE(
    "no set of turns on cube-connected cycles that leaves out fewer than three is deadlock free and leads anywhere") {
    const Cycles ccc(3);
    std::vector<std::pair<unsigned, unsigned>> turns;
    for (unsigned a = 0; a < 5; ++a) {
        for (unsigned b = 0; b < 5; ++b) {
            if ((a < 3) != (b < 3)) turns.emplace_back(a, b);
        }
    }
    REQUIRE(turns.size() == 12);
    std::array<int, 13> good{};  // by how many turns are left out
    for (unsigned set = 0; set < 1U << 12U; ++set) {
        std::array<std::array<bool, 5>, 5> allowed{};
        for (unsigned k = 0; k < 5; ++k) allowed[k][k] = true;
        for (unsigned t = 0; t < 12; ++t) allowed[turns[t].first][turns[t].second] = (set >> t & 1U) == 0;
        const Judged judged = judge_turns(ccc, allowed);
        if (judged.acyclic && judged.connected) ++good[static_cast<std::size_t>(std::popcount(set))];
    }
    for (int few = 0; few < 3; ++few) CHECK(good[static_cast<std::size_t>(few)] == 0);
    CHECK(good[3] > 0);
}

TEST_CASE("double-down leaves out three of twelve turns, takes no other away and routes as far as a search finds") {
    const TurnSet turns = double_down_turns();
    CHECK(turns.count(Turn::ninety) == 9);
    std::array<std::array<bool, 5>, 5> allowed{};
    for (std::size_t a = 0; a < 5; ++a) {
        for (std::size_t b = 0; b < 5; ++b) allowed[a][b] = turns.allowed[a][b];
    }
    for (const unsigned n : {3U, 4U, 5U}) {
        const Judged judged = judge_turns(Cycles(n), allowed);
        CHECK(judged.acyclic);
        CHECK(judged.connected);
    }
    int closing = 0, others = 0;  // turns that may not be added: a cycle forms
    for (std::size_t a = 0; a < 5; ++a) {
        for (std::size_t b = 0; b < 5; ++b) {
            if (allowed[a][b] || (a > 2 && b > 2)) continue;  // straight back across a link
            auto more = allowed;
            more[a][b] = true;
            ++(judge_turns(Cycles(4), more).acyclic ? others : closing);
        }
    }
    CHECK(closing == 6);  // three of ninety degrees, up to down, and from the second channel down to the first and up
    CHECK(others == 0);
    for (const char* word : {"ccc:3", "ccc:4", "ccc:5", "ccc:3,5"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, {"double-down", "", 0, Ties::positive, {}});
        CHECK(chosen.rule.vcs == 2);
        CHECK(deadlock_verdict(network, *chosen.routing, chosen.rule, {}).acyclic);
        const RoutingCheck check = check_routing(network, *chosen.routing, chosen.rule);
        CHECK(check.livelock_free);
        CHECK(check.pairs == std::uint64_t{network.graph.nodes()} * (network.graph.nodes() - 1));
    }
    const Network network = make_network("ccc:4");
    const auto routing = make_routing("double-down", network);
    const Cycles ccc(4);
    for (unsigned source = 0; source < ccc.nodes(); ++source) {
        std::vector<int> hops(ccc.nodes() * 5, -1), least(ccc.nodes(), -1);
        std::vector<unsigned> queue;
        const auto go = [&](unsigned node, unsigned kind, int after) {
            ccc.each(node, kind, [&](unsigned next) {
                if (hops[next * 5 + kind] >= 0) return;
                hops[next * 5 + kind] = after;
                if (least[next] < 0) least[next] = after;
                queue.push_back(next * 5 + kind);
            });
        };
        for (unsigned kind = 0; kind < 5; ++kind) go(source, kind, 1);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (unsigned kind = 0; kind < 5; ++kind) {
                if (allowed[queue[i] % 5][kind]) go(queue[i] / 5, kind, hops[queue[i]] + 1);
            }
        }
        for (unsigned d = 0; d < ccc.nodes(); ++d) {
            if (d != source) CHECK(static_cast<int>(route(network.graph, *routing, source, d).size()) - 1 == least[d]);
        }
    }
}

TEST_CASE("the 12 sets of turns of a plane that cannot deadlock are those that cannot on an express cube") {
    const Network network = make_network("expresscube:6x6,2");
    const VcRule rule = make_vc_rule("any", network, 1);
    int free = 0;
    for (unsigned way = 0; way < 16; ++way) {
        // East 0, west 1, north 2, south 3; one turn left out of the cycle to the left, one of that to the right.
        const std::size_t left[] = {0, 2, 1, 3}, right[] = {0, 3, 1, 2};
        TurnSet plane({{0, 1, 0}, {0, -1, 0}, {1, 1, 0}, {1, -1, 0}});
        TurnSet express({{0, 1, 0}, {0, -1, 0}, {1, 1, 0}, {1, -1, 0}, {2, 1, 0}, {2, -1, 0}, {3, 1, 0}, {3, -1, 0}});
        for (std::size_t i = 0; i < 4; ++i) {
            plane.allowed[left[i]][left[(i + 1) % 4]] = i != way % 4;
            plane.allowed[right[i]][right[(i + 1) % 4]] = i != way / 4;
        }
        // A local and an express channel that lead the same way are one direction.
        for (std::size_t a = 0; a < 8; ++a) {
            for (std::size_t b = 0; b < 8; ++b) express.allowed[a][b] = plane.allowed[a % 4][b % 4];
        }
        bool acyclic = false;
        try {
            acyclic = deadlock_verdict(network, *turn_routing(network, express, any_detours), rule, {}).acyclic;
        } catch (const InputError&) {  // some node cannot be reached
        }
        CHECK(acyclic == deadlock_free(plane, 6));
        free += acyclic ? 1 : 0;
    }
    CHECK(free == 12);
}

TEST_CASE("an express cube routes past blocks by the interchanges, by hand and one by one") {
    const Network row = make_network("expresscube:8,2");  // 0 1 8 2 3 9 4 5 10 6 7, interchanges 8, 9 and 10
    const auto dor = make_routing("", row);
    std::vector<Node> met;
    for (const auto& step : route(row.graph, *dor, 0, 7)) met.push_back(step.node);
    CHECK(met == std::vector<Node>{0, 1, 8, 9, 10, 6, 7});
    CHECK(row.graph.links() == 10 + 2);
    // By coordinates: the hops along an axis are those to an interchange, between interchanges, and from one.
    const Network network = make_network("expresscube:6x9,3");
    const auto routing = make_routing("dor", network);
    const auto along = [](int from, int to) {
        if (from / 3 == to / 3) return std::abs(from - to);
        const int low = std::min(from, to), high = std::max(from, to);
        return (3 - low % 3) + (high / 3 - low / 3 - 1) + (high % 3 + 1);
    };
    for (int s = 0; s < 54; ++s) {
        for (int d = 0; d < 54; ++d) {
            const auto hops = route(network.graph, *routing, static_cast<Node>(s), static_cast<Node>(d)).size() - 1;
            CHECK(static_cast<int>(hops) == along(s % 9, d % 9) + along(s / 9, d / 9));
        }
    }
    for (const char* name : {"dor", "negative-first", "negative-first-nonminimal"}) {
        const ChosenRouting chosen = choose_routing(network, {name, "", 1, Ties::positive, {}});
        CHECK(deadlock_verdict(network, *chosen.routing, chosen.rule, {}).acyclic);
    }
}
