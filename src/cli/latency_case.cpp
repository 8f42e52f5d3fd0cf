// The conventions of every preset, applied to the model and to the simulator alike.
#include "latency_case.hpp"

#include <algorithm>

#include "values.hpp"
#include "wafernet/deadlock.hpp"
#include "wafernet/error.hpp"
#include "wafernet/load_curve.hpp"
#include "wafernet/modelled_router.hpp"
#include "wafernet/routings.hpp"

namespace wafernet::cli {

namespace {

constexpr Node verdict_nodes = 4096, verdict_nodes_together = 65536;  // larger networks are not tested for deadlock here

std::uint64_t in_range(const char* option, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
    if (value < least || value > most) {
        throw InputError(std::string(option) + " is " + std::to_string(value) + ", need a number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
}

}  // namespace

std::vector<Option> dynamic_options(LatencyChoice& c) {
    return {{"--preset", "configured router; ideal, or kmway for shared channels, if not given", &c.preset, false, {"ideal", "thesis", "booksim-min", "booksim-4stage", "kmway"}},
            {"--traffic", traffic_words, &c.traffic},
            {"--routing", "routing; the network's own if not given", &c.routing},
            {"--ties", "direction round a ring when both are equally long; by the preset if not given", &c.ties, false, {"positive", "literal", "split", "parity"}},
            {"--vc-rule", "assignment of virtual channels; the routing's own if not given", &c.vc_rule},
            {"--vcs", "virtual channels", &c.vcs},
            {"--buffer", "flits that the buffer of a virtual channel holds", &c.buffer},
            {"--flits", "length of a message", &c.flits},
            {"--link-cycles", "cycles of every link", &c.link_cycles},
            {"--hotspot-fraction", "share of all messages that goes to the hot spot (0.05)", &c.hotspot_fraction},
            {"--hotspot-nodes", "centre nodes of the hot spot: 1 or 4 (1, under preset thesis 4)", &c.hotspot_nodes},
            {"--include-self", "uniform and hot-spot traffic and fixed points also send to themselves", &c.include_self}};
}

std::vector<Option> latency_options(LatencyChoice& c) {
    std::vector<Option> all = dynamic_options(c);
    all.push_back({"--method", "queueing model", &c.method, false, {"product-form", "classical"}});
    all.push_back({"--form", "path by path or by transition probabilities", &c.form, false, {"auto", "flows", "transitions"}});
    return all;
}

SimulationChoice simulation_choice(const LatencyChoice& choice) {
    SimulationChoice said;
    said.preset = choice.preset.value_or("");
    said.routing = choice.routing;
    said.vc_rule = choice.vc_rule;
    if (!choice.ties.empty()) said.ties = ties_named(choice.ties);
    said.traffic = choice.traffic;
    said.hotspot_fraction = choice.hotspot_fraction;
    if (choice.hotspot_nodes) said.hotspot_nodes = static_cast<int>(in_range("--hotspot-nodes", *choice.hotspot_nodes, 1, 1000));
    if (choice.include_self) said.include_self = true;
    const auto set = [&](const char* setting, const std::optional<std::uint64_t>& value, std::uint64_t most) {
        if (value) said.settings.emplace_back(setting, std::to_string(in_range((std::string("--") + setting).c_str(), *value, 1, most)));
    };
    set("vcs", choice.vcs, max_vcs);
    set("buffer", choice.buffer, 65535);
    set("flits", choice.flits, 1000000);
    set("link-cycles", choice.link_cycles, most_link_cycles);
    return said;
}

RoutingChoice routing_choice(const Network& network, const LatencyChoice& choice, Ties ties) {
    const SimulationChoice said = simulation_choice(choice);
    const RoutingSpec spec = find_routing(said.routing, network);
    const std::string rule = vc_rule_of(said, spec);
    return {said.routing, rule == spec.default_vc_rule ? said.vc_rule : rule, static_cast<int>(choice.vcs.value_or(0)), said.ties.value_or(ties)};
}

LatencyCase make_latency_case(const std::string& word, const LatencyChoice& choice) {
    LatencyCase c;
    c.network = std::make_unique<Network>(make_network(word));
    const Network& network = *c.network;
    SimulationCase made = make_simulation_case(network, simulation_choice(choice));
    c.routing_name = made.routing_name;
    c.ties_name = name(made.ties);
    c.routing = std::move(made.routing);
    c.rule = std::move(made.rule);
    c.traffic = std::move(made.traffic);
    c.simulation = std::move(made.options);
    c.options = modelled_router(c.simulation);
    c.options.method = choice.method == "classical" ? LatencyMethod::classical : LatencyMethod::product_form;
    c.options.form = choice.form == "flows" ? FlowForm::flows : choice.form == "transitions" ? FlowForm::transitions : FlowForm::automatic;
    return c;
}

std::optional<std::string> cyclic(const LatencyCase& c) {
    const std::string what = "routing " + c.routing_name + " with VC rule " + c.rule.name + " and ties " + c.ties_name;
    const Node most = judged_together(*c.network, *c.routing) ? verdict_nodes_together : verdict_nodes;
    if (c.network->graph.nodes() > most) return what + " is not tested for deadlock in networks of more than " + std::to_string(most) + " nodes";
    try {
        const Verdict verdict = deadlock_verdict(*c.network, *c.routing, c.rule, {1, escape_by_routing(*c.routing)});
        if (verdict.acyclic) return std::nullopt;
        return what + " has a cycle of " + std::to_string(verdict.cycle.size()) + " channels";
    } catch (const InputError& error) {  // the model says whatever else is wrong with it
        return what + " is not tested for deadlock: " + error.what();
    }
}

SimulatedPoint simulate_point(const LatencyCase& c, double load, unsigned seeds, std::uint64_t cycles, std::uint64_t first_seed) {
    SimulatedPoint point;
    std::vector<SimulationResult> runs;
    for (unsigned i = 0; i < seeds; ++i) {
        SimulationOptions o = c.simulation;
        o.load = load;
        o.cycles = cycles;
        o.warmup = o.from_empty ? 0 : std::max<std::uint64_t>(2000, cycles / 4);
        o.seed = first_seed + i;
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
