// Which nodes send and receive, where the format cannot say it; and which numbers are latencies.
#include <algorithm>
#include <limits>

#include "core/text.hpp"
#include "raw_graph.hpp"
#include "wafernet/error.hpp"

namespace wafernet::graph_formats {

std::vector<bool> chosen_terminals(const Source& source, const RawGraph& graph, const std::string& terminals) {
    if (terminals.empty() || terminals == "all") return {};
    std::vector<bool> chosen(graph.names.size(), false);
    if (terminals == "leaves") {
        std::vector<std::size_t> links(graph.names.size(), 0);
        for (const RawLink& l : graph.links) ++links[l.a], ++links[l.b];
        for (std::size_t v = 0; v < links.size(); ++v) chosen[v] = links[v] == 1;
    } else {
        for (const std::string_view name : split(terminals, ',')) {
            if (!graph.has(name)) {
                const std::string first = *std::min_element(graph.names.begin(), graph.names.end(), natural_less);
                throw InputError(shown(source.path) + ": no node is called '" + shown(name) +
                                 "', --terminals needs all, leaves or names such as '" + shown(first) + "'");
            }
            chosen[graph.position(name)] = true;
        }
    }
    const auto count = std::count(chosen.begin(), chosen.end(), true);
    if (count < 2) {
        throw InputError(shown(source.path) + ": " + std::to_string(count) +
                         (terminals == "leaves" ? " nodes have a single link" : " nodes are named") +
                         " by --terminals " + shown(terminals) + ", need at least 2 that send and receive");
    }
    return chosen;
}

bool LatencyReader::takes(std::string_view name) const {
    if (weights_ == FileWeights::ignored) return false;
    const std::string word = lower(name);
    return word == "latency" || word == "latency_cycles" ||
           (weights_ == FileWeights::latency && (word == "weight" || word == "value"));
}

std::uint32_t LatencyReader::operator()(std::string_view value, Place at) const {
    return whole_number(source_, {std::string(value), at}, 1, most_link_cycles, "a latency in cycles");
}

void LatencyReader::note(std::string_view name) {
    const std::string word = lower(name);
    left_aside_ =
        left_aside_ ||
        ((word == "weight" || word == "value" || word == "latency" || word == "latency_cycles") && !takes(name));
}

void LatencyReader::finish(RawGraph& graph) const {
    if (!left_aside_) return;
    graph.remarks.emplace_back(weights_ ? "weights ignored"
                                        : "weights ignored, --weights latency takes them for cycles");
}

}  // namespace wafernet::graph_formats
