// Speed of the latency model: a curve of 20 loads, and one point of a large network with everything computed anew.
#include <benchmark/benchmark.h>

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

BENCHMARK_CAPTURE(curve, torus_8x8, "torus:8x8")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curve, htn_1024, "htn:4,4,2,1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_point, torus_64x64, "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_point, mesh_64x64, "mesh:64x64")->Unit(benchmark::kMillisecond);

}  // namespace
