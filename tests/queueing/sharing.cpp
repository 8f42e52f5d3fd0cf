// Serialization: what messages that share a channel take from each other.
#include <array>

#include "against_simulator.hpp"
#include "queueing/vc_server.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::queueing;

TEST_CASE("with little load two streams that share a channel once prolong each other by whole flits") {
    // Node 0 sends to node 7 of its row, node 1 to node 18, two rows down: they share the channel from node 1 to
    // node 2. Over all offsets of two messages of M flits their delays add up to 2 M^2 - 1 cycles (of two that begin in
    // the same cycle one ends a cycle early). A message of the same source comes in another cycle and waits: M (M - 1)
    // / 2 for the later of two.
    const Case c("mesh:8x8");
    for (const Node to : {Node{18}, Node{7}}) {
        const Flows traffic({{0, 7}, {1, to}});
        for (const double flits : {5.0, 16.0}) {
            CAPTURE(to);
            CAPTURE(flits);
            LatencyOptions o = preset_named("booksim-min").router;
            o.router.buffer_flits = 8;
            o.router.lengths = {{static_cast<std::uint32_t>(flits), 1.0}};
            const LatencyModel model = c.model(o, traffic);
            const double load = 1e-4, rate = load / flits;
            const double delay = rate * (flits * (flits - 1.0) / 2.0 + flits * flits - 0.5);
            CHECK((*model.at(load).latency - model.zero_load_latency()) / delay ==
                  about(1.0).epsilon(flits < 16.0 ? 0.0125 : 0.005));
        }
    }
}

TEST_CASE("with little load the delay is that of every two messages that meet once") {
    // Tornado on a ring of 8: a source meets its own messages and those of the two sources before and behind it, all at
    // rate r. On one VC the later of two waits, r H^2 / 2 on average, H = flits + 1; on two VCs of one channel both are
    // slowed, r flits^2. The dateline puts 3 of the 16 pairs of sources on different VCs.
    // A source's own later one has a buffer of two flits meanwhile, which go between those of the one before where
    // these are left, and make both of them late: r flits (2 - 2^2 / (2 flits)) each.
    const Case c("torus:8");
    const auto traffic = make_traffic("tornado", c.network);
    const LatencyModel model = c.model(preset_named("ideal").router, *traffic);
    const double load = 1e-4, rate = load / 16.0, in_turn = 17.0 * 17.0 / 2.0, together = 16.0 * 16.0;
    const double between = 2.0 * 16.0 * (2.0 - 2.0 / 16.0);
    const double delay = (in_turn + between + 4.0 * (13.0 * in_turn + 3.0 * together) / 16.0) * rate;
    CHECK((*model.at(load).latency - model.zero_load_latency()) / delay == about(1.0).epsilon(0.01));
}

TEST_CASE("two messages that take turns at a channel lose a quarter of the cycles that their inputs give to others") {
    // Of 10 cycles 4 are given while nobody else sends here. Of two that take turns a message waits half the time, and
    // one of the given cycles is lost where one waits here and another one there: 1 / 4 of 0.4. One alone waits for
    // nobody.
    std::array<double, most_vcs + 1> mu{};
    service_rates({2, 1.0, 16.0, 16.0, 16.0, 0.0, 0.4}, {}, mu);
    CHECK(mu[1] * 16.0 == about(1.0).epsilon(1e-12));
    CHECK(mu[2] * 16.0 == about(0.9).epsilon(1e-12));
}

TEST_CASE("inputs of a crossbar that feed several channels are as late as in the simulator" *
          doctest::test_suite("long")) {
    // 17 and 10 % too early, were cycles for other channels no loss where nobody else wants this one.
    CHECK(latency_over_simulated("mesh:8x8", {{"vcs", "8"}, {"flits", "16"}, {"buffer", "32"}}, 0.3) ==
          about(1.0).epsilon(0.09));
    CHECK(latency_over_simulated("mesh:8x8", {{"vcs", "16"}, {"flits", "4"}, {"buffer", "8"}}, 0.3) ==
          about(1.0).epsilon(0.05));
}

TEST_CASE("with very many virtual channels long messages share a channel as processor sharing does") {
    // M/G/1-PS: the mean stay is flits / (1 - load), whatever the distribution; the credit loop's last cycle is left
    // out of flits.
    const Case c("mesh:2x2", 64);
    LatencyOptions o = preset_named("ideal").router;
    o.router.vcs = 64;
    o.router.lengths = {{5000, 1.0}};
    const LatencyModel model = c.model(o, Flows({{0, 1}}));
    for (const double load : {0.02, 0.1, 0.3}) {
        CAPTURE(load);
        const LatencyPoint p = model.at(load);
        REQUIRE(p.latency.has_value());
        CHECK(*p.latency - model.zero_load_latency() == about(5000.0 * load / (1.0 - load)).epsilon(0.01));
    }
}

TEST_CASE(
    "messages of one flit that share a port and a channel wait as long as in the queue of whole flits that they are") {
    // Poisson arrivals, a flit a cycle: with virtual channels to spare the wait of M/D/1, whether in the port or in
    // front of it.
    const Case c("mesh:2x2", 8);
    LatencyOptions o = preset_named("ideal").router;
    o.router.vcs = 8;
    o.router.lengths = {{1, 1.0}};
    const LatencyModel model = c.model(o, Flows({{0, 1}}));
    for (const double load : {0.1, 0.3, 0.5}) {
        CAPTURE(load);
        CHECK(*model.at(load).latency - model.zero_load_latency() == about(load / (2.0 * (1.0 - load))).epsilon(0.01));
    }
}

TEST_CASE("messages of one and two flits that share channels are as late as in the simulator") {
    const Case c("mesh:4x4", 4);
    for (const std::uint32_t flits : {1U, 2U}) {
        CAPTURE(flits);
        CHECK(ideal_delay_over_simulated(c, *make_traffic("uniform", c.network), 4, flits, 0.4, 20'000) ==
              about(1.0).epsilon(0.15));
    }
}

TEST_CASE("with many virtual channels hardly any message waits, and the numbers stay finite") {
    const Case c("torus:8x8", 16);
    LatencyOptions o = preset_named("booksim-min").router;
    o.router.vcs = 16;
    o.router.buffer_flits = 8;
    o.router.lengths = {{8, 1.0}};
    const LatencyModel model = c.model(o, *make_traffic("uniform", c.network));
    CHECK(model.saturation().load > 0.5);
    CHECK(*model.at(0.1).latency > model.zero_load_latency());
}
