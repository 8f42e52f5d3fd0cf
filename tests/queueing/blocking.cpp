// Blocking: waits for virtual channels, and for messages in front that still wait themselves.
#include "against_simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

TEST_CASE(
    "two sources that meet at one channel delay each other as in the simulator however many virtual channels there "
    "are" *
    doctest::test_suite("long")) {
    // Complement on a line of 4: 0 and 1 share the channel from 1 to 2, as 3 and 2 do the one back. A message of 16
    // flits that leaves a port with a buffer of 6 lets one other in behind it: with 8 virtual channels no more take
    // turns than with 4.
    const Case c("array:4", 8);
    const auto traffic = make_traffic("complement", c.network);
    for (const int vcs : {2, 4, 8}) {
        for (const double load : {0.2, 0.3}) {
            CAPTURE(vcs);
            CAPTURE(load);
            SimulationOptions s = simulation_preset("booksim-min");
            s.router.vcs = vcs;
            s.router.buffer_flits = 6;
            s.load = load;
            s.cycles = 200'000;
            const double delay = simulate(c.network, *c.routing, make_vc_rule("any", c.network, vcs), *traffic, s)
                                     .total_latency.value()
                                     .mean;
            const LatencyModel model(c.network, *c.routing, make_vc_rule("any", c.network, vcs), *traffic,
                                     modelled_router(s));
            const double idle = model.zero_load_latency();
            CHECK((*model.at(load).latency - idle) / (delay - idle) == about(1.0).epsilon(0.25));
        }
    }
}

TEST_CASE("a message waits also for the one before it that still waits in the only virtual channel ahead" *
          doctest::test_suite("long")) {
    // Short ones, whose last flit is out of the way of the next message while they wait: without it these rings carry
    // 20 to 40 % more.
    for (const char* pattern : {"uniform", "bit-reversal", "transpose"}) {
        for (const std::uint32_t flits : {1U, 2U}) {
            CAPTURE(std::string(pattern));
            CAPTURE(flits);
            const Case c("torus:8x8", 2);
            const auto traffic = make_traffic(pattern, c.network);
            LatencyOptions o = preset_named("ideal").router;
            o.router.vcs = 2;
            o.router.lengths = {{flits, 1.0}};
            const double limit = c.model(o, *traffic).saturation().load;
            SimulationOptions s;
            s.router.vcs = 2;
            s.router.lengths = {{flits, 1.0}};
            s.cycles = 20000;
            s.load = 0.88 * limit;
            CHECK(simulate(c.network, *c.routing, c.rule, *traffic, s).status == RunStatus::ok);
            s.load = 1.2 * limit;
            CHECK(simulate(c.network, *c.routing, c.rule, *traffic, s).status == RunStatus::saturated);
        }
    }
}

TEST_CASE(
    "streams that meet one after the other or at their destination wait as long in all as in one queue, at their "
    "sources too" *
    doctest::test_suite("long")) {
    // Three along a line, were what they wait at their sources left out, 7 % too long; three to one node, without a
    // queue there, 10 % too short.
    const auto over_simulated = [](const Case& c, const Traffic& traffic, int vcs) {
        SimulationOptions s = simulation_preset("booksim-min");
        s.router.vcs = static_cast<std::uint32_t>(vcs);
        s.router.buffer_flits = 6;
        s.router.lengths = {{20, 1.0}};
        s.load = 0.26;
        s.cycles = 3'000'000;
        const VcRule rule = make_vc_rule("any", c.network, vcs);
        const LatencyModel model(c.network, *c.routing, rule, traffic, modelled_router(s));
        return *model.at(s.load).latency / simulate(c.network, *c.routing, rule, traffic, s).total_latency.value().mean;
    };
    for (const int vcs : {2, 4}) {
        CAPTURE(vcs);
        CHECK(over_simulated(Case("array:4", vcs), Flows({{0, 3}, {1, 3}, {2, 3}}), vcs) == about(1.0).epsilon(0.1));
        CHECK(over_simulated(Case("mesh:3x3", vcs), Flows({{3, 5}, {4, 5}, {1, 5}}), vcs) == about(1.0).epsilon(0.1));
    }
}

TEST_CASE("messages that fit into a buffer and hold it until they have left also wait for several that wait ahead") {
    // Without that the mesh would seem to carry 18 % more than it does.
    const Case c("mesh:8x8", 2);
    const auto traffic = make_traffic("uniform", c.network);
    SimulationOptions s = simulation_preset("ideal");
    s.router.buffer_flits = 20;
    s.cycles = 20'000;
    const double limit = c.model(modelled_router(s), *traffic).saturation().load;
    s.load = 0.9 * limit;
    CHECK(simulate(c.network, *c.routing, c.rule, *traffic, s).status == RunStatus::ok);
    s.load = 1.07 * limit;
    CHECK(simulate(c.network, *c.routing, c.rule, *traffic, s).status == RunStatus::saturated);
}

TEST_CASE(
    "messages that have waited for a buffer come at once when it is left, and more often find the one before them "
    "ahead") {
    // One virtual channel and buffers that hold a message: were they to come at any time, 15 % of the delay would be
    // missing.
    const Case c("array:4", 1);
    const auto traffic = make_traffic("uniform", c.network);
    for (const std::uint32_t flits : {1U, 8U}) {
        CAPTURE(flits);
        SimulationOptions s = simulation_preset("ideal");
        s.router.vcs = 1;
        s.router.buffer_flits = 2 * flits;
        s.router.lengths = {{flits, 1.0}};
        s.load = flits == 1 ? 0.24 : 0.4;
        s.cycles = 400'000;
        const LatencyModel model = c.model(modelled_router(s), *traffic);
        const double idle = model.zero_load_latency(),
                     delay = simulate(c.network, *c.routing, c.rule, *traffic, s).total_latency.value().mean - idle;
        CHECK((*model.at(s.load).latency - idle) / delay == about(1.0).epsilon(0.15));
    }
}
