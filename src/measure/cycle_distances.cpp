// Distances by latency: Dijkstra's search to every node.
#include <algorithm>
#include <functional>
#include <queue>

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
    const Graph& graph = network.graph;
    const std::vector<std::uint32_t>& cycles = network.channel_latency_cycles;
    constexpr std::uint64_t far = ~std::uint64_t{0};
    CycleDistances found;
    found.nodes = graph.nodes();
    std::vector<std::uint64_t> distance(graph.nodes());
    using Reached = std::pair<std::uint64_t, Node>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
    for (Node source = 0; source < graph.nodes(); ++source) {
        distance.assign(graph.nodes(), far);
        distance[source] = 0;
        next.emplace(0, source);
        while (!next.empty()) {
            const auto [d, v] = next.top();
            next.pop();
            if (d > distance[v]) continue;
            for (const Channel c : graph.out(v)) {
                const std::uint64_t through = d + (cycles.empty() ? 1 : cycles[c]);
                if (through >= distance[graph.target(c)]) continue;
                distance[graph.target(c)] = through;
                next.emplace(through, graph.target(c));
            }
        }
        for (const std::uint64_t d : distance) {
            if (d == far) throw InputError(network.word + ": distances in cycles need a connected network");
            found.longest = std::max(found.longest, d);
            found.sum += static_cast<double>(d);
        }
    }
    return found;
}

}  // namespace wafernet
