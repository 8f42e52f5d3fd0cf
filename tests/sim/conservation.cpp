// Nothing is lost, and nothing depends on anything but the seed.
#include <doctest/doctest.h>

#include "about.hpp"
#include "helpers.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

TEST_CASE("flits are conserved in every cycle and every message arrives once, for every preset and policy") {
    for (const Preset& p : presets()) {
        const std::string_view preset = p.name;
        for (const InputPolicy input : {InputPolicy::fifo, InputPolicy::round_robin, InputPolicy::random,
                                        InputPolicy::no_turn, InputPolicy::global_fifo, InputPolicy::distance_travelled,
                                        InputPolicy::least_adaptive, InputPolicy::distance_least}) {
            const Case c("torus:4x4", 3);
            SimulationOptions o = simulation_preset(preset);
            o.router.input = input;
            o.router.vcs = 3;
            o.router.lengths = {{1, 0.3}, {7, 0.5}, {20, 0.2}};
            o.load = 0.3;
            o.from_empty = false;
            o.warmup = 200;
            o.cycles = 600;
            o.check_every = 1;  // throws where a flit is lost
            const SimulationResult r = c.run(o);
            CAPTURE(preset);
            CHECK(r.status == RunStatus::ok);
            CHECK(r.undelivered == 0);
            CHECK(r.messages > 150);
            CHECK(r.accepted == about(r.offered).epsilon(0.2));
        }
    }
}

TEST_CASE("deep overload, finite queues and several injection channels conserve flits too") {
    for (const Preset& p : presets()) {
        const std::string_view preset = p.name;
        const Case c("mesh:4x4", 2);
        SimulationOptions o = simulation_preset(preset);
        o.load = 0.9;
        o.from_empty = false;
        o.warmup = 100;
        o.cycles = 1000;
        o.check_every = 1;
        o.router.ports.injection_channels = 2;
        const SimulationResult endless = c.run(o);
        CAPTURE(preset);
        CHECK(endless.status == RunStatus::saturated);
        CHECK(endless.accepted < endless.offered);
        CHECK(endless.dropped == 0);
        o.source_queue = 2;
        o.drain = 1000000;
        const SimulationResult bounded = c.run(o);
        CHECK(bounded.status == RunStatus::ok);  // what does not fit is refused, the rest is delivered
        CHECK(bounded.dropped > 0);
        CHECK(bounded.undelivered == 0);
        CHECK(bounded.accepted < bounded.offered);
    }
}

TEST_CASE("the same seed gives the same run and another seed another") {
    const Case c("torus:4x4");
    SimulationOptions o = simulation_preset("ideal");
    o.load = 0.3;
    o.cycles = 2000;
    const SimulationResult a = c.run(o);
    const SimulationResult b = c.run(o);
    CHECK(a.latency->mean == b.latency->mean);
    CHECK(a.utilisation == b.utilisation);
    o.seed = 2;
    CHECK(c.run(o).utilisation != a.utilisation);
}

TEST_CASE("channel utilisation is the load of the routes") {
    // Uniform traffic on a 4 x 4 mesh: the middle channels of a row carry 4 nodes x 2 columns ahead / 15 of the
    // messages of the two nodes behind them: 2 * 8 / 15 of the load.
    const Case c("mesh:4x4");
    SimulationOptions o = simulation_preset("ideal");
    o.load = 0.2;
    o.cycles = 60000;
    const SimulationResult r = c.run(o);
    const Channel middle = c.network.graph.channel_between(1, 2);
    CHECK(r.utilisation[middle] == about(0.2 * 16.0 / 15.0).epsilon(0.04));
    REQUIRE(r.levels.size() == 1);
    CHECK(r.levels[0].channels == 48);
    CHECK(r.levels[0].mean_utilisation == about(r.accepted * 16 * r.mean_hops / 48).epsilon(0.02));
}
