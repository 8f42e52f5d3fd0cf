// Channels that several nodes drive.
#include "against_simulator.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

TEST_CASE("without load every pair of a network of shared channels takes what it takes in the simulator") {
    for (const char* word : {"kmway-mesh:3,2", "kmway-torus:4,2", "kmway-mesh:2,3,2", "kmway-mesh:3,2,0,1"}) {
        const Case c(word, 4);
        SimulationOptions s = simulation_preset("kmway");
        const LatencyOptions o = modelled_router(s);
        for (const Node from : c.network.terminals) {
            for (const Node to : c.network.terminals) {
                if (from == to) continue;
                std::vector<Channel> path;
                for (const RouteStep& step : route(c.network.graph, *c.routing, from, to)) {
                    if (step.hop.channel != no_channel) path.push_back(step.hop.channel);
                }
                s.trace = {{0, from, to, 5}};
                s.warmup = 0;
                const SimulationResult r =
                    simulate(c.network, *c.routing, c.rule, *make_traffic("uniform", c.network), s);
                CAPTURE(word);
                CAPTURE(from);
                CAPTURE(to);
                REQUIRE(r.total_latency.has_value());
                CHECK(static_cast<double>(lone_message_latency(o, path, 5)) == r.total_latency->mean);
            }
        }
        const auto uniform = make_traffic("uniform", c.network);
        s.trace.clear();
        CHECK(c.model(o, *uniform).zero_load_latency() ==
              about(mean_zero_load_latency(c.network, *c.routing, *uniform, s)).epsilon(1e-12));
    }
}

TEST_CASE("a shared channel with many drivers and nothing behind it is processor sharing") {
    // 24 processors on two channels, each sends to those on its own channel only. A message of M flits meets the others
    // of all but its own processor: M rho' / (1 - rho') cycles more under processor sharing, where two in a queue would
    // make it half of that.
    const Case c("kmway-mesh:2,1,12", 4);
    const OwnChannel traffic(12);
    SimulationOptions s = simulation_preset("kmway");
    const LatencyModel model = c.model(modelled_router(s), traffic);
    CHECK(model.channel_bound() == about(1.0 / 12));
    CHECK(model.zero_load_latency() == about(6.0));
    for (const double rho : {0.05, 0.1, 0.2, 0.4}) {
        const double met = rho * 11 / 12, sharing = 5.0 * met / (1.0 - met);
        const LatencyPoint p = model.at(rho / 12);
        REQUIRE(p.latency.has_value());
        CAPTURE(rho);
        CHECK(*p.latency - *p.source_wait - 6.0 == about(sharing).epsilon(0.06 + 0.2 * rho));
        s.load = rho / 12;
        s.cycles = 40000;
        const SimulationResult r = simulate(c.network, *c.routing, c.rule, traffic, s);
        CHECK(*p.latency == about(r.total_latency->mean).epsilon(0.03));
    }
}

TEST_CASE("messages of processors on a shared channel have not met before they come to it" *
          doctest::test_suite("long")) {
    // Their links to the channel are their own, in both directions.
    for (const Node on_each : {2U, 3U, 6U}) {
        const Case c("kmway-mesh:2,1," + std::to_string(on_each), 4);
        const OwnChannel traffic(on_each);
        SimulationOptions s = simulation_preset("kmway");
        s.cycles = 200000;
        for (const std::uint32_t flits :
             {1U, 5U, 12U}) {  // of one flit those wait that come at once, where processor sharing has twice as long
            s.router.lengths = {{flits, 1.0}};
            const LatencyModel model = c.model(modelled_router(s), traffic);
            for (const double rho : {0.15, 0.3}) {
                s.load = rho / on_each;
                CAPTURE(on_each);
                CAPTURE(flits);
                CAPTURE(rho);
                CHECK(*model.at(s.load).latency ==
                      about(simulate(c.network, *c.routing, c.rule, traffic, s).total_latency->mean).epsilon(0.025));
            }
        }
    }
}

TEST_CASE("messages that are kept on a shared channel meet those that come after them from the channel before" *
          doctest::test_suite("long")) {
    // Buffers for whole messages, enough of them: nobody waits for any, and what is lost at one channel is not felt at
    // the one before.
    const Case c("kmway-mesh:3,2", 12);
    const auto uniform = make_traffic("uniform", c.network);
    SimulationOptions s = simulation_preset("kmway");
    s.router.vcs = 12;
    s.router.buffer_flits = 40;
    s.cycles = 200000;
    for (const std::uint32_t flits : {5U, 12U}) {
        s.router.lengths = {{flits, 1.0}};
        const LatencyModel model = c.model(modelled_router(s), *uniform);
        for (const double load : {0.12, 0.16}) {
            s.load = load;
            CAPTURE(flits);
            CAPTURE(load);
            CHECK(*model.at(load).latency ==
                  about(simulate(c.network, *c.routing, c.rule, *uniform, s).total_latency->mean).epsilon(0.025));
        }
    }
}

TEST_CASE("short buffers do not spare messages what they lose on several shared channels" *
          doctest::test_suite("long")) {
    // Held back by one channel a message still has the other's cycles to wait for.
    const auto delay_over_simulated = [](const char* word, std::uint32_t flits, double load) {
        const Case c(word, 4);
        const auto uniform = make_traffic("uniform", c.network);
        SimulationOptions s = simulation_preset("kmway");
        s.cycles = 200000;
        s.router.lengths = {{flits, 1.0}};
        s.load = load;
        const LatencyModel model = c.model(modelled_router(s), *uniform);
        const double simulated = simulate(c.network, *c.routing, c.rule, *uniform, s).total_latency->mean;
        return (*model.at(load).latency - model.zero_load_latency()) / (simulated - model.zero_load_latency());
    };
    CHECK(delay_over_simulated("kmway-mesh:3,2", 5, 0.16) == about(1.0).epsilon(0.04));
    CHECK(delay_over_simulated("kmway-mesh:3,2", 12, 0.1) == about(1.0).epsilon(0.07));
    CHECK(delay_over_simulated("kmway-torus:5,2", 5, 0.12) == about(1.0).epsilon(0.04));
}

TEST_CASE("a shared channel bounds the load as the busiest of the routed loads says") {
    for (const char* word : {"kmway-mesh:4,2", "kmway-torus:4,2", "kmway-mesh:2,4"}) {
        const Case c(word, 4);
        const auto uniform = make_traffic("uniform", c.network);
        const LatencyModel model = c.model(preset_named("kmway").router, *uniform);
        const SharedChannelLoad load =
            shared_channel_load(c.network, channel_load(c.network, *c.routing, c.rule, *uniform));
        CAPTURE(word);
        CHECK(model.channel_bound() == about(load.ejection_bound()).epsilon(1e-9));
        CHECK(model.saturation().load <= model.channel_bound());
        CHECK(model.saturation().bottleneck_place.starts_with("shared channel"));
    }
    const Case c("kmway-mesh:3,2", 4);
    LatencyOptions o = preset_named("kmway").router;
    o.method = LatencyMethod::classical;
    CHECK_THROWS_AS(static_cast<void>(c.model(o, *make_traffic("uniform", c.network))), InputError);
    o = preset_named("kmway").router;
    o.form = FlowForm::flows;
    CHECK_THROWS_AS(static_cast<void>(c.model(o, *make_traffic("uniform", c.network))), InputError);
}

TEST_CASE("messages that prefer free buffers keep off the crowded middle of a mesh of shared channels") {
    const Network network = make_network("kmway-mesh:4,3");
    const auto uniform = make_traffic("uniform", network);
    const auto routing = make_routing("adaptive", network, {});
    LatencyOptions o = preset_named("kmway").router;
    CHECK(o.choice == WayChoice::most_free);
    const LatencyModel free(network, *routing, make_vc_rule("any", network, 2), *uniform, o);
    o.choice = WayChoice::preferred;
    const LatencyModel even(network, *routing, make_vc_rule("any", network, 2), *uniform, o);
    CHECK(free.channel_bound() > 1.1 * even.channel_bound());
    CHECK(free.mean_hops() == about(even.mean_hops()).epsilon(1e-9));  // all ways are shortest
    CHECK(free.zero_load_latency() == about(even.zero_load_latency()).epsilon(1e-9));
}

TEST_CASE(
    "with many virtual channels messages on their way over several shared channels are as late as in the simulator" *
    doctest::test_suite("long")) {
    // Nobody waits for a virtual channel: only the channels' cycles are shared, by streams that several channels slow
    // down.
    const Case c("mesh:4x4", 8);
    for (const double load : {0.5, 0.7}) {
        CAPTURE(load);
        CHECK(ideal_delay_over_simulated(c, *make_traffic("uniform", c.network), 8, 16, load, 40'000) ==
              about(1.0).epsilon(0.05));
    }
}
