// Shared channels: one flit a cycle, drivers in turn; the 512-processor networks of mudawwar.
#include "wafernet/shared_channels/shared_channels.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "about.hpp"
#include "helpers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;

namespace {

SimulationResult run(const char* word, const char* routing, double load, std::uint64_t warmup, std::uint64_t cycles,
                     const char* injection = "1") {
    const Network network = make_network(word);
    SimulationChoice choice;
    choice.routing = routing;
    choice.settings = {{"injection-channels", injection}};
    SimulationCase c = make_simulation_case(network, choice);
    c.options.load = load;
    c.options.warmup = warmup;
    c.options.cycles = cycles;
    c.options.drain = 0;
    return simulate(network, *c.routing, c.rule, *c.traffic, c.options);
}

SimulationResult run_trace(const char* word, std::vector<TraceMessage> trace) {
    const Network network = make_network(word);
    SimulationCase c = make_simulation_case(network, {});
    c.options.trace = std::move(trace);
    c.options.warmup = 0;
    return simulate(network, *c.routing, c.rule, *c.traffic, c.options);
}

}  // namespace

TEST_CASE(
    "a lone message takes one cycle to its interface, one over every shared channel, one for every further flit") {
    for (const char* word :
         {"kmway-mesh:3,2", "kmway-torus:4,2", "kmway-torus:5,1,2", "kmway-mesh:4,2,0,1", "kmway-torus:3,2,0,1"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const SimulationCase c = make_simulation_case(network, {});
        const Node from = network.terminals.front();
        for (const Node to : network.terminals) {
            if (to == from) continue;
            const auto path = route(network.graph, *c.routing, from, to);
            const std::uint64_t channels = path.size() - 2;  // all nodes between the two processors
            const SimulationResult r = run_trace(word, {{0, from, to, 5}});
            REQUIRE(r.latency);
            CHECK(r.latency->mean == 1 + channels + 4);
            CHECK(r.latency->mean ==
                  zero_load_latency(c.options.router, std::vector<std::uint32_t>(path.size() - 1, 1), 5));
        }
    }
}

TEST_CASE("two messages over one shared channel take turns, flit by flit") {
    // c0, c1, c2 in a row; processors 3, 4, 5 on them. Both messages go to processor 4, so c1 carries 40 flits from
    // cycle 2 on.
    const SimulationResult alone = run_trace("kmway-mesh:3,1", {{0, 3, 4, 20}});
    CHECK(alone.latency->mean == 1 + 2 + 19);
    const SimulationResult both = run_trace("kmway-mesh:3,1", {{0, 3, 4, 20}, {0, 5, 4, 20}});
    CHECK(both.latency->minimum == 41);
    CHECK(both.latency->maximum == 42);
}

TEST_CASE("a shared channel serves its drivers in turn, not their messages") {
    // Processors 3, 4 on c0, 5, 6 on c1, 7, 8 on c2. Two messages come over the router from c0, one over that from c2:
    // that one has every second cycle of c1, the other two share the rest and end last.
    const SimulationResult r = run_trace("kmway-mesh:3,1,2", {{0, 3, 5, 20}, {0, 4, 5, 20}, {0, 7, 6, 20}});
    CHECK(r.latency->minimum <= 43);  // 2 + 2 * 20 + 1; in turn with two messages it would be about 60
    CHECK(r.latency->maximum >= 61);  // 60 flits over c1 from cycle 2 on
    CHECK(r.latency->maximum <= 64);
}

TEST_CASE("flits are conserved over shared channels and everything arrives, with every routing function") {
    struct Case {
        const char* word;
        const char* routing;
    };
    for (const auto& [word, routing] :
         {Case{"kmway-mesh:4,2", "dor"}, Case{"kmway-mesh:4,2", "adaptive"}, Case{"kmway-torus:4,2", "dor-ring"},
          Case{"kmway-torus:4,2", "adaptive-ring"}, Case{"kmway-torus:5,1,2", "dor"},
          Case{"kmway-mesh:2,4", "adaptive"}, Case{"kmway-mesh:3,2,0,1", "adaptive"},
          Case{"kmway-torus:4,2,0,1", "adaptive-ring"}}) {
        CAPTURE(word);
        CAPTURE(routing);
        const Network network = make_network(word);
        for (const char* vcs : {"3", "4", "8"}) {
            SimulationChoice choice;
            choice.routing = routing;
            choice.settings = {{"vcs", vcs}, {"warmup", "200"}, {"cycles", "800"}};
            SimulationCase c = make_simulation_case(network, choice);
            c.options.load = 0.1;
            c.options.check_every = 1;  // throws where a flit is lost
            const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
            CHECK(r.undelivered == 0);
            CHECK(r.messages > 100);
            CHECK(r.accepted == about(r.offered).epsilon(0.1));
        }
    }
}

TEST_CASE("a shared channel carries at most one flit a cycle, and in overload the busiest carries nearly that") {
    for (const char* word :
         {"kmway-mesh:4,2", "kmway-torus:4,2", "kmway-mesh:2,4", "kmway-mesh:3,2,2", "kmway-torus:4,2,0,1"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const SimulationResult r = run(word, "", 0.9, 500, 2000);
        const SharedChannelLoad load =
            shared_channel_load(network, r.utilisation, r.accepted * static_cast<double>(network.terminals.size()));
        CHECK(load.largest <= 1.0);
        CHECK(load.largest > 0.85);
        CHECK(r.status == RunStatus::saturated);
    }
}

TEST_CASE("8x8x8 networks eject as in the reference figures at saturation" * doctest::test_suite("long")) {
    // Peak ejection, flits per node and cycle, of an independent flit simulator with the same conventions; single runs,
    // 3 %.
    const auto peak = [](const char* word, const char* routing, std::initializer_list<double> loads,
                         const char* injection = "1") {
        const Network network = make_network(word);
        SimulationChoice choice;
        choice.routing = routing;
        choice.settings = {{"injection-channels", injection}};
        SimulationCase c = make_simulation_case(network, choice);
        double most = 0.0;
        for (const double load : loads) {
            c.options.load = load;
            most = std::max(most, simulate(network, *c.routing, c.rule, *c.traffic, c.options).accepted);
        }
        return most;
    };
    CHECK(peak("kmway-mesh:8,3", "dor", {0.09}) == about(0.081).epsilon(0.03));
    CHECK(peak("kmway-torus:8,3", "dor-ring", {0.15}) == about(0.131).epsilon(0.03));
    CHECK(peak("kmway-torus:8,3", "adaptive-ring", {0.2}) == about(0.138).epsilon(0.03));
    CHECK(peak("kmway-mesh:2,9", "dor", {0.2}) == about(0.1636).epsilon(0.03));
    CHECK(peak("kmway-mesh:2,9", "dor", {0.2}, "4") == about(0.1749).epsilon(0.03));
    // In the long run the mesh settles below what even traffic could eject.
    CHECK(run("kmway-mesh:8,3", "dor", 0.09, 3000, 3000).accepted < 0.0791);
}

TEST_CASE("with early buffer free messages queue in one buffer, without deadlock where DOR has no cycle") {
    const auto with = [](const Network& network, const char* routing, const char* hold) {
        SimulationChoice choice;
        choice.routing = routing;
        choice.settings = {{"hold", hold}, {"flits", "1"}};
        if (std::string_view(routing) == "dor") choice.settings.emplace_back("vcs", "1");
        return make_simulation_case(network, choice);
    };
    // Two messages of a flit from one processor to the end of a row: the second enters a buffer as the first leaves it,
    // or a cycle after.
    const Network row = make_network("kmway-mesh:5,1");
    const auto last = [&](const char* hold) {
        SimulationCase c = with(row, "dor", hold);
        c.options.trace = {{0, 5, 9, 1}, {0, 5, 9, 1}};
        c.options.warmup = 0;
        return simulate(row, *c.routing, c.rule, *c.traffic, c.options).latency.value().maximum;
    };
    CHECK(last("until-tail-sent") == 1 + 5 + 1);
    CHECK(last("until-buffer-left") == 1 + 5 + 2);
    for (const char* word : {"kmway-mesh:4,2", "kmway-mesh:2,4", "kmway-mesh:3,2,2"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        SimulationCase c = with(network, "dor", "until-tail-sent");
        c.options.router.lengths = {{1, 1.0}, {5, 1.0}};
        c.options.load = 0.9;
        c.options.cycles = 1000;
        c.options.check_every = 1;
        const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
        CHECK(r.status == RunStatus::saturated);
    }
    const Network torus = make_network("kmway-torus:4,2");
    CHECK_THROWS_WITH_AS((void)with(torus, "dor-ring", "until-tail-sent"), doctest::Contains("with one in each"),
                         InputError);
}

TEST_CASE("what shared channels cannot be simulated with is refused") {
    const Network network = make_network("kmway-mesh:3,2");
    for (const char* preset : {"thesis", "booksim-min", "booksim-4stage"}) {
        SimulationChoice choice;
        choice.preset = preset;
        CHECK_THROWS_AS((void)make_simulation_case(network, choice), InputError);
    }
    SimulationChoice choice;
    choice.routing = "adaptive";
    choice.settings = {{"vcs", "1"}};
    CHECK_THROWS_AS((void)make_simulation_case(network, choice), InputError);
    CHECK(make_simulation_case(network, {}).options.router.preset == "kmway");
    const Network mesh = make_network("mesh:4x4");
    CHECK(make_simulation_case(mesh, {}).options.router.preset == "ideal");
}
