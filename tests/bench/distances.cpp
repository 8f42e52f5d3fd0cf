// How long exact distances take, on one thread. The graph is built outside the clock except where the name says so.
#include "wafernet/measure/distances.hpp"

#include <sys/resource.h>

#include <benchmark/benchmark.h>

#include "wafernet/io/make_network.hpp"

namespace {

using namespace wafernet;

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void brute_force(benchmark::State& state, const char* word) {
    const Network network = make_network(word);
    Distances d;
    for (auto _ : state) {
        d = measure_distances(network, {1, true});
        benchmark::DoNotOptimize(d);
    }
    state.counters["nodes"] = d.nodes;
    state.counters["diameter"] = d.diameter().value_or(0);
    state.counters["average"] = d.average(Pairs::distinct).value_or(0);
    state.counters["peak_MiB"] = peak_mib();
}

void with_symmetry(benchmark::State& state, const char* word) {
    Distances d;
    for (auto _ : state) {
        const Network network = make_network(word);
        d = measure_distances(network, {1, false});
        benchmark::DoNotOptimize(d);
    }
    state.counters["nodes"] = d.nodes;
    state.counters["diameter"] = d.diameter().value_or(0);
    state.counters["average"] = d.average(Pairs::distinct).value_or(0);
    state.counters["peak_MiB"] = peak_mib();
}

}  // namespace

BENCHMARK_CAPTURE(brute_force, torus_64x64, "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, mesh_64x64, "mesh:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, torus_16x16x16, "torus:16x16x16")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, hypercube_12, "hypercube:12")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, htn_4096, "htn:4,8,2,0")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, tesh_4096, "tesh:2,3,0")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, mh3dt_4096, "mh3dt:4,4,2,2")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, ring_4096, "ring:4096")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, array_4096, "array:4096")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, mesh_2x2048, "mesh:2x2048")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, complete_4096, "complete:4096")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, mesh_16x256, "mesh:16x256")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, mesh_8x8x64, "mesh:8x8x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, torus_32x128, "torus:32x128")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, star_4096, "star:4096")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, generalized_hypercube_4096, "gh:64,2")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, windows_4096, "how:4096,3,1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, ring_16384, "ring:16384")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, torus_64x256, "torus:64x256")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, mesh_8x8x256, "mesh:8x8x256")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, torus_128x128, "torus:128x128")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, mesh_128x128, "mesh:128x128")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(brute_force, htn_16384, "htn:4,4,3,0")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(with_symmetry, htn_4194304_with_building, "htn:4,4,5,0")->Unit(benchmark::kMillisecond);
