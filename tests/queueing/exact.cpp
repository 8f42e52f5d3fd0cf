// Limits that are known exactly: no load, one queue.
#include "against_simulator.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

TEST_CASE("one source and one channel are an M/G/1 queue") {
    // Pollaczek-Khinchine: W = rate E[S^2] / (2 (1 - rho)); S = flits + 1, the VC is held until the tail has left the
    // next buffer.
    const Case c("mesh:2x2", 1);
    for (const auto& lengths : {std::vector<LengthShare>{{16, 1.0}}, std::vector<LengthShare>{{4, 0.5}, {60, 0.5}}}) {
        LatencyOptions o = preset_named("ideal").router;
        o.router.vcs = 1;
        o.router.lengths = lengths;
        const LatencyModel model = c.model(o, Flows({{0, 1}}));
        double mean = 0.0, first = 0.0, second = 0.0;
        for (const LengthShare& l : lengths) {
            mean += l.share * l.flits;
            first += l.share * (l.flits + 1.0);
            second += l.share * (l.flits + 1.0) * (l.flits + 1.0);
        }
        CHECK(model.zero_load_latency() == about(mean - 1.0 + 3.0).epsilon(1e-12));
        for (const double load : {0.1, 0.4, 0.7}) {
            const double rate = load / mean;
            const double wait = rate * second / (2.0 * (1.0 - rate * first));
            const LatencyPoint p = model.at(load);
            REQUIRE(p.latency.has_value());
            CHECK(*p.latency == about(model.zero_load_latency() + wait).epsilon(1e-9));
        }
    }
}

TEST_CASE("zero load is that of a lone message in the simulator for every preset") {
    for (const Preset& p : presets()) {
        const std::string_view preset = p.name;
        const Case c("torus:4x4", 2);
        SimulationOptions s = simulation_preset(preset);
        LatencyOptions o = preset_named(preset).router;
        for (const std::uint32_t flits : {1U, 5U, 16U}) {
            for (const Node destination : {Node{1}, Node{2}, Node{6}, Node{10}}) {
                s.router.vcs = o.router.vcs = 2;
                s.trace = {{0, 0, destination, flits}};
                s.from_empty = false;
                s.warmup = 0;
                const SimulationResult r =
                    simulate(c.network, *c.routing, c.rule, *make_traffic("uniform", c.network), s);
                std::vector<Channel> path;
                for (const RouteStep& step : route(c.network.graph, *c.routing, 0, destination)) {
                    if (step.hop.channel != no_channel) path.push_back(step.hop.channel);
                }
                CAPTURE(preset);
                CAPTURE(flits);
                CAPTURE(destination);
                REQUIRE(r.total_latency.has_value());
                CHECK(static_cast<double>(lone_message_latency(o, path, flits)) == r.total_latency->mean);
            }
        }
    }
}

TEST_CASE("a slow link changes nothing for messages that do not cross it") {
    // Buffers of 4 flits on links of 12 cycles: in BookSim2's router a tail that crosses one takes 27 cycles for every
    // 4 flits.
    const Case c("array:6", 2);
    const Channel slow = c.network.graph.channel_between(4, 5);
    const auto curve = [&](const char* preset, std::uint32_t cycles) {
        LatencyOptions o = preset_named(preset).router;
        o.router.buffer_flits = 4;
        o.channel_latency.assign(c.network.graph.channels(), 1);
        o.channel_latency[slow] = cycles;
        const LatencyModel model = c.model(o, Flows({{0, 3}, {1, 3}, {2, 4}}));
        return std::vector<double>{model.at(0.05).latency.value(), model.at(0.1).latency.value(),
                                   model.saturation().load};
    };
    for (const char* const preset : {"ideal", "booksim-min", "thesis"}) {
        CAPTURE(std::string(preset));
        CHECK(curve(preset, 12) == curve(preset, 1));
    }
}

TEST_CASE("wires that are longer one way than the other take what they take in the simulator") {
    Network network = make_network("mesh:3x3");
    for (Channel c = 0; c < network.graph.channels(); ++c) network.channel_latency_cycles.push_back(1 + c * 7 % 5);
    const auto routing = make_routing("", network, {Ties::parity});
    const VcRule rule = make_vc_rule("any", network, 2);
    const auto uniform = make_traffic("uniform", network);
    const LatencyModel model(network, *routing, rule, *uniform, preset_named("ideal").router);
    SimulationOptions s = simulation_preset("ideal");
    s.warmup = 0;
    double sum = 0.0;
    for (Node from = 0; from < 9; ++from) {
        for (Node to = 0; to < 9; ++to) {
            if (from == to) continue;
            s.trace = {{0, from, to, 16}};
            sum += simulate(network, *routing, rule, *uniform, s).total_latency.value().mean;
        }
    }
    CHECK(model.zero_load_latency() == about(sum / 72).epsilon(1e-12));
}
