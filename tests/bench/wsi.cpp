// How long wafer-stack figures take, on one thread.
#include <benchmark/benchmark.h>

#include "wafernet/io/make_network.hpp"
#include "wafernet/wsi/mapping.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"
#include "wafernet/wsi/repair.hpp"
#include "wafernet/wsi/yield.hpp"

namespace {

using namespace wafernet;

// All that `stack` does for a network, its construction included.
void stack(benchmark::State& state, const char* word) {
    for (auto _ : state) {
        const Network network = make_network(word);
        const Placement placement = place(network, 16, PlacementScheme::address);
        const auto layout = planar_layout(network, LayoutScheme::quadrant);
        benchmark::DoNotOptimize(count_vertical_links(network, placement));
        benchmark::DoNotOptimize(measure_planes(network, placement, *layout));
        benchmark::DoNotOptimize(measure_wires(network, *layout));
    }
}

void yield_curve(benchmark::State& state, const DefectStatistics& statistics, const char* rule) {
    for (auto _ : state) {
        RedundantSystem system;
        system.replacement = replacement(rule);
        const YieldModel model(system, statistics);
        double sum = 0.0;
        for (int i = 1; i <= 100; ++i) sum += model.at(0.01 * i * units::per_cm2).levels.front();
        benchmark::DoNotOptimize(sum);
    }
}

void patterns(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(count_repairable(Plane{}, replacement("any-row"), 4));
}

void converge(benchmark::State& state, const char* word) {
    const Network network = make_network(word);
    for (auto _ : state) benchmark::DoNotOptimize(schedule_converge(network));
}

constexpr auto ms = benchmark::kMillisecond;
BENCHMARK_CAPTURE(stack, htn_262144_on_16_planes, "htn:4,4,4,0")->Unit(ms);
BENCHMARK_CAPTURE(yield_curve, poisson_100_points, DefectStatistics{}, "any")->Unit(ms);
BENCHMARK_CAPTURE(yield_curve, neighbour_rows_100_points, DefectStatistics{}, "neighbour-rows")->Unit(ms);
BENCHMARK_CAPTURE(yield_curve, gamma_shared_by_system_100_points,
                  (DefectStatistics{DefectModel::negative_binomial, 2.0, 10, ClusterScope::system}), "any")
    ->Unit(ms);
BENCHMARK(patterns)->Unit(ms);
BENCHMARK_CAPTURE(converge, htn_1024, "htn:4,4,2,0")->Unit(ms);

}  // namespace
