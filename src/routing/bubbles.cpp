#include "bubbles.hpp"

#include <algorithm>

namespace wafernet {

namespace {

// A shortest way between two vertices of a strong component, both ends included.
std::vector<std::uint32_t> way_within(const Digraph& graph, const std::vector<std::uint32_t>& component,
                                      std::uint32_t from, std::uint32_t to) {
    constexpr std::uint32_t unseen = 0xFFFFFFFFU;
    std::vector<std::uint32_t> before(graph.vertices(), unseen), queue{from};
    before[from] = from;
    for (std::size_t i = 0; i < queue.size() && before[to] == unseen; ++i) {
        for (std::uint64_t e = graph.first[queue[i]]; e < graph.first[queue[i] + 1]; ++e) {
            const std::uint32_t next = graph.targets[e];
            if (component[next] != component[from] || before[next] != unseen) continue;
            before[next] = queue[i];
            queue.push_back(next);
        }
    }
    std::vector<std::uint32_t> way{to};
    while (way.back() != from) way.push_back(before[way.back()]);
    std::reverse(way.begin(), way.end());
    return way;
}

}  // namespace

std::vector<std::uint32_t> cycle_beyond_rings(const Graph& graph, int vcs, const Digraph& dependencies) {
    const auto lanes = static_cast<std::uint32_t>(vcs);
    const std::vector<std::uint32_t> component = strong_components(dependencies);
    for (std::uint32_t v = 0; v < dependencies.vertices(); ++v) {
        int inside = 0;  // dependencies that can be part of a cycle
        for (std::uint64_t e = dependencies.first[v]; e < dependencies.first[v + 1]; ++e) {
            const std::uint32_t next = dependencies.targets[e];
            if (component[next] != component[v]) continue;
            const bool along = next % lanes == v % lanes && stays_in_ring(graph, v / lanes, next / lanes);
            if (++inside > 1 || !along) return way_within(dependencies, component, next, v);
        }
    }
    return {};
}

}  // namespace wafernet
