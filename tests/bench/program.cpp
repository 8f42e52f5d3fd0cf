// Whole commands, start-up included, as a user waits for them.
#include <cstdlib>
#include <string>

#include <benchmark/benchmark.h>

namespace {

void command(benchmark::State& state, const char* arguments) {
    const std::string line = std::string("\"" WAFERNET_PROGRAM "\" ") + arguments + " > /dev/null 2>&1";
    for (auto _ : state) {
        if (std::system(line.c_str()) != 0) state.SkipWithError("the command failed");
    }
}

}  // namespace

BENCHMARK_CAPTURE(command, version, "--version")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_htn_1024, "estimate htn:4,4,2,0")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_h3dm_1024, "estimate h3dm:4,4,2,0")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_torus_1024, "estimate torus:32x32")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_mesh_1024, "estimate mesh:32x32")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_hypercube_1024, "estimate hypercube:10")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_windows_1024, "estimate how:32,5,2")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_array_1024, "estimate array:1024")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_complete_1024, "estimate complete:1024")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(command, cost_mesh_1024, "cost mesh:32x32")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, energy_mesh_1024, "energy mesh:32x32")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, spares_1000, "cost mesh:32x32 --spares-up-to 9 --wire-group 64")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// The member of every family with 1,024 nodes, or the nearest: a page within a second.
namespace {

const int registered = [] {
    for (const char* word : {"array:1024",
                             "ccc:7,8",
                             "complete:1024",
                             "double-y:32x32",
                             "fattree:9",
                             "fibonacci:16",
                             "gh:4,5",
                             "h3dm:4,4,2,0",
                             "h3dt:4,2x2x4,2,0",
                             "hcn:5",
                             "hic:4,5",
                             "how:32,7,2",
                             "htn:4,4,2,0",
                             "htn1",
                             "htn2",
                             "htn3",
                             "hypercube:10",
                             "kmway-mesh:8,3",
                             "kmway-torus:8,3",
                             "mesh:32x32",
                             "meshoftrees:16",
                             "mh3dt:4,2x2x4,2,0",
                             "prunedtorus1:8",
                             "prunedtorus2:8",
                             "prunedtorus2d:32",
                             "pyramid:32",
                             "rdt:32,2",
                             "ring:1024",
                             "srt:32x32",
                             "star:1024",
                             "stargraph:6",
                             "swapped:complete:32",
                             "tesh:5,1,0",
                             "torus:32x32",
                             "tree:9",
                             "ttn:5,1,0",
                             "xtree:9"}) {
        benchmark::RegisterBenchmark(
            (std::string("page/") + word).c_str(),
            [word](benchmark::State& state) { command(state, (std::string("estimate ") + word).c_str()); })
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    }
    return 0;
}();

}  // namespace

BENCHMARK_CAPTURE(command, compare_six_1024,
                  "compare htn:4,4,2,0 htn3 h3dm:4,4,2,0 torus:32x32 torus:16x8x8 mesh:32x32")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
