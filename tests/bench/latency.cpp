// Speed of the latency model: a curve of 20 loads, and one point of a large network with everything computed anew.
#include <benchmark/benchmark.h>

#include <chrono>
#include <string>
#include <vector>

#include "wafernet/latency_model.hpp"
#include "wafernet/modelled_router.hpp"
#include "wafernet/network.hpp"
#include "wafernet/routings.hpp"
#include "wafernet/vc_rules.hpp"

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
        options = latency_preset("ideal");
        options.vcs = std::max(2, rule.vcs);
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

// The curve of 20 loads by the model and by the simulator with five seeds of 20,000 cycles, as `validate` compares them, one thread each.
void against_simulator(benchmark::State& state, const char* word, const SimulationChoice& choice) {
    const Network network = make_network(word);
    const SimulationCase c = make_simulation_case(network, choice);
    CurveOptions simulated;
    simulated.seeds = 5;
    simulated.stop_past_saturation = false;
    const auto begin = std::chrono::steady_clock::now();
    for (auto _ : state) {
        const LatencyModel model = model_of(c);
        simulated.loads.clear();
        for (int i = 1; i <= 20; ++i) simulated.loads.push_back(model.saturation().load * i / 20.0);
        benchmark::DoNotOptimize(model.curve(simulated.loads));
    }
    const auto middle = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(simulate_curve(c.setup(), c.options, simulated));
    const std::chrono::duration<double> model_time = middle - begin, simulator_time = std::chrono::steady_clock::now() - middle;
    state.counters["simulator_s"] = simulator_time.count();
    state.counters["times_as_fast"] = simulator_time.count() * static_cast<double>(state.iterations()) / model_time.count();
}

SimulationChoice chosen(const char* traffic, const char* preset) {
    SimulationChoice choice;
    choice.traffic = traffic;
    choice.preset = preset;
    return choice;
}

BENCHMARK_CAPTURE(against_simulator, torus_8x8, "torus:8x8", SimulationChoice{})->Unit(benchmark::kMillisecond)->Iterations(20);
BENCHMARK_CAPTURE(against_simulator, torus_16x16_transpose, "torus:16x16", chosen("transpose", "ideal"))->Unit(benchmark::kMillisecond)->Iterations(5);
BENCHMARK_CAPTURE(against_simulator, htn_1024_thesis, "htn:4,4,2,0", chosen("uniform", "thesis"))->Unit(benchmark::kMillisecond)->Iterations(5);

BENCHMARK_CAPTURE(curve, torus_8x8, "torus:8x8")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curve, htn_1024, "htn:4,4,2,1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_point, torus_64x64, "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_point, mesh_64x64, "mesh:64x64")->Unit(benchmark::kMillisecond);

}  // namespace
