// Points of a sweep on two threads, alone and with the journal: what the store costs, and whether both cores are busy
// (the process's time over the real time).
#include "cli/points/sweep.hpp"

#include <filesystem>

#include <benchmark/benchmark.h>

#include "base/parallel.hpp"
#include "cli/points/kept.hpp"

namespace {

using namespace wafernet;

cli::Sweep curves() {
    cli::Sweep sweep;
    sweep.command = "latency";
    sweep.fixed = {{"loads", "0.02,0.05"}};
    sweep.axes = {{{"network"}, {{"mesh:8x8"}, {"torus:8x8"}, {"hypercube:6"}, {"mesh:4x4x4"}}},
                  {{"vcs"}, {{"2"}, {"4"}, {"6"}, {"8"}, {"10"}}},
                  {{"flits"}, {}}};
    for (int flits = 1; flits <= 500; ++flits) sweep.axes.back().rows.push_back({std::to_string(flits)});
    return sweep;
}

void sweep_points(benchmark::State& state) {
    const cli::Sweep sweep = curves();  // 10,000 points
    const bool kept = state.range(0) != 0;
    const std::uint64_t points = static_cast<std::uint64_t>(state.range(1)), step = sweep.size() / points;
    const std::string path = (std::filesystem::temp_directory_path() / "wafernet-bench.journal").string();
    for (auto _ : state) {
        std::filesystem::remove(path);
        cli::KeptResults results(path, sweep.about(), Journal::Use::begin);
        for_each_block(points, 2, [&](std::size_t i) {
            const cli::SweepPoint point = *sweep.point(i * step);
            const cli::PointResult result = cli::run_point(sweep, point);
            if (kept) results.keep(words_of(sweep, point), text_of(result));
        });
    }
    std::filesystem::remove(path);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(points));
}
BENCHMARK(sweep_points)
    ->Args({0, 1000})
    ->Args({1, 1000})
    ->Args({1, 10000})
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
