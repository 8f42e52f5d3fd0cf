// Sources: what enters the network, how fast and in which order.
#include "against_simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

TEST_CASE(
    "a port whose messages enter one after the other is a Geo/D/1 queue where the buffers behind it are never full") {
    const Case c("mesh:2x2", 4);
    LatencyOptions o = preset_named("booksim-min").router;
    o.router.vcs = 4;
    o.router.buffer_flits = 64;
    const LatencyModel model = c.model(o, Flows({{0, 1}}));
    for (const double load : {0.1, 0.5, 0.9})
        CHECK(*model.at(load).source_wait == about(load * 15.0 / (2.0 * (1.0 - load))).epsilon(1e-6));
}

TEST_CASE("a stream on a buffer that is shorter than its credit loop enters the network at the pace of the credits") {
    // 4 flits in 5 cycles: the last of 16 flits follows 18 cycles after the first, so that a message takes 19 cycles;
    // 20 where the next one needs the same virtual channel and its buffer's credits.
    for (const int vcs : {1, 4}) {
        CAPTURE(vcs);
        const Case c("mesh:2x2", vcs);
        LatencyOptions o = preset_named("booksim-min").router;
        o.router.vcs = vcs;
        const LatencyModel model = c.model(o, Flows({{0, 1}}));
        const double cycles = vcs == 1 ? 20.0 : 19.0;
        for (const double load : {0.1, 0.4, 0.7}) {
            const double rate = load / 16.0, wait = rate * cycles * (cycles - 1.0) / (2.0 * (1.0 - rate * cycles));
            CHECK(*model.at(load).source_wait / wait == about(1.0).epsilon(1e-3));
        }
    }
}

TEST_CASE("a source feeds the network as fast as its buffers let it, where headers go on before these are full" *
          doctest::test_suite("long")) {
    // A header takes 2 cycles longer in every router of BookSim2's four stages than the flits behind it. One stream
    // over n channels, of which the simulator sends many messages back to back. Where buffers are full before a header
    // leaves them the next message comes later than the model has it.
    const Case c("array:8", 4);
    for (const char* preset : {"booksim-min", "booksim-4stage"}) {
        for (const std::uint32_t buffer : {2U, 3U, 4U, 5U, 6U, 8U}) {
            for (const std::uint32_t flits : {5U, 16U, 19U}) {
                for (const Node to : {Node{1}, Node{3}, Node{7}}) {
                    CAPTURE(preset);
                    CAPTURE(buffer);
                    CAPTURE(flits);
                    CAPTURE(to);
                    const Flows traffic({{0, to}});
                    SimulationOptions s = simulation_preset(preset);
                    if (s.router.routing_cycles > 0 && buffer < 8) continue;
                    s.router.vcs = 4;
                    s.router.buffer_flits = buffer;
                    s.router.lengths = {{flits, 1.0}};
                    const double turn = cycles_apart(c, traffic, s, {0, 0, to, flits});
                    const LatencyOptions o = modelled_router(s);
                    const LatencyModel model = c.model(o, traffic);
                    // Where two messages meet on a channel they take up to a cycle and a half more or less.
                    const double rate = 0.5 / turn, wait = *model.at(rate * flits).source_wait;
                    const auto queue = [&](double cycles) {
                        return rate * cycles * (cycles - 1.0) / 2.0 / (1.0 - rate * cycles);
                    };
                    CHECK(wait > 0.999 * queue(turn - 1.5));
                    CHECK(wait < 1.001 * queue(turn + 1.0));
                }
            }
        }
    }
}

TEST_CASE("on one virtual channel a header decides when the message in front of it has gone") {
    // In BookSim2's four stages that takes 2 cycles, by which messages follow each other later.
    const Case c("array:2", 1);
    const Flows traffic({{0, 1}});
    for (const std::uint32_t flits : {2U, 5U, 16U}) {
        CAPTURE(flits);
        SimulationOptions s = simulation_preset("booksim-4stage");
        s.router.vcs = 1;
        s.router.buffer_flits = 16;
        s.router.lengths = {{flits, 1.0}};
        const double turn = cycles_apart(c, traffic, s, {0, 0, 1, flits});
        CHECK(turn == about(flits + 2.0).epsilon(1e-12));
        const double rate = 0.3 / flits, queue = rate * turn * (turn - 1.0) / 2.0 / (1.0 - rate * turn);
        CHECK(*c.model(modelled_router(s), traffic).at(0.3).source_wait == about(queue).epsilon(1e-3));
    }
}

TEST_CASE(
    "where a channel has one virtual channel a header decides at its front, however many buffers the source has") {
    // A ring whose channels have one for every class: BookSim2's four stages take two cycles.
    const Case c("torus:8");
    const auto traffic = make_traffic("neighbor", c.network);
    for (const std::uint32_t flits : {1U, 2U, 5U, 16U}) {
        CAPTURE(flits);
        SimulationOptions s = simulation_preset("booksim-4stage");
        s.router.lengths = {{flits, 1.0}};
        const double turn = cycles_apart(c, *traffic, s, {0, 0, 1, flits});
        CHECK(turn == about(flits + 2.0).epsilon(1e-12));
        if (turn * 0.4 > 0.95 * flits) continue;  // a message a turn is no more than it carries
        const double rate = 0.4 / flits, queue = rate * turn * (turn - 1.0) / 2.0 / (1.0 - rate * turn);
        CHECK(*c.model(modelled_router(s), *traffic).at(0.4).source_wait == about(queue).epsilon(1e-3));
    }
}

TEST_CASE("a virtual channel passes a message in no less than its flits and what its header takes at the front") {
    // Single flits and two cycles of a header: a third of a channel each, so that two of them carry two thirds, as in
    // BookSim2.
    const Case c("array:4", 2);
    const Flows traffic({{0, 3}});
    for (const std::uint32_t buffer : {4U, 8U}) {
        CAPTURE(buffer);
        SimulationOptions s = simulation_preset("booksim-4stage");
        s.router.buffer_flits = buffer;
        s.router.lengths = {{1, 1.0}};
        const LatencyModel model = c.model(modelled_router(s), traffic);
        CHECK(model.saturation().vc_bound == about(2.0 / 3.0).epsilon(1e-12));
        s.load = 0.3;
        const double simulated = simulate(c.network, *c.routing, c.rule, traffic, s).total_latency.value().mean;
        CHECK(*model.at(s.load).latency == about(simulated).epsilon(0.05));
        CHECK(model.at(0.7).status == PointStatus::saturated);
    }
}

TEST_CASE(
    "messages of a source that go other ways enter without waiting for the last one's flits on its first channel") {
    // 20 and 7 % too much, did all go the same way.
    CHECK(latency_over_simulated("mesh:4x4", {{"vcs", "8"}, {"flits", "3"}, {"buffer", "2"}}, 0.42) ==
          about(1.0).epsilon(0.05));
    CHECK(latency_over_simulated("mesh:4x4", {{"vcs", "3"}, {"flits", "4"}, {"buffer", "3"}}, 0.42) ==
          about(1.0).epsilon(0.06));
}

TEST_CASE(
    "a source with one buffer sends no more messages than their headers decide one after the other, whatever ways they "
    "go") {
    // Single flits and two cycles for each header: a third of the channel. Without that half as much again.
    for (const std::uint32_t buffer : {4U, 8U}) {
        const Case c("hypercube:4", 1);
        const auto traffic = make_traffic("uniform", c.network, {.include_self = true});
        SimulationOptions s = simulation_preset("booksim-4stage");
        s.router.vcs = 1;
        s.router.buffer_flits = buffer;
        s.router.lengths = {{1, 1.0}};
        s.cycles = 20'000;
        const LatencyModel model = c.model(modelled_router(s), *traffic);
        const double limit = model.saturation().load;
        s.load = 0.92 * limit;
        CHECK(simulate(c.network, *c.routing, c.rule, *traffic, s).status == RunStatus::ok);
        double before = 0.0;
        for (int part = 1; part < 20; ++part) {
            const LatencyPoint p = model.at(part * limit / 20.0);
            REQUIRE(p.latency);
            CHECK(*p.latency > before);
            before = *p.latency;
        }
    }
}

TEST_CASE(
    "short messages of one source fill the channel with two virtual channels, though each is held until the tail has "
    "passed the router") {
    const Case c("array:2", 2);
    for (const std::uint32_t flits : {1U, 2U, 4U}) {
        for (const double load : {0.6, 0.8}) {
            CAPTURE(flits);
            CAPTURE(load);
            CHECK(ideal_delay_over_simulated(c, Flows({{0, 1}}), 2, flits, load, 400'000) == about(1.0).epsilon(0.25));
        }
    }
}

TEST_CASE(
    "flits of messages that wait in buffers of a source go between those of the message before, and make both late" *
    doctest::test_suite("long")) {
    const Case c("ring:8", 4);  // a source has four virtual channels, and feeds two
    for (const double load : {0.3, 0.6}) {
        CAPTURE(load);
        CHECK(ideal_delay_over_simulated(c, *make_traffic("neighbor", c.network), 4, 32, load, 200'000, 24) ==
              about(1.0).epsilon(0.04));  // else 0.67 to 0.78
    }
    // Of two virtual channels it feeds one: else 0.66 to 0.82.
    for (const std::uint32_t buffer : {2U, 4U, 20U}) {
        for (const double load : {0.2, 0.5}) {
            CAPTURE(buffer);
            CAPTURE(load);
            CHECK(ideal_delay_over_simulated(Case("ring:8", 2), *make_traffic("neighbor", c.network), 2, 16, load,
                                             400'000, buffer) == about(1.0).epsilon(buffer < 16 ? 0.04 : 0.12));
        }
    }
}
