// Flit-hops per second of the reference simulator, on one thread, and the figures of BookSim2 beside its own.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "wafernet/network.hpp"
#include "wafernet/simulation_case.hpp"

namespace {

using namespace wafernet;

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void run(benchmark::State& state, const char* word, const SimulationChoice& choice, double load, std::uint64_t cycles) {
    const Network network = make_network(word);
    SimulationCase c = make_simulation_case(network, choice);
    c.options.load = load;
    c.options.cycles = cycles;
    SimulationResult r;
    std::uint64_t hops = 0;
    for (auto _ : state) {
        r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
        hops += r.flit_hops;
    }
    state.counters["flit_hops/s"] = benchmark::Counter(static_cast<double>(hops), benchmark::Counter::kIsRate);
    state.counters["accepted"] = r.accepted;
    state.counters["latency"] = r.latency ? r.latency->mean : 0.0;
    state.counters["peak_MiB"] = peak_mib();
}

const SimulationChoice thesis{.preset = "thesis", .vc_rule = "ph3"};

BENCHMARK_CAPTURE(run, mesh_16x16_at_0_1, "mesh:16x16", SimulationChoice{}, 0.1, 20000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, htn_1024_saturated, "htn:4,4,2,1", thesis, 0.08, 20000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, kmway_torus_512_saturated, "kmway-torus:8,3", SimulationChoice{}, 0.14, 3000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, mesh_4096_saturated, "mesh:64x64", SimulationChoice{}, 0.08, 3000)->Unit(benchmark::kMillisecond);

// A curve of ten loads of the 1024-node HTN, 20,000 cycles each, on two threads.
void htn_curve(benchmark::State& state) {
    const Network network = make_network("htn:4,4,2,1");
    const SimulationCase c = make_simulation_case(network, thesis);
    CurveOptions curve;
    for (int i = 1; i <= 10; ++i) curve.loads.push_back(0.006 * i);
    curve.threads = 2;
    curve.stop_past_saturation = false;
    for (auto _ : state) benchmark::DoNotOptimize(simulate_curve(c.setup(), c.options, curve));
}
BENCHMARK(htn_curve)->Unit(benchmark::kSecond)->UseRealTime();

// BookSim2's cases: latency beside the measured one. Filter: booksim.
void booksim(benchmark::State& state, const char* word, const char* buffer, const char* flits, const char* traffic, double load, double measured) {
    SimulationChoice choice;
    choice.preset = "booksim-min";
    choice.traffic = traffic;
    choice.settings = {{"buffer", buffer}, {"flits", flits}};
    run(state, word, choice, load, 60000);
    state.counters["BookSim2"] = measured;
}
BENCHMARK_CAPTURE(booksim, mesh8_v2b4_u_020, "mesh:8x8", "4", "16", "uniform", 0.2, 61.51)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(booksim, mesh8_v2b4_t_010, "mesh:8x8", "4", "16", "transpose", 0.1, 48.81)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(booksim, torus8_v2b4_u_020, "torus:8x8", "4", "16", "uniform", 0.2, 59.19)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(booksim, torus8_v2b8_u_025, "torus:8x8", "8", "16", "uniform", 0.25, 52.51)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(booksim, mesh8_v2b8_p1_030, "mesh:8x8", "8", "1", "uniform", 0.3, 23.99)->Unit(benchmark::kMillisecond);

}  // namespace
