// Flit-hops per second of the reference simulator, on one thread, and the figures of BookSim2 beside its own.
#include <cmath>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "wafernet/io/make_network.hpp"
#include "wafernet/sim/simulation_case.hpp"

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

const SimulationChoice thesis = [] {
    SimulationChoice choice;
    choice.preset = "thesis";
    choice.vc_rule = "ph3";
    return choice;
}();

BENCHMARK_CAPTURE(run, mesh_16x16_at_0_1, "mesh:16x16", SimulationChoice{}, 0.1, 20000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, htn_1024_saturated, "htn:4,4,2,1", thesis, 0.08, 20000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, kmway_torus_512_saturated, "kmway-torus:8,3", SimulationChoice{}, 0.14, 3000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, mesh_4096_saturated, "mesh:64x64", SimulationChoice{}, 0.08, 3000)
    ->Unit(benchmark::kMillisecond);

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

// BookSim2 (commit 28f43299): offered traffic and mean packet latency of its measured cases, each a single run of some
// ten thousand cycles.
struct BookSimCase {
    const char* word;
    const char* buffer;
    const char* flits;
    const char* traffic;
    std::vector<std::pair<double, double>> measured;
};
const BookSimCase booksim_cases[] = {
    {"mesh:8x8",
     "4",
     "16",
     "uniform",
     {{0.01, 38.84},
      {0.05, 42.56},
      {0.1, 46.83},
      {0.15, 51.86},
      {0.2, 61.51},
      {0.25, 80.34},
      {0.28, 130.59},
      {0.3, 365.12}}},
    {"torus:8x8",
     "4",
     "16",
     "uniform",
     {{0.01, 35.17}, {0.05, 38.13}, {0.1, 42.18}, {0.15, 47.7}, {0.2, 59.19}, {0.25, 119.05}, {0.28, 548.39}}},
    {"tree:4",
     "4",
     "16",
     "uniform",
     {{0.01, 34.42},
      {0.02, 34.35},
      {0.04, 35.22},
      {0.06, 37.47},
      {0.08, 40.14},
      {0.1, 41.95},
      {0.12, 44.47},
      {0.14, 48.73},
      {0.16, 57.35},
      {0.18, 61.92}}},
    {"mesh:8x8",
     "4",
     "16",
     "transpose",
     {{0.01, 39.53}, {0.05, 42.8}, {0.08, 45.85}, {0.1, 48.81}, {0.12, 56.23}, {0.14, 85.63}}},
    {"mesh:8x8", "8", "1", "uniform", {{0.01, 20.82}, {0.1, 21.09}, {0.2, 21.9}, {0.3, 23.99}, {0.4, 44.17}}},
    {"torus:8x8",
     "8",
     "16",
     "uniform",
     {{0.01, 32.31}, {0.05, 34.06}, {0.1, 37.25}, {0.15, 40.65}, {0.2, 44.95}, {0.25, 52.51}, {0.3, 69.41}}},
};

// Twelve runs of 12,000 cycles: their mean beside BookSim2's figure, in percent, and how many standard deviations of
// one run lie between. Filter: booksim.
void booksim(benchmark::State& state, const BookSimCase& what, double load, double measured) {
    const Network network = make_network(what.word);
    SimulationChoice choice;
    choice.preset = "booksim-min";
    choice.traffic = what.traffic;
    choice.settings = {{"buffer", what.buffer}, {"flits", what.flits}, {"warmup", "3000"}, {"cycles", "12000"}};
    SimulationCase c = make_simulation_case(network, choice);
    c.options.load = load;
    constexpr int runs = 12;
    double sum = 0.0, squares = 0.0;
    for (auto _ : state) {
        for (int i = 0; i < runs; ++i) {
            c.options.seed = 1000 + static_cast<std::uint64_t>(i);
            const double latency = simulate(network, *c.routing, c.rule, *c.traffic, c.options).latency.value().mean;
            sum += latency;
            squares += latency * latency;
        }
    }
    const double mean = sum / runs;
    const double deviation = std::sqrt((squares - sum * mean) / (runs - 1));
    state.counters["BookSim2"] = measured;
    state.counters["latency"] = mean;
    state.counters["error_%"] = 100.0 * (mean / measured - 1.0);
    state.counters["deviations"] = (mean - measured) / deviation;
}

const bool registered = [] {
    for (const BookSimCase& what : booksim_cases) {
        for (const auto& [load, latency] : what.measured) {
            const std::string name = std::string("booksim/") + what.word + "/b" + what.buffer + "/p" + what.flits +
                                     "/" + what.traffic + "/" + std::to_string(load).substr(0, 4);
            benchmark::RegisterBenchmark(name.c_str(),
                                         [&what, load = load, latency = latency](benchmark::State& state) {
                                             booksim(state, what, load, latency);
                                         })
                ->Unit(benchmark::kMillisecond)
                ->Iterations(1);
        }
    }
    return true;
}();

}  // namespace
