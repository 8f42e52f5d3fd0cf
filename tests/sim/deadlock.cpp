// A deadlock is proved by its cycle, and only what can deadlock does.
#include "wafernet/routing/deadlock.hpp"

#include <doctest/doctest.h>

#include "helpers.hpp"
#include "sim/random.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

// The channels of the cycle in order: the message that holds one waits for the next.
void check_cycle(const Case& c, const SimulationResult& r) {
    REQUIRE(r.deadlock_cycle.size() >= 2);
    for (std::size_t i = 0; i < r.deadlock_cycle.size(); ++i) {
        const HeldChannel& held = r.deadlock_cycle[i];
        CHECK(held.source != held.destination);
        // The holder's route passes the channel that it holds.
        bool passes = false;
        for (const RouteStep& step : route(c.network.graph, *c.routing, held.source, held.destination))
            passes = passes || step.hop.channel == held.channel;
        CHECK(passes);
    }
}

SimulationChoice choice(const char* preset, const char* routing, const char* rule, Ties ties) {
    SimulationChoice c;
    c.preset = preset;
    c.routing = routing;
    c.vc_rule = rule;
    c.ties = ties;
    return c;
}

}  // namespace

TEST_CASE("a torus without classes deadlocks and the watchdog shows the cycle") {
    for (const Preset& p : presets()) {
        const std::string_view preset = p.name;
        for (const int vcs : {1, 2}) {
            const Case c("torus:8x8", vcs, Ties::positive);
            SimulationOptions o = simulation_preset(preset);
            o.router.vcs = vcs;
            o.load = 0.8;
            o.cycles = 20000;
            const SimulationResult r = c.run(o, any_rule(vcs));
            CAPTURE(preset);
            CAPTURE(vcs);
            CHECK(r.status == RunStatus::deadlock);
            if (r.status == RunStatus::deadlock) check_cycle(c, r);
        }
    }
}

TEST_CASE("what the verdict calls acyclic never deadlocks, and what deadlocks is cyclic, over random rings and grids") {
    int cyclic = 0;
    int acyclic = 0;
    std::uint64_t seed = 1;
    for (const char* word : {"torus:4", "torus:5", "torus:7", "torus:4x4", "torus:5x3", "torus:3x3x3", "mesh:4x4",
                             "mesh:3x3x3", "hypercube:4", "htn:2,3,2,0"}) {
        for (const char* rule_name : {"any", "dateline", "dateline-after", "sticky", "t43"}) {
            const Network network = make_network(word);
            const Ties ties = seed % 2 == 0 ? Ties::positive : Ties::literal;
            const auto routing = network.family->routings.front().make(network, {ties});
            const VcRule rule = make_vc_rule(rule_name, network, std::string(rule_name) == "any" ? 1 : 2);
            const bool safe = deadlock_verdict(network, *routing, rule).acyclic;
            SimulationOptions o = simulation_preset(seed % 3 == 0 ? "thesis" : seed % 3 == 1 ? "ideal" : "booksim-min");
            o.router.vcs = rule.vcs;
            o.load = 0.9;
            o.cycles = 6000;
            o.from_empty = true;
            o.seed = ++seed;
            const SimulationResult r = simulate(network, *routing, rule, *make_traffic("uniform", network), o);
            CAPTURE(word);
            CAPTURE(rule_name);
            if (safe) CHECK(r.status != RunStatus::deadlock);
            (safe ? acyclic : cyclic) += 1;
            if (r.status == RunStatus::deadlock) CHECK_FALSE(safe);
        }
    }
    CHECK(cyclic >= 5);
    CHECK(acyclic >= 20);
}

TEST_CASE("every published rule that an independent simulator saw deadlock does so, and its repair does not" *
          doctest::test_suite("long")) {
    // Networks, rules, outlets, ties and (rounded) offered loads of that study: 2,048 cycles are enough for each of its
    // deadlocks.
    struct Run {
        const char* network;
        const char* routing;
        const char* rule;
        Ties ties;
        double load;
        bool deadlocks;
    };
    constexpr const char* nearest = "dor-nearest";
    constexpr const char* destination = "dor-destination";
    const Run runs[] = {
        // Theorems 4.3 and 4.4, nearest outlets.
        {"htn:4,4,2,1", nearest, "t43", Ties::positive, 0.03, true},
        {"htn:4,4,2,1", nearest, "t44", Ties::positive, 0.03, true},
        {"htn:4,4,2,1", nearest, "nb", Ties::positive, 0.32, false},
        {"htn:4,4,2,1", nearest, "t43", Ties::literal, 0.048, true},
        {"htn:4,4,2,1", nearest, "fixp", Ties::literal, 0.048, false},
        // Theorem 4.2, sub-phase 2.i.3 with phase 1 and with phase 3.
        {"htn:4,4,2,1", nearest, "t42", Ties::positive, 0.03, true},
        {"htn:4,4,2,1", nearest, "t42-13", Ties::positive, 0.03, true},
        {"htn:4,4,2,1", nearest, "t42", Ties::literal, 0.32, false},
        // Theorems 4.5 to 4.7: link selection, channel selection, both.
        {"htn:4,4,2,1", nearest, "t44", Ties::split, 0.03, true},
        {"htn:4,4,2,1", nearest, "t44-cs", Ties::positive, 0.03, true},
        {"htn:4,4,2,1", nearest, "t44-cs", Ties::split, 0.03, true},
        {"htn:4,4,2,1", nearest, "nb", Ties::split, 0.32, false},
        // Outlets on the destination's coordinate.
        {"htn:4,4,2,1", destination, "t43", Ties::literal, 0.06, true},
        {"htn:4,4,2,1", destination, "t44", Ties::literal, 0.032, true},
        {"htn:4,4,2,1", destination, "t44-cs", Ties::split, 0.032, true},
        {"htn:4,4,2,1", destination, "t42", Ties::literal, 0.032, true},
        {"htn:4,4,2,1", destination, "ph3", Ties::literal, 0.16, false},
        {"htn:4,4,2,1", destination, "ph4", Ties::literal, 0.16, false},
        // Theorem 1 of rahman2012, theorems 7.1 and 7.2.
        {"h3dm:4,4,2,0", nearest, "doc-002", Ties::positive, 0.06, true},
        {"h3dm:4,4,2,1", nearest, "doc-002", Ties::literal, 0.06, true},
        {"h3dm:4,4,2,0", nearest, "nh", Ties::positive, 0.06, false},
        {"mh3dt:4,2,2,0", nearest, "t71", Ties::positive, 0.02, true},
        {"mh3dt:4,2,2,2", nearest, "t71", Ties::positive, 0.05, true},
        {"mh3dt:4,2,2,0", nearest, "fixe", Ties::positive, 0.05, false},
        {"ttn:2,2,0", nearest, "t72", Ties::positive, 0.02, true},
        {"ttn:2,2,0", nearest, "t72", Ties::literal, 0.05, true},
        {"ttn:2,2,0", nearest, "seg", Ties::literal, 0.05, false},
    };
    for (const Run& run : runs) {
        const Network network = make_network(run.network);
        SimulationCase c = make_simulation_case(network, choice("thesis", run.routing, run.rule, run.ties));
        c.options.router.vcs = c.rule.vcs;
        c.options.load = run.load;
        c.options.cycles = 2049;  // the watchdog looks every 2,048
        CAPTURE(run.network);
        CAPTURE(run.routing);
        CAPTURE(run.rule);
        CAPTURE(static_cast<int>(run.ties));
        const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
        CHECK((r.status == RunStatus::deadlock) == run.deadlocks);
        CHECK(r.deadlock_cycle.empty() != run.deadlocks);
    }
}

TEST_CASE("twenty random hierarchical instances that the verdict calls acyclic do not deadlock in overload") {
    const std::vector<const char*> words{"htn:2,2,2,0",   "htn:4,2,2,1",  "htn:2,3,2,0", "h3dm:2,3,2,0", "h3dm:4,2,2,0",
                                         "mh3dt:3,2,2,0", "h3dt:3,2,2,0", "ttn:2,2,0",   "tesh:2,2,0"};
    const std::vector<const char*> rules{"t43",  "t44",  "t42",  "nb",  "nh",  "fixlit",
                                         "fixp", "fixm", "fixe", "ph3", "ph4", "seg"};
    const std::vector<const char*> routings{"dor-nearest", "dor-destination"};
    const std::vector<const char*> presets{"thesis", "ideal", "booksim-min"};
    sim::Random random(5);
    const auto draw = [&](const auto& from) { return from[random.below(static_cast<std::uint32_t>(from.size()))]; };
    int acyclic = 0;
    int deadlocks = 0;
    for (int tried = 0; acyclic < 20 && tried < 200; ++tried) {
        const Network network = make_network(draw(words));
        const Ties ties = draw(std::vector<Ties>{Ties::positive, Ties::literal, Ties::split});
        SimulationCase c = make_simulation_case(network, choice(draw(presets), draw(routings), draw(rules), ties));
        c.options.router.vcs = c.rule.vcs + static_cast<int>(random.below(2));
        c.options.router.buffer_flits = 1 + random.below(3);
        c.options.load = 0.1 + 0.8 * random.unit();
        c.options.seed = random.bits();
        c.options.cycles = 4100;
        c.options.warmup = 0;
        c.options.drain = 0;
        const bool safe = deadlock_verdict(network, *c.routing, c.rule).acyclic;
        const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
        CAPTURE(network.word);
        CAPTURE(c.routing_name);
        CAPTURE(c.rule.name);
        CAPTURE(c.options.router.preset);
        if (safe) CHECK(r.status != RunStatus::deadlock);
        (safe ? acyclic : deadlocks) += safe || r.status == RunStatus::deadlock ? 1 : 0;
    }
    CHECK(acyclic == 20);
    CHECK(deadlocks >= 5);  // the loads do reach deadlock where it is possible
}

TEST_CASE("routings with escape channels do not deadlock in overload, whatever the router's buffers hold" *
          doctest::test_suite("long")) {
    // The verdict stands on the extended dependency graph: every buffer holds one message, and a header can wait for
    // its escape channel. Without the one or the other 61 of 144 and 57 of 60 runs like these deadlocked.
    int runs = 0;
    for (const char* word : {"mesh:6x6", "torus:5x5", "hypercube:4", "mesh:3x3x3"}) {
        for (const char* preset : {"booksim-min", "booksim-4stage", "ideal"}) {
            for (const std::uint32_t flits : {1U, 4U}) {
                const Network network = make_network(word);
                SimulationChoice chosen = choice(preset, "duato", "", flits == 1 ? Ties::split : Ties::parity);
                chosen.settings = {{"buffer", flits == 1 ? "2" : "16"},
                                   {"extra-vcs", runs % 2 == 0 ? "spread" : "adaptive"}};
                SimulationCase c = make_simulation_case(network, chosen);
                c.options.router.vcs += runs % 3;
                c.options.router.lengths = {{flits, 1.0}};
                c.options.load = 0.7;
                c.options.from_empty = true;
                c.options.cycles = 6200;
                CAPTURE(word);
                CAPTURE(preset);
                CAPTURE(flits);
                VerdictOptions escapes;
                escapes.escape = escape_by_routing(*c.routing);
                REQUIRE(deadlock_verdict(network, *c.routing, c.rule, escapes).acyclic);
                CHECK(simulate(network, *c.routing, c.rule, *c.traffic, c.options).status != RunStatus::deadlock);
                ++runs;
            }
        }
    }
    CHECK(runs == 24);
}

TEST_CASE("a channel whose message has been delivered is not held by the message that has its number since") {
    // Hot spots deliver and create all the time; a chain of waiting messages then ends at a channel that is free in the
    // next cycle.
    const sim_test::Case c("torus:4x4");
    SimulationOptions o = simulation_preset("thesis");
    o.router.vcs = 2;
    o.router.lengths = {{2, 1.0}};
    o.load = 0.9;
    TrafficOptions with;
    with.hotspot_fraction = 0.5;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        o.seed = seed;
        CHECK(c.run(o, "hotspot", with).status == RunStatus::saturated);
    }
}

TEST_CASE("routings with an escape never deadlock in BookSim2's router, whose buffers hold several messages") {
    // Short messages in deep buffers: a header that had turned to a full buffer could no longer take the escape.
    for (const char* routing : {"duato", "min-adapt"}) {
        for (const char* vcs : {"3", "4"}) {
            CAPTURE(routing);
            CAPTURE(vcs);
            const Network network = make_network("mesh:8x8");
            SimulationChoice choice;
            choice.preset = "booksim-min";
            choice.routing = routing;
            choice.settings = {{"vcs", vcs},       {"buffer", "8"},    {"flits", "4"},
                               {"warmup", "3000"}, {"cycles", "3000"}, {"drain", "0"}};
            SimulationCase c = make_simulation_case(network, choice);
            c.options.load = 0.9;
            CHECK(simulate(network, *c.routing, c.rule, *c.traffic, c.options).status == RunStatus::saturated);
        }
    }
}
