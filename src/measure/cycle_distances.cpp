// Distances by latency: Dijkstra's search to every node.
#include <algorithm>

#include "routing/path_table.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/measure/distances.hpp"

namespace wafernet {

std::optional<double> CycleDistances::average(Pairs pairs) const {
    const auto n = static_cast<double>(nodes);
    if (pairs == Pairs::all) return nodes == 0 ? std::nullopt : std::optional(sum / (n * n));
    return nodes < 2 ? std::nullopt : std::optional(sum / (n * (n - 1.0)));
}

CycleDistances measure_cycles(const Network& network) {
    const ChannelLengths lengths(network, RouteBy::latency);
    CycleDistances found;
    found.nodes = network.graph.nodes();
    std::vector<PathLength> length;
    std::vector<Node> reached;
    for (Node destination = 0; destination < found.nodes; ++destination) {
        lengths_to(network.graph, lengths, destination, length, reached);
        if (reached.size() < found.nodes)
            throw InputError(network.word + ": distances in cycles need a connected network");
        for (const PathLength to : length) {
            const std::uint64_t cycles = lengths.alike() ? to : to >> 32U;
            found.longest = std::max(found.longest, cycles);
            found.sum += static_cast<double>(cycles);
        }
    }
    return found;
}

}  // namespace wafernet
