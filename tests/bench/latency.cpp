// Speed of the latency model: a curve of 20 loads, and one point of a large network with everything computed anew.
#include <chrono>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace {

using namespace wafernet;

struct Case {
    Network network;
    std::unique_ptr<Routing> routing;
    VcRule rule;
    std::unique_ptr<Traffic> traffic;
    LatencyOptions options;

    explicit Case(const std::string& word, const std::string& rule_name = "") : network(make_network(word)) {
        const RoutingSpec spec = find_routing("", network);
        routing = make_routing("", network, {Ties::parity});
        rule = make_vc_rule(rule_name.empty() ? spec.default_vc_rule : std::string_view(rule_name), network);
        if (rule.name == "any") rule = make_vc_rule("any", network, 2);
        options = preset_named("ideal").router;
        options.router.vcs = std::max(2, rule.vcs);
        traffic = make_traffic("uniform", network);
    }
};

// 20 loads up to saturation, rates and saturation included.
void curve(benchmark::State& state, const std::string& word) {
    const Case c(word);
    for (auto _ : state) {
        const LatencyModel model(c.network, *c.routing, c.rule, *c.traffic, c.options);
        std::vector<double> loads;
        for (int i = 1; i <= 20; ++i) loads.push_back(model.saturation().load * i / 20.0);
        benchmark::DoNotOptimize(model.curve(loads));
    }
}

void one_point(benchmark::State& state, const std::string& word) {
    const Case c(word);
    for (auto _ : state) {
        const LatencyModel model(c.network, *c.routing, c.rule, *c.traffic, c.options);
        benchmark::DoNotOptimize(model.at(0.3 * model.channel_bound()));
    }
}

double seconds(const auto& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// A curve of 20 loads with the load of saturation by the model, and by the simulator with five seeds of 20,000 cycles
// and a search for saturation with each, as `validate` compares them; one thread each. Counters: the simulator's
// seconds, and how many times as fast the model is; points_alone counts the search as the model's work and not as the
// simulator's.
void against_simulator(benchmark::State& state, const char* word, const SimulationChoice& choice) {
    const Network network = make_network(word);
    const SimulationCase c = make_simulation_case(network, choice);
    CurveOptions simulated;
    simulated.seeds = 5;
    simulated.stop_past_saturation = false;
    const double model = seconds([&] {
                             for (auto _ : state) {
                                 const LatencyModel latency = model_of(c);
                                 simulated.loads.clear();
                                 for (int i = 1; i <= 20; ++i)
                                     simulated.loads.push_back(latency.saturation().load * i / 20.0);
                                 benchmark::DoNotOptimize(latency.curve(simulated.loads));
                             }
                         }) /
                         static_cast<double>(state.iterations());
    const double points = seconds([&] { benchmark::DoNotOptimize(simulate_curve(c.setup(), c.options, simulated)); });
    const double search = seconds([&] {
        for (unsigned i = 0; i < simulated.seeds; ++i) {
            SimulationOptions options = c.options;
            options.seed += i;
            benchmark::DoNotOptimize(find_saturation(c.setup(), options));
        }
    });
    state.counters["points_s"] = points;
    state.counters["search_s"] = search;
    state.counters["times_as_fast"] = (points + search) / model;
    state.counters["points_alone"] = points / model;
}

SimulationChoice chosen(const char* traffic, const char* preset) {
    SimulationChoice choice;
    choice.traffic = traffic;
    choice.preset = preset;
    return choice;
}

BENCHMARK_CAPTURE(against_simulator, torus_8x8, "torus:8x8", SimulationChoice{})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(20);
BENCHMARK_CAPTURE(against_simulator, htn_1024, "htn:4,4,2,1", SimulationChoice{})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK_CAPTURE(against_simulator, torus_16x16_transpose, "torus:16x16", chosen("transpose", "ideal"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK_CAPTURE(against_simulator, htn_1024_thesis, "htn:4,4,2,0", chosen("uniform", "thesis"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK_CAPTURE(against_simulator, mesh_8x8_hotspot, "mesh:8x8", chosen("hotspot", "booksim-min"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK_CAPTURE(against_simulator, htn_1024_hotspot, "htn:4,4,2,0", chosen("hotspot", "thesis"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);

BENCHMARK_CAPTURE(curve, torus_8x8, "torus:8x8")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curve, htn_1024, "htn:4,4,2,1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_point, torus_64x64, "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_point, mesh_64x64, "mesh:64x64")->Unit(benchmark::kMillisecond);

}  // namespace
