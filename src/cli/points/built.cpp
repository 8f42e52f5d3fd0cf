#include "built.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/effort.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::cli {

namespace {

constexpr double unknown = -std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-9;     // of bounds, which are computed another way
constexpr double model_slack = 0.02;  // by which the model may pass what channels carry: it is an estimate
constexpr Node most_mended = 1024;    // nodes of a network whose datelines are searched

constexpr std::string_view by_cost[] = {"",     "distances", "routed",     "verdict", "zero-load",
                                        "cuts", "latency",   "simulation", "work"};

const FigureGroup& group_named(std::string_view name) {
    for (const FigureGroup& group : figure_groups()) {
        if (group.name == name) return group;
    }
    throw std::logic_error("no group of figures " + std::string(name));
}

DesignPoint point_of(const Candidate& candidate, const Exploration& asked) {
    DesignPoint point = candidate.point;
    if (candidate.vcs_times == 0) return point;
    const Network network = make_network(candidate.word);
    const SimulationChoice choice = simulation_choice(point.dynamic);
    const RoutingSpec spec = find_routing(choice.routing, network);
    std::string rule = vc_rule_of(choice, spec);
    if (asked.mend && rule == "hop" && point.dynamic.vc_rule.empty()) point.dynamic.vc_rule = rule = mending_rule;
    if (is_routed_vc_rule(rule) && predicted_seconds(network, point.dynamic, false).verdict > asked.budget)
        throw InputError(over_budget);
    const int own = is_routed_vc_rule(rule)
                        ? with_vc_rule(spec.make(network, {}), rule, network, 0, spec.least_vcs).rule.vcs
                        : make_vc_rule(rule, network).vcs;
    const int fewest = std::max(own, spec.least_vcs);
    point.dynamic.vcs = static_cast<std::uint64_t>(std::max(fewest, 1)) * candidate.vcs_times;
    return point;
}

FigureRequest request_of(const Design& design, const Exploration& asked) {
    FigureOptions options = asked.options;
    options.point = design.point();
    return request_for(design, asked.common, options, asked.budget);
}

}  // namespace

std::vector<Stage> stages_of(const std::set<std::string>& metrics) {
    std::vector<Stage> stages;
    for (const std::string_view costly : by_cost) {
        for (const std::string& metric : metrics) {
            const auto [group, needs] = group_of(metric);
            if (needs != costly) continue;
            const auto same = std::ranges::find_if(
                stages, [&, g = group](const Stage& s) { return s.group == g && s.costly == costly; });
            if (same != stages.end()) same->metrics.push_back(metric);
            else stages.push_back({group, costly, {metric}});
        }
    }
    return stages;
}

Built::Built(const Candidate& candidate, const Exploration& asked, const std::set<std::string_view>& needed)
    : design_(make_network(candidate.word), point_of(candidate, asked)),
      request_(request_of(design_, asked)),
      budget_(asked.budget) {
    request_.threads = 1;  // candidates go side by side
    // Only what is needed counts against the budget.
    PredictedSeconds& t = request_.seconds;
    for (const auto& [name, seconds] : {std::pair{"cuts", &t.cuts},
                                        {"distances", &t.distances},
                                        {"routed", &t.routed},
                                        {"verdict", &t.verdict},
                                        {"latency", &t.latency}}) {
        const bool used = needed.contains(name) || needed.contains("simulation") ||
                          (std::string_view(name) == "latency" && needed.contains("zero-load")) ||
                          (std::string_view(name) == "distances" && needed.contains("routed"));
        if (!used) *seconds = 0.0;
        if (!used && seconds == &t.latency) t.plan = 0.0;
    }
    PredictedSeconds planned = t;
    planned.latency = planned.plan;
    admitted_ = admitted(planned, asked.budget);
}

std::unique_ptr<Built> Built::mended(Candidate candidate, const Exploration& asked,
                                     const std::set<std::string_view>& needed) {
    const Network network = make_network(candidate.word);
    const SimulationChoice choice = simulation_choice(candidate.point.dynamic);
    const RoutingSpec spec = find_routing(choice.routing, network);
    if (network.graph.nodes() > most_mended) return nullptr;
    candidate.point.dynamic.vc_rule = mending_rule;
    if ((needed.contains("latency") || needed.contains("zero-load")) &&
        predicted_seconds(network, candidate.point.dynamic, false).plan > asked.budget)
        throw InputError(over_budget);
    std::uint64_t fewest = 0;
    try {
        const RuledRouting ruled = with_vc_rule(spec.make(network, {}), mending_rule, network, 0, spec.least_vcs);
        fewest = static_cast<std::uint64_t>(ruled.rule.vcs);
    } catch (const Error&) {  // the rule does not fit these routes
        return nullptr;
    }
    if (candidate.point.dynamic.vcs && *candidate.point.dynamic.vcs < fewest) return nullptr;
    if (candidate.vcs_times > 0) candidate.point.dynamic.vcs = fewest * candidate.vcs_times;
    candidate.vcs_times = 0;
    return std::make_unique<Built>(candidate, asked, needed);
}

void Built::find(const Stage& stage, std::map<std::string, Value>& figures) {
    const bool all = stage.costly == "simulation";
    Admitted& shown = request_.shown;
    shown = {};
    shown.cuts = stage.costly == "cuts" && admitted_.cuts;
    shown.routed = (stage.costly == "routed" || all) && admitted_.routed;
    shown.distances = (stage.costly == "distances" || stage.costly == "routed") && admitted_.distances;
    shown.verdict = (stage.costly == "verdict" || all) && admitted_.verdict;
    shown.latency = (stage.costly == "latency" || stage.costly == "zero-load" || all) && admitted_.latency;
    request_.saturation = stage.costly != "zero-load";
    if (shown.latency && request_.saturation) {
        Admitted now = shown;
        look_again(request_, budget_);
        now.latency = shown.latency, shown = now;
    }
    std::map<std::string, Value> found;
    for (Figure& figure : group_named(stage.group).figures(request_)) {
        if (figure.compared) found.emplace(figure.metric, std::move(figure.value));
    }
    for (const std::string& metric : stage.metrics) {
        const auto value = found.find(metric);
        figures.insert_or_assign(
            metric, value == found.end() ? Value(Missing{"means nothing for this network"}) : value->second);
    }
}

Bounds bounds_of(const Design& design) {
    const Network& network = design.network();
    const DynamicChoice& dynamic = design.point().dynamic;
    const Graph& graph = network.graph;
    const double n = static_cast<double>(terminals_of(network).size());
    if (dynamic.traffic != "uniform" || dynamic.include_self ||
        preset_named(dynamic.preset.value_or("ideal")).include_self || network.shared_nodes > 0 || n < 3)
        return {};
    const auto hops = measure_distances(network, {1, false, most_visits}).average(Pairs::distinct);
    if (!hops) return {};
    // Every message takes a link from a host and one to a host, which may be ports.
    const bool hosts = !network.router_of_terminal.empty();
    const double inside = *hops - (hosts ? 2.0 : 0.0), channels = graph.channels() - (hosts ? 2.0 * n : 0.0);
    Bounds bounds;
    double crossing = n * inside / std::max(channels, 1.0);  // flits on a channel at load 1, mean
    if (hosts) crossing = std::max(crossing, 1.0);
    if (!graph.directed() && network.terminals.empty()) {
        const double half = std::floor(n / 2.0);
        crossing = std::max(crossing, half * (n - half) / (n - 1.0) / static_cast<double>(canonical_cut(network)));
    }
    bounds.most_load = (1.0 + model_slack) / crossing;
    RouterConfig router = design.configured();
    if (router.lengths.size() != 1) return bounds;
    const std::vector<std::uint32_t>& each = design.channel_cycles();
    router.link_cycles = design.longest_link_cycles();
    double to_hosts = hosts ? 2.0 * (router.link_cycles - 1.0) : 0.0;  // cycles beyond one, both links of a message
    if (!each.empty()) {
        std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
        double sum = 0.0;
        const std::set<Node> ends(network.terminals.begin(), network.terminals.end());
        for (Channel c = 0; c < graph.channels(); ++c) {
            const bool of_host = hosts && (ends.contains(graph.source(c)) || ends.contains(graph.target(c)));
            if (of_host) sum += each[c] - 1.0;
            else least = std::min(least, each[c]);
        }
        router.link_cycles = channels > 0.0 ? least : 1;
        to_hosts = sum / n;
    }
    const auto at = [&](std::uint32_t h) {
        return static_cast<double>(
            lone_message_latency(router, std::vector<Channel>(h, 0), router.lengths.front().flits));
    };
    // It has kinks, but rises with every hop: the straight line below it through the fewest hops has the least slope.
    constexpr std::uint32_t each_up_to = 64;
    const std::uint32_t fewest = hosts ? 0 : 1;
    double slope = std::numeric_limits<double>::infinity();
    for (std::uint32_t h = fewest + 1; h <= graph.nodes(); h = h < each_up_to ? h + 1 : 2 * h)
        slope = std::min(slope, (at(h) - at(fewest)) / (h - fewest));
    bounds.least_cycles = at(fewest) + slope * (inside - fewest) + to_hosts;
    return bounds;
}

Bounds routed_bounds(const Design& design) {
    if (design.dynamic().routing->chooses()) return {};
    return {{}, (1.0 + model_slack) * design.full_load()};
}

double optimistic_score(const Objective& objective, const Design& design, const Bounds& bounds) {
    const std::string& metric = objective.metric;
    std::optional<double> value;
    if (!objective.maximize && bounds.least_cycles) {
        if (metric == "zero_load_latency_cycles") value = *bounds.least_cycles;
        if (metric == "zero_load_latency_ns") value = design.ns(*bounds.least_cycles);
    } else if (objective.maximize && bounds.most_load) {
        if (metric == "saturation_load_flits_per_node_cycle" || metric == "saturation_lower_flits_per_node_cycle")
            value = -*bounds.most_load;
        if (metric == "saturation_gbit_per_s_per_node") value = -design.gbit_per_s(*bounds.most_load);
    }
    return value ? *value - rounding * std::abs(*value) : unknown;
}

std::pair<std::string_view, std::string_view> group_of(std::string_view metric) {
    for (const KnownFigure& known : known_figures()) {
        if (known.metric == metric && !known.group.empty()) return {known.group, known.costly};
    }
    throw std::logic_error("no figure " + std::string(metric));
}

}  // namespace wafernet::cli
