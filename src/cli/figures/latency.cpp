// Latency without load and saturation by the queueing model.
#include "../figures.hpp"
#include "../latency_case.hpp"
#include "wafernet/error.hpp"

namespace wafernet::cli {

std::vector<Figure> latency_figures(const FigureRequest& request) {
    const Network& network = request.network;
    const std::string source = "queueing model, " + default_case(network);
    const auto figure = [&](const char* metric, Value value, const char* unit, std::string note = {}) {
        return Figure{"latency", metric, std::move(value), unit, std::string(kinds::model), source, std::move(note)};
    };
    const auto all_missing = [&](const std::string& reason) {
        const Missing missing{reason};
        return std::vector<Figure>{figure("zero_load_latency_cycles", missing, "cycles"), figure("saturation_load_flits_per_node_cycle", missing, "flits per node and cycle"),
                                   figure("channel_bound_flits_per_node_cycle", missing, "flits per node and cycle"), figure("bottleneck", missing, "channel")};
    };
    if (network.graph.nodes() < 2) return all_missing("one node has no traffic");
    if (too_large(network, request.thorough)) return all_missing(takes_long(network, "wafernet latency"));
    try {
        const LatencyCase c = make_latency_case(network.word, {});
        const LatencyModel model = c.model();
        const SaturationEstimate s = model.saturation();
        const std::string crossed = network.shared_nodes > 0 ? "shared channels + 1 cycle to the first" : network.channel_latency_cycles.empty() ? "hops + 2 port cycles" : "cycles of the links + 2 port cycles";
        return {figure("zero_load_latency_cycles", model.zero_load_latency(), "cycles", "mean over all pairs: " + crossed + " + flits - 1"),
                figure("saturation_load_flits_per_node_cycle", s.load, "flits per node and cycle",
                       "between " + std::to_string(s.lower) + " and " + std::to_string(s.upper) + "; " + std::to_string(c.options.vcs) + " VCs of 2 flits, rule " + c.rule.name),
                figure("channel_bound_flits_per_node_cycle", s.channel_bound, "flits per node and cycle", "the busiest channel or port carries one flit a cycle"),
                figure("bottleneck", s.bottleneck_place, "channel")};
    } catch (const InputError& error) {
        return all_missing(error.what());
    } catch (const ComputationError& error) {
        return all_missing(error.what());
    }
}

}  // namespace wafernet::cli
