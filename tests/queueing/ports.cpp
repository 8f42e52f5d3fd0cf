// Terminals that are ports of their routers.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <unistd.h>

#include "about.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

// The network of such a file.
Network network_of(const std::string& text) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("wafernet-ports-" + std::to_string(getpid()) + ".net");
    std::ofstream(file) << text;
    Network network = make_network("file:" + file.string());
    std::filesystem::remove(file);
    return network;
}

}  // namespace

TEST_CASE("nodes that share a router in a network's file are its ports, in the model as in the simulator") {
    // Wires of 1 to 5 cycles: tails catch up behind headers that decide.
    const Network network = network_of(
        "router 0 node 0 3 node 1 router 1 5\nrouter 1 node 2 node 3 2 router 2 3\nrouter 2 node 4 4 node 5\n");
    const Graph& graph = network.graph;
    const auto routing = make_routing("", network);
    const auto uniform = make_traffic("uniform", network);
    const auto wire = [&](Node from, Node to) {
        return network.channel_latency_cycles[graph.channel_between(from, to)];
    };
    for (const char* preset : {"booksim-min", "booksim-4stage"}) {
        CAPTURE(std::string(preset));
        SimulationOptions s = simulation_preset(preset);
        const VcRule rule = make_vc_rule("any", network, s.router.vcs);
        LatencyOptions o = modelled_router(s);
        o.channel_latency.assign(network.channel_latency_cycles.begin(), network.channel_latency_cycles.end());
        double sum = 0.0;
        for (const Node from : network.terminals) {
            for (const Node to : network.terminals) {
                if (from == to) continue;
                std::vector<Channel> path;
                for (const RouteStep& step : route(graph, *routing, from, to)) {
                    if (step.hop.channel != no_channel) path.push_back(step.hop.channel);
                }
                const std::span<const Channel> between(path.data() + 1, path.size() - 2);
                SimulationOptions alone = s;
                alone.warmup = 0;
                alone.trace = {{0, from, to, 16}};
                const double latency = simulate(network, *routing, rule, *uniform, alone).total_latency.value().mean;
                CAPTURE(from);
                CAPTURE(to);
                CHECK(static_cast<double>(lone_message_latency(o, between, 16,
                                                               {wire(from, network.router_of_terminal[from]),
                                                                wire(network.router_of_terminal[to], to)})) == latency);
                sum += latency;
            }
        }
        const LatencyModel model(network, *routing, rule, *uniform, o);
        CHECK(model.zero_load_latency() == about(sum / 30.0).epsilon(1e-12));
        SimulationOptions some = s;
        some.load = 0.15;
        some.cycles = 100'000;
        CHECK(*model.at(0.15).latency ==
              about(simulate(network, *routing, rule, *uniform, some).total_latency.value().mean).epsilon(0.05));
        for (Channel c = 0; c < graph.channels(); ++c) {
            const bool port = graph.source(c) < 6 || graph.target(c) < 6;
            CHECK((model.channel_rates()[c] > 0.0) == !port);
        }
    }
}

TEST_CASE("a long wire makes the tails late of those messages only that cross it") {
    // Three cliques of five routers in a row, bridges of three and five cycles, whose credits buffers of four flits
    // wait for: 9 % too much, were all tails as late as over the longer one.
    std::string text;
    for (int r = 0; r < 15; ++r) {
        text += "router " + std::to_string(r) + " node " + std::to_string(r);
        for (int other = r + 1; other < r / 5 * 5 + 5; ++other) text += " router " + std::to_string(other);
        text += r == 4 ? " router 5 3\n" : r == 9 ? " router 10 5\n" : "\n";
    }
    const Network network = network_of(text);
    const auto routing = make_routing("", network);
    const auto uniform = make_traffic("uniform", network);
    SimulationOptions s = simulation_preset("booksim-min");
    s.router.vcs = 2;
    s.router.buffer_flits = 4;
    s.cycles = 200'000;
    s.load = 0.1;
    const VcRule rule = make_vc_rule("any", network, s.router.vcs);
    const LatencyModel model(network, *routing, rule, *uniform, modelled_router(s));
    CHECK(*model.at(s.load).latency ==
          about(simulate(network, *routing, rule, *uniform, s).total_latency.value().mean).epsilon(0.05));
}
