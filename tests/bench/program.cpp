// Whole commands, start-up included, as a user waits for them.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

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
BENCHMARK_CAPTURE(command, estimate_hypercube_1024, "estimate hypercube:10")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_windows_1024, "estimate how:32,5,2")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_array_1024, "estimate array:1024")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(command, estimate_complete_1024, "estimate complete:1024")->Unit(benchmark::kMillisecond)->UseRealTime();
