// Latency without load and saturation by the queueing model.
#include <algorithm>

#include "../figures.hpp"
#include "../values.hpp"
#include "base/text.hpp"
#include "routing/shortest.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::cli {

namespace {

// The load at which the busiest channel carries one flit a cycle, and where that channel is.
struct ChannelBound {
    Value load, place;
};

// Where a port is full before, the model's bound is the port's, and the channels' is the inverse of the largest rate;
// with choices they carry more the better the messages spread, nobody knows how much. The channel that is fullest at
// saturation need not be the busiest: its messages may only wait longer. Where it is as busy as any it is the one
// named.
ChannelBound channel_bound(const Design& design, const SaturationEstimate& s) {
    const LatencyCase& c = design.dynamic();
    if (c.network->shared_nodes > 0)
        return {s.channel_bound, Missing{"the channels are shared, 'wafernet load' names the busiest"}};
    if (c.routing->chooses() || c.routing->weighs()) {
        const Missing choice{"the messages have a choice of channels"};
        return {
            s.port_bound ? Value(Missing{"the ports are full first, and " + choice.reason}) : Value(s.channel_bound),
            choice};
    }
    std::vector<double> rates = design.channel_loads();
    for (Channel k = 0; k < rates.size(); ++k) rates[k] *= flit_cycles(*c.network, k);  // cycles in which it is busy
    const double most = *std::max_element(rates.begin(), rates.end());
    const auto as_busy = [&](double rate) { return rate >= most * (1.0 - 1e-9); };  // but for rounding
    auto busiest = static_cast<Channel>(std::find_if(rates.begin(), rates.end(), as_busy) - rates.begin());
    if (s.bottleneck != no_channel && as_busy(rates[s.bottleneck])) busiest = s.bottleneck;
    return {s.port_bound ? 1.0 / most : s.channel_bound, channel_place(*c.network, busiest)};
}

constexpr const char* load_unit = "flits per node and cycle";
constexpr const char* rate_unit = "Gbit/s per node";
constexpr std::pair<const char*, const char*> given[] = {{"zero_load_latency_cycles", "cycles"},
                                                         {"zero_load_latency_ns", "ns"},
                                                         {"saturation_load_flits_per_node_cycle", load_unit},
                                                         {"saturation_lower_flits_per_node_cycle", load_unit},
                                                         {"saturation_upper_flits_per_node_cycle", load_unit},
                                                         {"saturation_gbit_per_s_per_node", rate_unit},
                                                         {"channel_bound_flits_per_node_cycle", load_unit},
                                                         {"port_bound_flits_per_node_cycle", load_unit},
                                                         {"busiest_channel", "channel"},
                                                         {"bottleneck", "channel"}};

// The latency of lone messages from their hops: over links that take equally long the closed law is a straight line in
// the hops, so that its mean is its value at the mean.
std::optional<double> zero_load_at_mean(const Design& design, const RoutedLengths& lengths) {
    const Network& network = design.network();
    RouterConfig router = design.configured();
    router.link_cycles = design.longest_link_cycles();
    if (design.point().vertical_bits || !network.channel_bits.empty()) return std::nullopt;
    if (!design.channel_cycles().empty() || !network.channel_latency_cycles.empty() || network.shared_nodes > 0 ||
        router.lengths.size() != 1)
        return std::nullopt;
    const DynamicChoice& said = design.point().dynamic;
    if (said.traffic != "uniform" || said.include_self || preset_named(router.preset).include_self ||
        lengths.pairs == 0)
        return std::nullopt;
    const std::uint32_t flits = router.lengths.front().flits;
    const auto at = [&](std::uint32_t hops) {
        const std::vector<Channel> path(hops, 0);
        return static_cast<double>(lone_message_latency(router, path, flits));
    };
    const double first = at(1), slope = at(2) - first;
    for (const std::uint32_t hops : {3U, std::max(3U, lengths.longest / 2), std::max(3U, lengths.longest)}) {
        if (at(hops) != first + slope * (hops - 1.0)) return std::nullopt;
    }
    return first + slope * (lengths.mean() - 1.0);
}

// The same of a family's shortest paths, whose hops are known without routes. Throws as Design::dynamic does where the
// rule does not fit.
std::optional<double> zero_load_of_shortest(const Design& design, unsigned threads) {
    const Network& network = design.network();
    if (network.family == nullptr) return std::nullopt;
    const SimulationChoice choice = simulation_choice(design.point().dynamic);
    const RoutingSpec spec = find_routing(choice.routing, network);
    if (!is_minimal(spec)) return std::nullopt;
    const std::string rule = vc_rule_of(choice, spec);
    if (is_routed_vc_rule(rule) && rule != "hop") return std::nullopt;
    const RouterConfig& router = design.configured();
    const RoutedLengths& lengths = design.routed(threads);
    if (rule == "hop") static_cast<void>(vcs_by_hop(network, static_cast<int>(lengths.longest), router.vcs));
    else static_cast<void>(make_vc_rule(rule, network, router.vcs));
    SimulationOptions checked;
    checked.router = router;
    check_options(checked, network);
    return zero_load_at_mean(design, lengths);
}

// Makes them, with their units and the model as their source.
struct LatencyFigures {
    std::string source;

    Figure operator()(std::string_view metric, Value value, std::string note = {}) const {
        const auto* unit = std::ranges::find(given, metric, [](const auto& g) { return std::string_view(g.first); });
        return {"latency", std::string(metric), std::move(value), unit->second, kinds::model, source, std::move(note)};
    }
    [[nodiscard]] std::vector<Figure> all_missing(const Missing& missing) const {
        std::vector<Figure> all;
        for (const auto& [metric, unit] : given) all.push_back((*this)(metric, missing));
        all[7].aside = all[8].aside = true;
        return all;
    }
};

}  // namespace

std::vector<Figure> latency_figures(const FigureRequest& request) {
    const Network& network = request.network();
    const Design& design = request.design;
    const LatencyFigures figure{"queueing model, " + case_of(request)};
    const auto in_ns = [&](double cycles) { return value_or_reason([&]() -> Value { return design.ns(cycles); }); };
    if (network.graph.nodes() < 2) return figure.all_missing({"one node has no traffic"});
    try {
        std::optional<double> closed = zero_load_of_shortest(design, request.threads);
        if (!request.shown.latency || (closed && !request.saturation)) {
            std::vector<Figure> all = figure.all_missing(left_out(request, request.seconds.latency));
            if (!closed && request.shown.routed && network.family != nullptr) {
                static_cast<void>(design.dynamic());  // a case that does not fit has no latency
                closed = zero_load_at_mean(design, design.routed(request.threads));
            }
            if (closed) {
                all[0].value = *closed;
                all[0].note = "the closed law at the mean of the routed hops, in which it is linear";
                all[1].value = in_ns(*closed);
            }
            return all;
        }
        const LatencyCase& c = design.dynamic();
        if (!request.saturation) {
            std::vector<Figure> all = figure.all_missing({"not asked for"});
            all[0].value = design.zero_load_latency();
            all[1].value = in_ns(design.zero_load_latency());
            return all;
        }
        const double lone = closed ? *closed : design.zero_load_latency();
        const EstimatedSaturation& s = design.saturation();
        const std::string crossed = c.network->shared_nodes > 0 ? "shared channels + 1 cycle to the first"
                                    : c.network->channel_latency_cycles.empty() ? "hops + 2 port cycles"
                                                                                : "cycles of the links + 2 port cycles";
        const bool plain =
            request.point().dynamic == DynamicChoice{};  // of other routers and links the closed law has more terms
        Figure ports = figure(
            "port_bound_flits_per_node_cycle",
            Missing{c.network->shared_nodes > 0 ? "the shared channels are the ports" : "the channels are full first"},
            "the busiest port of a node carries one flit a cycle");
        if (s.port_bound) ports.value = s.channel_bound;
        else ports.aside = true;
        const ChannelBound channels = channel_bound(design, s);
        Figure busiest =
            figure("busiest_channel", channels.place, "carries most; its bound is channel_bound_flits_per_node_cycle");
        busiest.aside = std::holds_alternative<Missing>(channels.place) || channels.place == Value(s.bottleneck_place);
        const std::string clock = "at the router's clock, clock_ns";
        // Bounds are the graph's; where the messages wait is the model's or the simulation's.
        const auto estimated = [&](Figure f) {
            if (s.simulated) f.kind = kinds::simulated, f.source = "simulator, " + case_of(request);
            return f;
        };
        const std::string coarse = s.settled ? "" : "; coarse, --budget and --within ask for more";
        return {
            figure("zero_load_latency_cycles", lone,
                   plain ? "mean over all pairs: " + crossed + " + flits - 1"
                         : "mean over all messages, each alone in the network"),
            figure("zero_load_latency_ns", in_ns(lone), clock),
            estimated(figure("saturation_load_flits_per_node_cycle", s.load,
                             "between " + std::to_string(s.lower) + " and " + std::to_string(s.upper) + coarse + "; " +
                                 with_noun(c.options.router.vcs, "VC") + " of " +
                                 std::to_string(c.options.router.buffer_flits) + " flits, rule " + c.rule.name)),
            estimated(figure("saturation_lower_flits_per_node_cycle", s.lower)),
            estimated(figure("saturation_upper_flits_per_node_cycle", s.upper)),
            estimated(figure("saturation_gbit_per_s_per_node",
                             value_or_reason([&]() -> Value { return design.gbit_per_s(s.load); }), clock)),
            figure("channel_bound_flits_per_node_cycle", channels.load, "the busiest channel carries one flit a cycle"),
            std::move(ports),
            std::move(busiest),
            estimated(figure("bottleneck", s.bottleneck_place, "fullest at saturation"))};
    } catch (const Error& error) {
        return figure.all_missing({error.what()});
    }
}

}  // namespace wafernet::cli
