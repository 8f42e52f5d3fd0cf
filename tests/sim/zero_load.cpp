// A lone message takes exactly as long as the configured pipeline says.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "about.hpp"
#include "helpers.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

// One place where a flit is moved on: its cycles to the next one, for headers and for the others, the buffer in between
// and the cycles until a slot left there can be filled.
struct Station {
    std::uint64_t head, body, depth, credit;
};

// Every flit of every station, one by one: flit k leaves station i when it has come, when flit k-1 has left and when
// the slot of flit k-depth is free again. Written from the description in simulator.hpp, not from the code.
std::uint64_t recurrence(const std::vector<Station>& stations, std::uint64_t sink, std::uint32_t flits,
                         std::uint64_t first_allocation) {
    std::vector<std::vector<std::uint64_t>> x(stations.size(), std::vector<std::uint64_t>(flits));
    for (std::uint32_t k = 0; k < flits; ++k) {
        for (std::size_t i = 0; i < stations.size(); ++i) {
            std::uint64_t t =
                i == 0 ? first_allocation : x[i - 1][k] + (k == 0 ? stations[i - 1].head : stations[i - 1].body);
            if (k > 0) t = std::max(t, x[i][k - 1] + 1);
            const Station& s = stations[i];
            if (k >= s.depth)
                t = std::max(t,
                             (i + 1 < stations.size() ? x[i + 1][k - s.depth] : x[i][k - s.depth] + sink) + s.credit);
            x[i][k] = t;
        }
    }
    return x.back()[flits - 1] + sink;
}

constexpr std::uint64_t endless = 1U << 30U;

std::uint64_t expected(const SimulationOptions& o, std::size_t hops, std::uint32_t flits) {
    std::vector<Station> stations;
    const std::uint64_t more = o.router.routing_cycles + o.router.allocation_cycles;
    if (!o.router.ports.injection_direct)
        stations.push_back({o.router.ports.injection_cycles + more, o.router.ports.injection_cycles,
                            o.router.buffer_flits, o.router.ports.injection_credit_cycles});
    const std::uint64_t forward = o.router.link_cycles + o.router.router_cycles;
    const std::uint64_t depth =
        o.router.buffer_per_link_cycle ? o.router.buffer_flits * o.router.link_cycles : o.router.buffer_flits;
    const std::uint64_t credit = o.router.credit_cycles + (o.router.credit_uses_link ? o.router.link_cycles : 0);
    for (std::size_t h = 0; h < hops; ++h) {
        if (o.router.output_buffer_flits > 0) stations.push_back({1, 1, o.router.output_buffer_flits, 1});
        stations.push_back({forward + more, forward, depth, credit});
    }
    if (o.router.ports.ejection_channels == 0) {  // consumed on arrival: as a station that takes no time
        stations.push_back({0, 0, endless, 0});
        return recurrence(stations, 0, flits, 0);
    }
    stations.push_back({0, 0, o.router.ports.ejection_buffer ? o.router.buffer_flits : endless,
                        o.router.credit_cycles + (o.router.credit_uses_link ? 1U : 0U)});
    return recurrence(stations, o.router.ports.ejection_cycles, flits, 0);
}

}  // namespace

TEST_CASE(
    "a lone message takes what the pipeline's recurrence and the closed law say, for every pair, preset, length and "
    "buffer" *
    doctest::test_suite("long")) {
    for (const char* word : {"mesh:3x4", "torus:4x4", "torus:3x3x3"}) {
        const Case c(word);
        std::vector<std::vector<std::size_t>> hops(c.network.graph.nodes());
        for (Node s = 0; s < c.network.graph.nodes(); ++s) {
            for (Node d = 0; d < c.network.graph.nodes(); ++d) {
                hops[s].push_back(route(c.network.graph, *c.routing, s, d).size() - 1);
            }
        }
        int compared = 0;
        for (const Preset& p : presets()) {
            const std::string_view preset = p.name;
            for (const std::uint32_t flits : {1U, 2U, 5U, 16U, 17U}) {
                for (const std::uint32_t buffer : {1U, 2U, 3U, 4U, 8U}) {
                    for (const std::uint32_t link : {1U, 3U}) {
                        SimulationOptions o = simulation_preset(preset);
                        o.router.buffer_flits = buffer;
                        o.router.link_cycles = link;
                        o.router.latency_from = LatencyStart::creation;
                        o.from_empty = false;
                        o.warmup = 0;
                        for (Node s = 0; s < c.network.graph.nodes(); ++s) {
                            for (Node d = 0; d < c.network.graph.nodes(); ++d) {
                                if (s == d || (s * 7 + d) % 5 != flits % 5) continue;  // a fifth of the pairs each time
                                o.trace = {{3, s, d, flits}};
                                o.cycles = 10;
                                ++compared;
                                const SimulationResult r =
                                    simulate(c.network, *c.routing, c.rule, *make_traffic("uniform", c.network), o);
                                const std::vector<std::uint32_t> links(hops[s][d], link);
                                const std::uint64_t law = zero_load_latency(o.router, links, flits);
                                if (r.messages != 1 || r.latency->mean != static_cast<double>(law) ||
                                    expected(o, hops[s][d], flits) != law) {
                                    CAPTURE(word);
                                    CAPTURE(preset);
                                    CAPTURE(flits);
                                    CAPTURE(buffer);
                                    CAPTURE(link);
                                    CAPTURE(hops[s][d]);
                                    REQUIRE(r.messages == 1);
                                    REQUIRE(r.latency->mean == static_cast<double>(law));
                                    REQUIRE(expected(o, hops[s][d], flits) == law);
                                }
                            }
                        }
                    }
                }
            }
        }
        CHECK(compared > 4000);  // presets x lengths x buffers x links x a fifth of the pairs
    }
}

TEST_CASE("a lone message takes no detour, whichever outputs are preferred") {
    const Network network = make_network("mesh:4x4");
    const auto routing = make_routing("north-last-nonminimal", network);
    for (const OutputPolicy output :
         {OutputPolicy::preferred, OutputPolicy::xy, OutputPolicy::no_turn, OutputPolicy::zigzag}) {
        SimulationOptions o = simulation_preset("ideal");
        o.router.output = output;
        o.warmup = 0;
        o.cycles = 10;
        for (Node s = 0; s < 16; ++s) {
            for (Node d = 0; d < 16; ++d) {
                if (s == d) continue;
                o.trace = {{3, s, d, 4}};
                const auto hops = static_cast<double>(route(network.graph, *routing, s, d).size() - 1);
                CHECK(simulate(network, *routing, any_rule(2), *make_traffic("uniform", network), o).mean_hops == hops);
            }
        }
    }
}

TEST_CASE("nodes that share a router in a file are its ports under booksim and routers of their own under ideal") {
    // Two routers joined by a link of 3 cycles; nodes 0 and 1 on the first, node 2 over a link of 2 cycles on the
    // second.
    const std::string path =
        (std::filesystem::temp_directory_path() / ("wafernet_ports_" + std::to_string(getpid()) + ".net")).string();
    std::ofstream(path) << "router 0 node 0 node 1 router 1 3\nrouter 1 node 2 2 router 0 3\n";
    const Network network = make_network("file:" + path);
    std::filesystem::remove(path);
    const auto routing = make_routing("minimal", network, {});
    const auto alone = [&](const char* preset, Node from, Node to, std::uint32_t flits) {
        SimulationOptions o = simulation_preset(preset);
        o.trace = {{3, from, to, flits}};
        o.warmup = 0;
        o.cycles = 10;
        const SimulationResult r =
            simulate(network, *routing, any_rule(o.router.vcs), *make_traffic("uniform", network), o);
        REQUIRE(r.messages == 1);
        return r.latency->mean;
    };
    CHECK(alone("booksim-min", 0, 1, 1) == 5);          // one router: 5 + 3 h
    CHECK(alone("booksim-min", 0, 0, 16) == 23);        // its own router too
    CHECK(alone("booksim-min", 0, 2, 1) == 5 + 5 + 1);  // a hop over 3 cycles is 2 + 3, the last link one more than 1
    CHECK(alone("booksim-min", 2, 1, 1) == 5 + 5 + 1);
    CHECK(alone("ideal", 0, 1, 1) == 2 + 1 + 1);  // injection and ejection, and two links
    CHECK(alone("ideal", 0, 2, 1) == 2 + 1 + 3 + 2);
    SimulationOptions o = simulation_preset("booksim-min");
    o.load = 0.05;
    o.cycles = 20000;
    const auto traffic = make_traffic("uniform", network);
    const SimulationResult r = simulate(network, *routing, any_rule(2), *traffic, o);
    CHECK(r.latency->mean > mean_zero_load_latency(network, *routing, *traffic, o));
    CHECK(r.latency->mean < 1.1 * mean_zero_load_latency(network, *routing, *traffic, o));
    CHECK(r.utilisation[network.graph.channel_between(0, 3)] == about(0.05).epsilon(0.2));
}

TEST_CASE("minimum latencies are the ones measured with BookSim2") {
    // BookSim2 28f43299, cases by topology, virtual channels, buffer and packet length: the smallest latency of uniform
    // traffic that includes the source itself, and 29 = 5 + 3*2 + 18 for the smallest distance of complement on the 8x8
    // mesh.
    const auto lone = [](const char* preset, std::uint32_t buffer, std::uint32_t flits, std::size_t hops) {
        SimulationOptions o = simulation_preset(preset);
        o.router.buffer_flits = buffer;
        const std::vector<std::uint32_t> links(hops, 1);
        return zero_load_latency(o.router, links, flits);
    };
    CHECK(lone("booksim-min", 4, 16, 0) == 23);
    CHECK(lone("booksim-min", 8, 16, 0) == 20);
    CHECK(lone("booksim-min", 16, 16, 0) == 20);
    CHECK(lone("booksim-4stage", 8, 16, 0) == 22);
    CHECK(lone("booksim-min", 8, 1, 0) == 5);
    CHECK(lone("booksim-min", 4, 16, 2) == 29);
}

TEST_CASE("the routers of a file send nothing and the lone message between its ports keeps its law") {
    const std::string path = "zero_load_routers_test.net";
    std::ofstream(path) << "router 0 node 0 node 1 router 1\nrouter 1 node 2 node 3 router 0\n";
    const Network network = make_network("file:" + path);
    std::remove(path.c_str());
    SimulationChoice choice;
    choice.preset = "booksim-min";
    choice.traffic = "bit-reversal";
    choice.settings = {{"flits", "4"}};
    const SimulationCase c = make_simulation_case(network, choice);
    // Of the terminals 0 1 2 3 the inner two cross the link between the routers, the outer two send to themselves.
    const double way = static_cast<double>(zero_load_latency(c.options.router, std::vector<std::uint32_t>{1}, 4));
    const double stay = static_cast<double>(zero_load_latency(c.options.router, {}, 4));
    CHECK(mean_zero_load_latency(network, *c.routing, *c.traffic, c.options) == about((way + stay) / 2));
}
