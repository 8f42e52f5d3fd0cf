// The conventions of every preset, applied to the model and to the simulator alike.
#include "latency_case.hpp"

#include <algorithm>
#include <cmath>

#include "wafernet/deadlock.hpp"
#include "wafernet/error.hpp"
#include "wafernet/routings.hpp"
#include "wafernet/vc_rules.hpp"

namespace wafernet::cli {

namespace {

constexpr Node verdict_nodes = 4096;  // larger networks are not tested for deadlock here

std::uint64_t in_range(const char* option, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
    if (value < least || value > most) {
        throw InputError(std::string(option) + " is " + std::to_string(value) + ", need a number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
}

LatencyOptions model_options(const SimulationOptions& s, const LatencyChoice& choice) {
    LatencyOptions o = latency_preset(choice.preset);
    o.vcs = s.vcs;
    o.buffer_flits = s.buffer_flits;
    o.link_cycles = s.link_cycles;
    o.lengths.clear();
    for (const LengthShare& l : s.lengths) o.lengths.push_back({l.flits, l.share});
    o.method = choice.method == "classical" ? LatencyMethod::classical : LatencyMethod::product_form;
    o.form = choice.form == "flows" ? FlowForm::flows : choice.form == "transitions" ? FlowForm::transitions : FlowForm::automatic;
    return o;
}

}  // namespace

std::vector<Option> latency_options(LatencyChoice& c) {
    return {{"--preset", "configured router", &c.preset, false, {"ideal", "thesis", "booksim-min", "booksim-4stage", "kmway"}},
            {"--traffic", "pattern, or file:matrix.csv", &c.traffic},
            {"--routing", "routing; the network's own if not given", &c.routing},
            {"--ties", "direction round a ring when both are equally long; by the preset if not given", &c.ties, false, {"positive", "literal", "split", "parity", ""}},
            {"--vc-rule", "assignment of virtual channels; the routing's own if not given", &c.vc_rule},
            {"--vcs", "virtual channels", &c.vcs},
            {"--buffer", "flits that the buffer of a virtual channel holds", &c.buffer},
            {"--flits", "length of a message", &c.flits},
            {"--link-cycles", "cycles of every link", &c.link_cycles},
            {"--hotspot-fraction", "share of all messages that goes to the hot spot (0.05)", &c.hotspot_fraction},
            {"--hotspot-nodes", "centre nodes of the hot spot: 1 or 4", &c.hotspot_nodes},
            {"--include-self", "uniform traffic and fixed points also send to themselves", &c.include_self},
            {"--method", "queueing model", &c.method, false, {"product-form", "classical"}},
            {"--form", "path by path or by transition probabilities", &c.form, false, {"auto", "flows", "transitions"}}};
}

LatencyCase make_latency_case(const std::string& word, const LatencyChoice& choice) {
    LatencyCase c;
    c.network = std::make_unique<Network>(make_network(word));
    const Network& network = *c.network;
    SimulationOptions& s = c.simulation;
    s = simulation_preset(choice.preset);
    s.terminals_are_ports = false;  // to the model every node is a router
    const bool booksim = choice.preset.starts_with("booksim");
    const bool thesis = choice.preset == "thesis";
    const RoutingSpec spec = find_routing(choice.routing, network);
    c.routing_name = spec.name;
    c.ties_name = !choice.ties.empty() ? choice.ties : thesis ? "literal" : booksim ? "split" : "parity";
    const Ties ties = ties_named(c.ties_name);
    c.routing = make_routing(spec.name, network, {ties});
    if (ties == Ties::split) s.output = OutputPolicy::random;
    if (choice.vcs) s.vcs = static_cast<int>(in_range("--vcs", *choice.vcs, 1, max_vcs));
    if (choice.buffer) s.buffer_flits = static_cast<std::uint32_t>(in_range("--buffer", *choice.buffer, 1, 65535));
    if (choice.flits) s.lengths = {{static_cast<std::uint32_t>(in_range("--flits", *choice.flits, 1, 1000000)), 1.0}};
    if (choice.link_cycles) s.link_cycles = static_cast<std::uint32_t>(in_range("--link-cycles", *choice.link_cycles, 1, 10000));
    std::string rule = choice.vc_rule.empty() ? std::string(spec.default_vc_rule) : choice.vc_rule;
    if (booksim && choice.vc_rule.empty() && rule == "dateline") rule = "booksim";
    if (!choice.vcs) s.vcs = std::max({s.vcs, make_vc_rule(rule, network).vcs, spec.least_vcs});
    c.rule = make_vc_rule(rule, network, s.vcs);
    TrafficOptions with;
    with.include_self = choice.include_self || booksim;
    with.hotspot_nodes = static_cast<int>(in_range("--hotspot-nodes", choice.hotspot_nodes.value_or(thesis ? 4 : 1), 1, 1000));
    if (choice.hotspot_fraction) with.hotspot_fraction = *choice.hotspot_fraction;
    c.traffic = make_traffic(choice.traffic, network, with);
    s.load = 0.0;
    check_options(s, network);
    c.options = model_options(s, choice);
    if (network.graph.nodes() <= verdict_nodes && !c.routing->adaptive()) {
        const Verdict verdict = deadlock_verdict(network, *c.routing, c.rule);
        if (!verdict.acyclic) {
            c.cyclic = "routing " + c.routing_name + " with VC rule " + c.rule.name + " has a cycle of " + std::to_string(verdict.cycle.size()) + " channels";
        }
    }
    return c;
}

SimulatedPoint simulate_point(const LatencyCase& c, double load, unsigned seeds, std::uint64_t cycles, std::uint64_t first_seed) {
    SimulatedPoint point;
    std::vector<double> means;
    double total = 0.0;
    unsigned lost = 0;
    std::optional<double> within;
    for (unsigned i = 0; i < seeds; ++i) {
        SimulationOptions o = c.simulation;
        o.load = load;
        o.cycles = cycles;
        o.warmup = o.from_empty ? 0 : std::max<std::uint64_t>(2000, cycles / 4);
        o.seed = first_seed + i;
        const SimulationResult r = simulate(*c.network, *c.routing, c.rule, *c.traffic, o);
        if (r.status == RunStatus::deadlock) {
            point.status = "deadlock";
            return point;
        }
        if (r.status != RunStatus::ok) ++lost;
        else if (r.latency) {
            means.push_back(r.latency->mean);
            total += r.total_latency ? r.total_latency->mean : r.latency->mean;
            within = r.latency->ci95;
        }
    }
    if (2 * lost >= seeds || means.empty()) {
        point.status = lost > 0 ? "saturated" : "ok";
        return point;
    }
    double sum = 0.0, squares = 0.0;
    for (const double m : means) sum += m, squares += m * m;
    const auto n = static_cast<double>(means.size());
    point.latency = sum / n;
    point.total = total / n;
    point.ci95 = within;
    if (means.size() >= 2) point.ci95 = 2.2 * std::sqrt(std::max(0.0, squares / n - *point.latency * *point.latency) / (n - 1.0));
    return point;
}

}  // namespace wafernet::cli
