// Latency without load and saturation by the queueing model.
#include <algorithm>

#include "../figures.hpp"
#include "../latency_case.hpp"
#include "wafernet/channel_load.hpp"
#include "wafernet/error.hpp"

namespace wafernet::cli {

namespace {

// The load at which the busiest channel carries one flit a cycle, and where that channel is.
struct ChannelBound {
    Value load, place;
};

// Where a port is full before, the model's bound is the port's, and the channels' is the inverse of the largest rate; with choices
// they carry more the better the messages spread, nobody knows how much. The channel that is fullest at saturation need not be the
// busiest: its messages may only wait longer. Where it is as busy as any it is the one named.
ChannelBound channel_bound(const LatencyCase& c, const LatencyModel& model, const SaturationEstimate& s) {
    if (c.network->shared_nodes > 0) return {s.channel_bound, Missing{"the channels are shared, 'wafernet load' names the busiest"}};
    if (c.routing->adaptive()) {
        const Missing choice{"the messages have a choice of channels"};
        return {s.port_bound ? Value(Missing{"the ports are full first, and " + choice.reason}) : Value(s.channel_bound), choice};
    }
    const std::vector<double> rates = model.channel_rates();
    const double most = *std::max_element(rates.begin(), rates.end());
    const auto as_busy = [&](double rate) { return rate >= most * (1.0 - 1e-9); };  // but for rounding
    auto busiest = static_cast<Channel>(std::find_if(rates.begin(), rates.end(), as_busy) - rates.begin());
    if (s.bottleneck != no_channel && as_busy(rates[s.bottleneck])) busiest = s.bottleneck;
    return {s.port_bound ? 1.0 / most : s.channel_bound, channel_place(*c.network, busiest)};
}

}  // namespace

std::vector<Figure> latency_figures(const FigureRequest& request) {
    const Network& network = request.network;
    const std::string source = "queueing model, " + case_of(request);
    const auto figure = [&](const char* metric, Value value, const char* unit, std::string note = {}) {
        return Figure{"latency", metric, std::move(value), unit, std::string(kinds::model), source, std::move(note)};
    };
    const auto all_missing = [&](const std::string& reason) {
        const Missing missing{reason};
        Figure ports = figure("port_bound_flits_per_node_cycle", missing, "flits per node and cycle"), busiest = figure("busiest_channel", missing, "channel");
        ports.aside = busiest.aside = true;
        return std::vector<Figure>{figure("zero_load_latency_cycles", missing, "cycles"), figure("saturation_load_flits_per_node_cycle", missing, "flits per node and cycle"),
                                   figure("channel_bound_flits_per_node_cycle", missing, "flits per node and cycle"), std::move(ports), std::move(busiest), figure("bottleneck", missing, "channel")};
    };
    if (network.graph.nodes() < 2) return all_missing("one node has no traffic");
    if (too_large(network, request.thorough)) return all_missing(takes_long(network, "wafernet latency"));
    try {
        const LatencyCase c = make_latency_case(network.word, request.choice.dynamic);
        const LatencyModel model = c.model();
        const SaturationEstimate s = model.saturation();
        const std::string crossed = network.shared_nodes > 0 ? "shared channels + 1 cycle to the first" : network.channel_latency_cycles.empty() ? "hops + 2 port cycles" : "cycles of the links + 2 port cycles";
        const bool plain = request.choice.dynamic == LatencyChoice{};  // of other routers and links the closed law has more terms
        Figure ports = figure("port_bound_flits_per_node_cycle", Missing{network.shared_nodes > 0 ? "the shared channels are the ports" : "the channels are full first"},
                              "flits per node and cycle", "the busiest port of a node carries one flit a cycle");
        if (s.port_bound) ports.value = s.channel_bound;
        else ports.aside = true;
        const ChannelBound channels = channel_bound(c, model, s);
        Figure busiest = figure("busiest_channel", channels.place, "channel", "carries most; its bound is channel_bound_flits_per_node_cycle");
        busiest.aside = std::holds_alternative<Missing>(channels.place) || channels.place == Value(s.bottleneck_place);
        return {figure("zero_load_latency_cycles", model.zero_load_latency(), "cycles", plain ? "mean over all pairs: " + crossed + " + flits - 1" : "mean over all messages, each alone in the network"),
                figure("saturation_load_flits_per_node_cycle", s.load, "flits per node and cycle",
                       "between " + std::to_string(s.lower) + " and " + std::to_string(s.upper) + "; " + std::to_string(c.options.vcs) + " VCs of " + std::to_string(c.options.buffer_flits) + " flits, rule " + c.rule.name),
                figure("channel_bound_flits_per_node_cycle", channels.load, "flits per node and cycle", "the busiest channel carries one flit a cycle"),
                std::move(ports), std::move(busiest),
                figure("bottleneck", s.bottleneck_place, "channel", "fullest at saturation")};
    } catch (const InputError& error) {
        return all_missing(error.what());
    } catch (const ComputationError& error) {
        return all_missing(error.what());
    }
}

}  // namespace wafernet::cli
