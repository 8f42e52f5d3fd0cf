// A deadlock is proved by its cycle, and only what can deadlock does.
#include <doctest/doctest.h>

#include "helpers.hpp"
#include "wafernet/deadlock.hpp"
#include "wafernet/vc_rules.hpp"

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
        for (const RouteStep& step : route(c.network.graph, *c.routing, held.source, held.destination)) passes = passes || step.hop.channel == held.channel;
        CHECK(passes);
    }
}

}  // namespace

TEST_CASE("a torus without classes deadlocks and the watchdog shows the cycle") {
    for (const std::string_view preset : simulation_presets()) {
        for (const int vcs : {1, 2}) {
            const Case c("torus:8x8", vcs, Ties::positive);
            SimulationOptions o = simulation_preset(preset);
            o.vcs = vcs;
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
    for (const char* word : {"torus:4", "torus:5", "torus:7", "torus:4x4", "torus:5x3", "torus:3x3x3", "mesh:4x4", "mesh:3x3x3", "hypercube:4", "htn:2,3,2,0"}) {
        for (const char* rule_name : {"any", "dateline", "dateline-after", "sticky", "t43"}) {
            const Network network = make_network(word);
            const Ties ties = seed % 2 == 0 ? Ties::positive : Ties::literal;
            const auto routing = network.family->routings.front().make(network, {ties});
            const VcRule rule = make_vc_rule(rule_name, network, std::string(rule_name) == "any" ? 1 : 2);
            const bool safe = deadlock_verdict(network, *routing, rule).acyclic;
            SimulationOptions o = simulation_preset(seed % 3 == 0 ? "thesis" : seed % 3 == 1 ? "ideal" : "booksim-min");
            o.vcs = rule.vcs;
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

TEST_CASE("the rules of the HTN thesis that were seen to deadlock do") {
    // Theorem 4.3 with 2 VCs and 4.4 with 3 on HTN(4,4,2,1): cyclic, and seen to deadlock at the loads of the thesis; the
    // repaired rule with one VC a phase is acyclic and does not.
    const Network network = make_network("htn:4,4,2,1");
    const auto routing = network.family->routings.front().make(network, {Ties::literal});
    const auto traffic = make_traffic("uniform", network);
    for (const char* name : {"t43", "t44", "ph3"}) {
        const VcRule rule = make_vc_rule(name, network);
        SimulationOptions o = simulation_preset("thesis");
        o.vcs = rule.vcs;
        o.load = 0.12;
        o.cycles = 6000;
        CAPTURE(name);
        const SimulationResult r = simulate(network, *routing, rule, *traffic, o);
        CHECK((r.status == RunStatus::deadlock) == (std::string(name) != "ph3"));
    }
}
