// Points of a sweep on two threads, alone and with the store: what the store costs, and whether both cores are busy
// (the process's time over the real time).
#include "cli/points/sweep.hpp"

#include <filesystem>

#include <benchmark/benchmark.h>

#include "base/parallel.hpp"
#include "cli/points/store.hpp"

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
    const std::string path = (std::filesystem::temp_directory_path() / "wafernet-bench.db").string();
    for (auto _ : state) {
        std::filesystem::remove(path);
        cli::Store store(path, "sweep_latency");
        for_each_block(points, 2, [&](std::size_t i) {
            const cli::SweepPoint point = *sweep.point(i * step);
            const cli::PointResult result = cli::run_point(sweep, point);
            if (kept) store.keep(key_of(sweep, point), cli::columns_of(point), result);
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

// What the store alone writes: 100,000 points of the columns of a simulated load. It must be 5,000 a second at least.
void stored_points(benchmark::State& state) {
    const std::string path = (std::filesystem::temp_directory_path() / "wafernet-bench.db").string();
    const auto points = static_cast<std::uint64_t>(state.range(0));
    cli::PointResult result;
    std::vector<Value> row;
    for (int c = 0; c < 28; ++c) {
        result.table.columns.push_back({"figure_" + std::to_string(c), ""});
        row.push_back(c % 4 == 0   ? Value(std::string("mesh:8x8"))
                      : c % 4 == 1 ? Value(std::int64_t{c})
                                   : Value(c / 3.0));
    }
    result.table.add(row);
    for (auto _ : state) {
        std::filesystem::remove(path);
        cli::Store store(path, "simulate");
        for (std::uint64_t i = 0; i < points; ++i) {
            result.table.rows[0][2] = static_cast<double>(i) / 7.0;
            store.keep("wafernet 0.1.0 simulate network=mesh:8x8 vcs=2 seed=" + std::to_string(i),
                       {{"network", std::string("mesh:8x8")},
                        {"vcs", std::int64_t{2}},
                        {"seed", static_cast<std::int64_t>(i)}},
                       result);
        }
    }
    std::filesystem::remove(path);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * points));
}
BENCHMARK(stored_points)->Arg(100000)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
