// Links over which a flit takes several cycles.
#include <doctest/doctest.h>

#include <fstream>
#include <unistd.h>

#include "about.hpp"
#include "helpers.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

// An array of nodes whose link between nodes 1 and 2 takes `cycles` a flit.
Case narrow_array(const std::string& word, std::uint32_t cycles) {
    Case c(word);
    c.network.channel_flit_cycles.assign(c.network.graph.channels(), 1);
    for (Channel k = 0; k < c.network.graph.channels(); ++k) {
        const Node a = c.network.graph.source(k), b = c.network.graph.target(k);
        if (std::min(a, b) == 1 && std::max(a, b) == 2) c.network.channel_flit_cycles[k] = cycles;
    }
    return c;
}

std::uint64_t latency_of_one(const Case& c, const std::string& preset, Node from, Node to, std::uint32_t flits) {
    SimulationOptions o = simulation_preset(preset);
    o.trace = {{100, from, to, flits}};
    o.warmup = 0, o.cycles = 2000;
    const SimulationResult r = c.run(o);
    REQUIRE(r.total_latency);
    return static_cast<std::uint64_t>(r.total_latency->mean);
}

}  // namespace

TEST_CASE("a lone message takes s cycles a flit over its narrowest link") {
    // Preset ideal, array:4, link 1-2 of 3 cycles a flit, a message of 5 flits from node 0 to node 3. Header: 1 cycle
    // from the source, 1 over 0-1, 3 over 1-2 (the last part of the flit comes 2 cycles after the first), 1 over 2-3, 1
    // to the sink: 7. The other 4 flits follow every 3 cycles: 12. Together 19.
    const Case c = narrow_array("array:4", 3);
    const std::vector<std::uint32_t> links(3, 1), serial{1, 3, 1};
    const RouterConfig ideal = preset_named("ideal").router;
    CHECK(zero_load_latency(ideal, links, 5, 1, 1, serial) == 19);
    CHECK(latency_of_one(c, "ideal", 0, 3, 5) == 19);
    for (const Preset& preset : presets()) {
        if (preset.name == "kmway") continue;
        CAPTURE(preset.name);
        LatencyOptions model(preset.router);
        model.channel_flit_cycles = c.network.channel_flit_cycles;
        std::vector<Channel> path;
        for (Node v = 0; v < 3; ++v) path.push_back(c.network.graph.channel_between(v, v + 1));
        for (const std::uint32_t flits : {1U, 2U, 7U, 16U}) {
            const std::uint64_t simulated = latency_of_one(c, std::string(preset.name), 0, 3, flits);
            CHECK(lone_message_latency(model, path, flits) == simulated);
        }
    }
}

TEST_CASE("a narrow link carries a flit in s cycles and no more") {
    // array:2 whose link takes 4 cycles a flit: both nodes send each other at most 1/4 flit a cycle.
    Case c("array:2");
    c.network.channel_flit_cycles.assign(2, 4);
    // Buffers of one flit, as the thesis has, wait for their credit besides.
    for (const std::string preset : {"ideal", "booksim-min"}) {
        CAPTURE(preset);
        SimulationOptions o = simulation_preset(preset);
        o.load = 0.5, o.warmup = 3000, o.cycles = 10000;
        const SimulationResult r = c.run(o);
        CHECK(r.status == RunStatus::saturated);
        CHECK(r.accepted <= 0.2501);
        CHECK(r.accepted >= 0.235);
    }
}

TEST_CASE("the bound of a narrow link is exact in load and model") {
    // array:4, uniform: nodes 0 and 1 send 2 of 3 messages each over 1 -> 2, 4/3 flits a cycle at load 1. At 4 cycles a
    // flit the channel is busy for 16/3 cycles a cycle: no load is above 3/16.
    const Case c = narrow_array("array:4", 4);
    const auto uniform = make_traffic("uniform", c.network);
    CHECK(busiest(c.network, channel_load(c.network, *c.routing, c.rule, *uniform)) == about(16.0 / 3.0));
    const LatencyModel model(c.network, *c.routing, c.rule, *uniform, LatencyOptions(preset_named("ideal").router));
    CHECK(model.channel_bound() == about(3.0 / 16.0));
}

TEST_CASE("a graph file with a width per link is simulated as the family with narrow vertical links") {
    // A line of four nodes: links of 64, 16 and 64 bits are cycles of 1, 4 and 1 a flit of 64 bits.
    const std::string path = "/tmp/wafernet-widths-" + std::to_string(::getpid()) + ".csv";
    std::ofstream(path) << "source,target,width_bits\n0,1,64\n1,2,16\n2,3,64\n";
    const Network file = read_graph_file(path);
    ::unlink(path.c_str());
    CHECK(file.channel_bits == std::vector<std::uint32_t>{64, 64, 16, 16, 64, 64});
    CHECK(file.channel_flit_cycles == std::vector<std::uint32_t>{1, 1, 4, 4, 1, 1});
    const Case family = narrow_array("array:4", 4);
    const auto routing = make_routing("minimal", file, {});
    for (const double load : {0.05, 0.12, 0.16}) {
        SimulationOptions o = simulation_preset("ideal");
        o.load = load, o.cycles = 8000;
        const SimulationResult here = simulate(file, *routing, any_rule(2), *make_traffic("uniform", file), o),
                               there = family.run(o);
        REQUIRE(here.latency.has_value());
        REQUIRE(there.latency.has_value());
        CHECK(here.latency->mean == about(there.latency->mean));
        CHECK(here.accepted == about(there.accepted));
    }
}
