// Programs in the simulator, against laws that hold exactly and against the links without flits.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "programs.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/work/application.hpp"

using namespace wafernet;
using namespace wafernet::work_test;

namespace {

// A generator of its own, as in the C++ standard's minstd_rand.
struct Draw {
    std::uint64_t state = 1;
    std::uint32_t below(std::uint32_t n) {
        state = state * 48271 % 2147483647;
        return static_cast<std::uint32_t>(state % n);
    }
};

PlacedProgram on_first_nodes(const Program& program) {
    PlacedProgram placed;
    placed.program = &program;
    placed.node_of_rank.resize(program.ranks);
    std::iota(placed.node_of_rank.begin(), placed.node_of_rank.end(), Node{0});
    return placed;
}

DesignPoint point_of(const std::string& preset, std::uint64_t flit_bits = 64) {
    DesignPoint point;
    point.dynamic.preset = preset;
    point.dynamic.ties = "positive";  // one path a pair
    point.flit_bits = flit_bits;
    point.clock_ns = 0.5;
    return point;
}

std::uint64_t lone(const Design& design, Node from, Node to, std::uint32_t flits) {
    const LatencyCase& c = design.dynamic();
    std::vector<std::uint32_t> links;
    for (const RouteStep& step : route(c.network->graph, *c.routing, from, to)) {
        if (step.hop.channel != no_channel)
            links.push_back(link_cycles(c.simulation.router, *c.network, step.hop.channel));
    }
    return zero_load_latency(c.simulation.router, links, flits);
}

}  // namespace

TEST_CASE("a chain of messages takes the sum of their latencies in an empty network, to the cycle") {
    Draw draw;
    for (const char* preset : {"ideal", "thesis", "booksim-min", "booksim-4stage"}) {
        for (const char* word : {"ring:8", "mesh:4x4", "torus:4x4", "hypercube:4", "htn:2,2,2,0", "complete:8"}) {
            CAPTURE(std::string(preset));
            CAPTURE(std::string(word));
            const Design design(word, point_of(preset));
            const std::uint32_t nodes = design.dynamic().network->graph.nodes();
            std::vector<std::string> ranks(nodes);
            std::uint64_t expected = 0;
            std::uint32_t at = 0;
            for (std::uint32_t i = 0; i < 12; ++i) {
                const std::uint32_t to = (at + 1 + draw.below(nodes - 1)) % nodes, flits = 1 + draw.below(200);
                const std::string label = std::to_string(i), tag = " tag " + label + "\n";
                const std::string size = std::to_string(flits * 8 - draw.below(8)) + "b ";  // 8 bytes a flit
                ranks[at] += "s" + label + ": send " + size + "to " + std::to_string(to) + tag;
                if (i > 0) ranks[at] += "s" + label + " requires c" + std::to_string(i - 1) + "\n";
                ranks[to] += "r" + label + ": recv " + size + "from " + std::to_string(at) + tag;
                ranks[to] += "c" + label + ": calc " + std::to_string(i) + "\nc" + label + " requires r" + label + "\n";
                expected += lone(design, at, to, flits) + 2 * i;  // ns of half a cycle each
                at = to;
            }
            const Program program = program_of(goal(ranks));
            const ApplicationTime t = time_by_flits(on_first_nodes(program), design);
            CHECK(t.cycles == expected);
            CHECK(t.ns == doctest::Approx(0.5 * static_cast<double>(expected)).epsilon(1e-12));
            CHECK(t.network_ns == doctest::Approx(t.ns - 66.0).epsilon(1e-12));  // 0 + 1 + .. + 11 ns of calcs
        }
    }
}

TEST_CASE("messages that require nothing take the makespan of the same messages as a trace") {
    Draw draw{77};
    for (const char* word : {"mesh:4x4", "torus:4x4", "hypercube:4"}) {
        CAPTURE(std::string(word));
        const Design design(word, point_of("ideal"));
        const LatencyCase& c = design.dynamic();
        std::vector<std::string> ranks(16), receives(16);
        SimulationOptions options = c.simulation;
        for (std::uint32_t i = 0; i < 16; ++i) {
            const std::uint32_t to = (i + 1 + draw.below(15)) % 16, flits = 1 + draw.below(300);
            ranks[i] = "send " + std::to_string(flits * 8) + "b to " + std::to_string(to) + "\n";
            receives[to] += "recv " + std::to_string(flits * 8) + "b from " + std::to_string(i) + "\n";
            options.trace.push_back({0, i, to, flits});
        }
        for (std::size_t r = 0; r < 16; ++r) ranks[r] += receives[r];
        options.warmup = 0, options.from_empty = false;
        const SimulationResult trace = simulate(*c.network, *c.routing, c.rule, *c.traffic, options);
        const Program program = program_of(goal(ranks));
        const ApplicationTime t = time_by_flits(on_first_nodes(program), design);
        REQUIRE(trace.total_latency);
        CHECK(static_cast<double>(*t.cycles) == trace.total_latency->maximum);
        CHECK(std::accumulate(t.bytes.begin(), t.bytes.end(), 0.0) ==
              doctest::Approx(8.0 * static_cast<double>(trace.flit_hops)));
    }
}

TEST_CASE("long messages take in the simulator what they take without flits, within 5 % on eight networks") {
    for (const char* word :
         {"ring:8", "mesh:4x4", "torus:4x4", "hypercube:4", "htn:2,2,2,0", "complete:8", "tesh:2,1,0", "star:9"}) {
        const Design design(word, point_of("ideal"));
        const LatencyCase& c = design.dynamic();
        const std::uint32_t nodes = c.network->graph.nodes();
        const LinkTimes times = link_times({*c.network, point_of("ideal")});
        for (const std::string& text :
             {ring_all_reduce(nodes, std::uint64_t{nodes} * 8192), binomial_broadcast(nodes, 32768)}) {
            CAPTURE(std::string(word));
            const Program program = program_of(text);
            const PlacedProgram placed = on_first_nodes(program);
            const ApplicationTime flits = time_by_flits(placed, design),
                                  links = time_by_links(placed, *c.network, *c.routing, times);
            CHECK(flits.ns == doctest::Approx(links.ns).epsilon(0.05));
            CHECK(std::accumulate(flits.bytes.begin(), flits.bytes.end(), 0.0) ==
                  doctest::Approx(std::accumulate(links.bytes.begin(), links.bytes.end(), 0.0)).epsilon(1e-9));
        }
    }
}

TEST_CASE("energy is that of the flits over the links, of the clock and of leakage") {
    // Twice the messages in twice the time at the same load take twice as much.
    const auto joules = [](int messages) {
        std::string send, receive;
        for (int i = 0; i < messages; ++i) {
            send += "s" + std::to_string(i) + ": send 80000b to 1\n";
            if (i > 0) send += "s" + std::to_string(i) + " requires s" + std::to_string(i - 1) + "\n";
            receive += "recv 80000b from 0\n";
        }
        const Program program = program_of(goal({send, receive}));
        const Design design("mesh:4x4");
        const PlacedProgram placed = on_first_nodes(program);
        const LatencyCase& c = design.dynamic();
        return application_joules(placed, design,
                                  time_by_links(placed, *c.network, *c.routing, link_times({*c.network, {}})));
    };
    CHECK(joules(1) > 0.0);
    CHECK(joules(8) / joules(4) == doctest::Approx(2.0).epsilon(0.001));
}
