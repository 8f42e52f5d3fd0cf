// How long verdicts and channel loads take, on one thread. Wanted: 1,024 nodes with 3 VCs under 0.5 s, 4,096 nodes
// under 5 s; Duato's routing on a mesh of 32x32 1 s and 100 MB, of 64x64 15 s and 400 MB, west-first on it 1 s.
#include "wafernet/routing/deadlock.hpp"

#include <sys/resource.h>

#include <benchmark/benchmark.h>

#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace {

using namespace wafernet;

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void verdict(benchmark::State& state, const char* word, const char* routing, const char* rule, Ties ties) {
    const Network network = make_network(word);
    const ChosenRouting chosen = choose_routing(network, {routing, rule, 0, ties, {}});
    Verdict v;
    for (auto _ : state) {
        VerdictOptions options;
        options.escape = escape_by_routing(*chosen.routing);
        v = deadlock_verdict(network, *chosen.routing, chosen.rule, options);
        benchmark::DoNotOptimize(v);
    }
    state.counters["nodes"] = network.graph.nodes();
    state.counters["dependencies"] = static_cast<double>(v.dependencies);
    state.counters["cycle"] = static_cast<double>(v.cycle.size());
    state.counters["peak_MiB"] = peak_mib();
}

void load(benchmark::State& state, const char* word) {
    const Network network = make_network(word);
    const ChosenRouting chosen = choose_routing(network, {});
    const auto traffic = make_traffic("uniform", network);
    double most = 0;
    for (auto _ : state) {
        most = channel_load(network, *chosen.routing, chosen.rule, *traffic).largest();
        benchmark::DoNotOptimize(most);
    }
    state.counters["max_load"] = most;
    state.counters["peak_MiB"] = peak_mib();
}

BENCHMARK_CAPTURE(verdict, htn_1024_ph3, "htn:4,4,2,1", "dor-destination", "ph3", Ties::literal)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, htn_1024_t44_cyclic, "htn:4,4,2,1", "dor-nearest", "t44", Ties::positive)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, htn_4096_seg, "htn:4,8,2,1", "dor-destination", "seg", Ties::positive)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, htn_4096_t44_cyclic, "htn:4,8,2,1", "dor-nearest", "t44", Ties::positive)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, mh3dt_4096_seg, "mh3dt:4,4,2,0", "dor-nearest", "seg", Ties::positive)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, torus_4096_dateline, "torus:64x64", "dor", "dateline", Ties::positive)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, mesh_1024_duato, "mesh:32x32", "duato", "", Ties::positive)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, mesh_4096_duato, "mesh:64x64", "duato", "", Ties::positive)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verdict, mesh_4096_west_first, "mesh:64x64", "west-first", "", Ties::positive)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load, htn_1024, "htn:4,4,2,1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load, htn_4096, "htn:4,8,2,1")->Unit(benchmark::kMillisecond);

}  // namespace
