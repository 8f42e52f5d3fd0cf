#include "dynamic_options.hpp"

#include <algorithm>
#include <cmath>

#include "dynamic_verdict.hpp"
#include "routing_options.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/load_curve.hpp"

namespace wafernet::cli {

namespace {

constexpr Node verdict_nodes = 4096,
               verdict_nodes_together = 65536;  // larger networks are not tested for deadlock here

}  // namespace

std::vector<Option> dynamic_options(DynamicChoice& c) {
    return {
        {"--preset", &c.preset, one_of("ideal", "thesis", "booksim-min", "booksim-4stage", "kmway")},
        {"--traffic", &c.traffic},
        {"--routing", &c.routing},
        {"--ties", "direction round a ring when both are equally long (default: by the preset)", &c.ties,
         one_of("positive", "literal", "split", "parity")},
        {"--route-by", &c.route_by, one_of("latency", "hops")},
        {"--spread", &c.spread, one_of("destination", "none")},
        {"--vc-rule", &c.vc_rule},
        {"--vcs", "virtual channels", &c.vcs},
        {"--extra-vcs", &c.extra_vcs, one_of("spread", "free", "adaptive", "unused")},
        {"--output-policy", &c.output_policy, one_of("preferred", "random", "xy", "zigzag", "no-turn", "most-free")},
        {"--buffer", &c.buffer},
        {"--flits", &c.flits},
        {"--link-cycles", &c.link_cycles},
        {"--hotspot-fraction", &c.hotspot_fraction},
        {"--hotspot-nodes", &c.hotspot_nodes},
        {"--include-self", &c.include_self}};
}

std::vector<Option> physical_options(DesignPoint& p) {
    return {{"--planes", &p.planes},
            {"--placement", &p.placement},
            {"--layout", &p.layout, one_of("best", "raster", "folded", "z-stacked", "quadrant", "curve")},
            {"--technology", &p.technology},
            {"--plane-technology", &p.plane_technologies},
            {"--set", &p.technology_values},
            {"--flit-bits", &p.flit_bits},
            {"--vertical-bits", &p.vertical_bits},
            {"--wire-cycles", &p.wire_cycles, one_of("auto", "yes", "no")},
            {"--clock-ns", &p.clock_ns},
            {"--clock-ghz", &p.clock_ghz},
            {"--defects", &p.defects_per_cm2},
            {"--spares", &p.spares},
            {"--spare-unit", &p.spare_unit}};
}

std::vector<Option> cost_options(DesignPoint& p) {
    CostChoice& c = p.cost;
    return {{"--bonding", &c.bonding, one_of("d2w", "w2w")},
            {"--known-good", &c.known_good, one_of("auto", "yes", "no")},
            {"--test-each-bond", &c.test_each_bond},
            {"--wire-group", &c.wire_group},
            {"--wire-spares", &c.wire_spares},
            {"--wire-clusters", &c.wire_clusters, one_of("none", "group", "interface")},
            {"--wire-alpha", &c.wire_alpha},
            {"--development", &c.development},
            {"--volume", &c.volume}};
}

std::vector<Option> defect_options(DesignPoint& p) {
    return {{"--model", &p.defect_model,
             one_of("poisson", "murphy", "seeds", "seeds-sqrt", "bose-einstein", "negative-binomial")},
            {"--alpha", &p.defect_alpha},
            {"--layers", &p.defect_layers}};
}

std::vector<Option> latency_options(DynamicChoice& c) {
    std::vector<Option> all = dynamic_options(c);
    all.push_back({"--method", &c.method, one_of("auto", "model", "simulation")});
    all.push_back({"--within", &c.within});
    return all;
}

std::vector<Option> design_options(DesignPoint& p) {
    std::vector<Option> all = physical_options(p);
    add_options(all, latency_options(p.dynamic));
    return all;
}

RoutesVerdict judged(const LatencyCase& c) {
    const std::string what = "routing " + c.routing_name + " with VC rule " + c.rule.name + " and ties " + c.ties_name;
    const Node most = judged_together(*c.network, *c.routing) ? verdict_nodes_together : verdict_nodes;
    if (c.network->graph.nodes() > most)
        return {what + " is not tested for deadlock in networks of more than " + std::to_string(most) + " nodes", {}};
    try {
        DynamicVerdict verdict = dynamic_verdict(*c.network, *c.routing, c.rule, *c.traffic, c.options.router, 1);
        if (verdict.deadlock_free) return {std::nullopt, std::move(verdict.notes)};
        return {what + " has a cycle of " + std::to_string(verdict.cycle) + " channels", std::move(verdict.notes)};
    } catch (const InputError& error) {  // the model says whatever else is wrong with it
        return {what + " is not tested for deadlock: " + error.what(), {}};
    }
}

SimulatedPoint simulate_point(const LatencyCase& c, double load, const SimulationEffort& effort) {
    SimulatedPoint point;
    std::vector<SimulationResult> runs;
    std::uint64_t cycles = effort.cycles;
    if (effort.messages > 0 && !c.simulation.from_empty && load > 0.0) {
        const double per_cycle = load * static_cast<double>(c.network->graph.nodes()) /
                                 static_cast<double>(c.options.router.lengths.front().flits);
        const double needed = std::ceil(static_cast<double>(effort.messages) / per_cycle);
        cycles = std::max(cycles, static_cast<std::uint64_t>(std::min(1e7, needed)));
    }
    for (std::uint64_t i = 0; i < effort.seeds; ++i) {
        SimulationOptions o = c.simulation;
        o.load = load;
        o.cycles = cycles;
        o.warmup = o.from_empty ? 0 : std::max<std::uint64_t>(2000, cycles / 4);
        o.seed = effort.first_seed + i;
        runs.push_back(simulate(*c.network, *c.routing, c.rule, *c.traffic, o));
        if (runs.back().status == RunStatus::deadlock) break;
    }
    point.status = std::string(name(status_of(runs)));
    if (point.status != "ok") return point;
    std::vector<double> means;
    double sum = 0.0, total = 0.0;
    for (const SimulationResult& r : runs) {
        if (r.status != RunStatus::ok || !r.latency) continue;
        means.push_back(r.latency->mean);
        sum += means.back();
        total += r.total_latency ? r.total_latency->mean : r.latency->mean;
        point.ci95 = r.latency->ci95;  // where there is no other
    }
    if (means.empty()) return point;
    const auto n = static_cast<double>(means.size());
    point.latency = sum / n;
    point.total = total / n;
    if (means.size() >= 2) point.ci95 = interval95(means);
    return point;
}

}  // namespace wafernet::cli
