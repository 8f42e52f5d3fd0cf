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
        {"--preset", "configured router (default: ideal, for shared channels kmway)", &c.preset,
         one_of("ideal", "thesis", "booksim-min", "booksim-4stage", "kmway")},
        {"--traffic", traffic_words, &c.traffic},
        {"--routing", "routing (default: the network's own)", &c.routing},
        {"--ties", "direction round a ring when both are equally long (default: by the preset)", &c.ties,
         one_of("positive", "literal", "split", "parity")},
        {"--route-by", route_by_words, &c.route_by, one_of("latency", "hops")},
        {"--spread", spread_words, &c.spread, one_of("destination", "none")},
        {"--vc-rule", "assignment of virtual channels (default: the routing's own)", &c.vc_rule},
        {"--vcs", "virtual channels", &c.vcs},
        {"--extra-vcs", "virtual channels beyond those of the rule (default: by the preset)", &c.extra_vcs,
         one_of("spread", "free", "adaptive", "unused")},
        {"--output-policy", "which permitted output is preferred (default: by the preset)", &c.output_policy,
         one_of("preferred", "random", "xy", "zigzag", "no-turn", "most-free")},
        {"--buffer", "flits that the buffer of a virtual channel holds", &c.buffer},
        {"--flits", "length of a message", &c.flits},
        {"--link-cycles", "cycles of every link", &c.link_cycles},
        {"--hotspot-fraction", "share of all messages that goes to the hot spot (default: 0.05)", &c.hotspot_fraction},
        {"--hotspot-nodes", "centre nodes of the hot spot, 1 or 4 (default: 1, thesis 4)", &c.hotspot_nodes},
        {"--include-self", "uniform and hot-spot traffic and fixed points also send to themselves", &c.include_self}};
}

std::vector<Option> physical_options(DesignPoint& p) {
    return {
        {"--planes",
         "stacked planes, the same for all networks (1; 16 for the families that rahman2006 stacks); where they do not "
         "divide the nodes some hold one node more",
         &p.planes},
        {"--placement",
         "which node goes on which plane: auto, address, last, inline, module, blocks, strips, grown or "
         "file:PLACES.csv (node,plane,x,y); auto: last (the last extent of a mesh or torus is stacked) where the "
         "planes divide that extent, else address; grown: next the node that leaves the fewest links open",
         &p.placement},
        {"--layout", "tiles of the nodes on a plane; best: shortest longest wire, curve where nodes have no digits",
         &p.layout, one_of("best", "raster", "folded", "z-stacked", "quadrant", "curve")},
        {"--technology", "name or TOML file of a technology; of compare also a,b, with rows for each", &p.technology},
        {"--plane-technology",
         "PLANE=TECHNOLOGY: a plane of other silicon, by its number from 1 or the name that a placement's file gives; "
         "may be given several times, or with commas between",
         &p.plane_technologies},
        {"--set",
         "KEY=VALUE in place of one of the technology's values, in the unit of its file; may be given several times",
         &p.technology_values},
        {"--flit-bits",
         "bits that a link carries a cycle, each way; it has the lines of both ways and their side-band (default: "
         "the technology's)",
         &p.flit_bits},
        {"--vertical-bits",
         "width in bits of links between planes, over which a flit then takes several cycles (that of all links)",
         &p.vertical_bits},
        {"--wire-cycles",
         "links take the cycles that their repeated wires need; auto: where the technology gives its wires",
         &p.wire_cycles, one_of("auto", "yes", "no")},
        {"--clock-ns", "cycle of the routers (default: what their slowest stage takes)", &p.clock_ns},
        {"--clock-ghz", "the same as a frequency", &p.clock_ghz},
        {"--defects", "defects per cm2 (default: the technology's, or 0.5)", &p.defects_per_cm2},
        {"--spares", "spare nodes a node of a block, and spare blocks a block", &p.spares},
        {"--spare-unit", "nodes of a block that shares its spare nodes", &p.spare_unit}};
}

std::vector<Option> cost_options(DesignPoint& p) {
    CostChoice& c = p.cost;
    return {{"--bonding", "d2w: planes are cut and bonded as dies; w2w: whole wafers, which take bad planes along",
             &c.bonding, one_of("d2w", "w2w")},
            {"--known-good", "planes are tested before bonding; auto: unless whole wafers are bonded", &c.known_good,
             one_of("auto", "yes", "no")},
            {"--test-each-bond", "stacks are tested after each bond", &c.test_each_bond},
            {"--wire-group", "vertical signal wires that share spare wires; 0: no spare wires", &c.wire_group},
            {"--wire-spares", "spare wires a group", &c.wire_spares},
            {"--wire-clusters",
             "what draws a rate of faults of vertical wires of its own: none, every wire fails by itself",
             &c.wire_clusters, one_of("none", "group", "interface")},
            {"--wire-alpha", "how closely they gather; less is closer (default: 1)", &c.wire_alpha},
            {"--development", "usd for development, with --volume", &c.development},
            {"--volume", "systems that share the development (default: without)", &c.volume}};
}

std::vector<Option> defect_options(DesignPoint& p) {
    return {{"--model", "spread of defects", &p.defect_model,
             one_of("poisson", "murphy", "seeds", "seeds-sqrt", "bose-einstein", "negative-binomial")},
            {"--alpha", "clustering of the negative binomial; less is more clustered (default: 2)", &p.defect_alpha},
            {"--layers", "critical layers of Bose-Einstein (default: 10)", &p.defect_layers}};
}

std::vector<Option> latency_options(DynamicChoice& c) {
    std::vector<Option> all = dynamic_options(c);
    all.push_back({"--method",
                   "what latency and saturation come from; auto: the queueing model where it is exact enough, else "
                   "simulations that stop when they are",
                   &c.method, one_of("auto", "model", "simulation")});
    all.push_back({"--within",
                   "relative half width of the interval that is asked for, 0.05 or 5% (default: the model wherever it "
                   "has an answer, 5% in latency)",
                   &c.within});
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
        DynamicVerdict verdict = dynamic_verdict(*c.network, *c.routing, c.rule, *c.traffic, c.options.router.vcs,
                                                 c.options.router.extra, 1);
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
