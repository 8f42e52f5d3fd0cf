// Bubble flow control: rings that are never full, by the verdict and in overload.
#include <doctest/doctest.h>

#include "helpers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

SimulationOptions overloaded(int vcs, std::uint32_t flits) {
    SimulationOptions o = simulation_preset("booksim-min");
    o.router.vcs = vcs;
    o.router.lengths = {{flits, 1.0}};
    o.router.buffer_flits = 2 * flits;
    o.load = 0.9;
    o.cycles = 15000;
    o.from_empty = true;
    return o;
}

}  // namespace

TEST_CASE("one virtual channel with bubbles serves every torus, and without them none") {
    for (const char* word : {"ring:7", "torus:4x4", "torus:5x3", "torus:4x4x4"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto routing = network.family->routings.front().make(network, {Ties::positive});
        const VcRule bubble = make_vc_rule("bubble", network, 1), any = make_vc_rule("any", network, 1);
        CHECK(deadlock_verdict(network, *routing, bubble).acyclic);
        CHECK_FALSE(deadlock_verdict(network, *routing, any).acyclic);
        const auto traffic = make_traffic("uniform", network);
        const SimulationResult with = simulate(network, *routing, bubble, *traffic, overloaded(1, 4));
        CHECK(with.status != RunStatus::deadlock);
        CHECK(with.messages > 1000);
        CHECK(simulate(network, *routing, any, *traffic, overloaded(1, 4)).status == RunStatus::deadlock);
    }
}

TEST_CASE("what is acyclic with bubbles never deadlocks; cycles that turn from ring to ring stay") {
    int acyclic = 0, cyclic = 0;
    const std::pair<const char*, const char*> cases[] = {
        {"torus:4x4", "dor"},
        {"torus:4x4", "minimal-adaptive"},
        {"mesh:4x4", "dor"},
        {"hypercube:4", "dor"},
        {"htn:2,3,2,0", "dor-nearest"},
        {"tesh:2,2,0", "dor-nearest"},
        {"ttn:2,2,0", "dor-nearest"},
        {"ccc:3", "minimal"},
    };
    for (const auto& [word, name] : cases) {
        const Network network = make_network(word);
        const auto routing = make_routing(name, network, {Ties::positive});
        for (const int vcs : {1, 2}) {
            CAPTURE(word);
            CAPTURE(name);
            CAPTURE(vcs);
            const VcRule rule = make_vc_rule("bubble", network, vcs);
            const Verdict verdict = deadlock_verdict(network, *routing, rule);
            (verdict.acyclic ? acyclic : cyclic) += 1;
            const SimulationResult r =
                simulate(network, *routing, rule, *make_traffic("uniform", network), overloaded(vcs, 3));
            CHECK((r.status == RunStatus::deadlock) == !verdict.acyclic);
            // The cycle is no ring: somewhere it turns or changes its virtual channel.
            bool turns = verdict.acyclic;
            for (std::size_t i = 0; i < verdict.cycle.size(); ++i) {
                const CycleStep &a = verdict.cycle[i], &b = verdict.cycle[(i + 1) % verdict.cycle.size()];
                const LinkLabel &from = network.graph.label(Graph::link(a.channel)),
                                &to = network.graph.label(Graph::link(b.channel));
                turns = turns || a.vc != b.vc || from.axis != to.axis || from.level != to.level ||
                        network.graph.direction(a.channel) != network.graph.direction(b.channel);
            }
            CHECK(turns);
        }
    }
    CHECK(acyclic >= 6);
    CHECK(cyclic >= 2);
}

TEST_CASE("without load a bubble costs nothing; small buffers and other routers are refused") {
    const Network network = make_network("torus:6x6");
    const auto routing = network.family->routings.front().make(network, {Ties::positive});
    const auto traffic = make_traffic("uniform", network);
    SimulationOptions o = overloaded(1, 4);
    o.load = 0.004;
    o.from_empty = false;
    const VcRule bubble = make_vc_rule("bubble", network, 1);
    const double with = simulate(network, *routing, bubble, *traffic, o).latency->mean,
                 without = simulate(network, *routing, make_vc_rule("any", network, 1), *traffic, o).latency->mean;
    CHECK(with == doctest::Approx(without).epsilon(0.01));
    o.router.buffer_flits = 7;
    CHECK_THROWS_AS(simulate(network, *routing, bubble, *traffic, o), InputError);
    SimulationOptions ideal = simulation_preset("ideal");
    ideal.router.buffer_flits = 64;
    CHECK_THROWS_AS(simulate(network, *routing, bubble, *traffic, ideal), InputError);
}
