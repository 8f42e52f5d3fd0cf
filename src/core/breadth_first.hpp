// Breadth-first search from one node.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/graph.hpp"

namespace wafernet {

inline constexpr std::uint32_t unreached = 0xFFFFFFFFU;

/// Searches from `target`, the nearest nodes first, until done(): fills in their hops, which are `unreached` before, and lists them in `reached`.
template <class Done>
void search_until(const Graph& graph, Node target, std::vector<std::uint32_t>& hops, std::vector<Node>& reached, const Done& done) {
    reached.assign(1, target);
    hops[target] = 0;
    for (std::size_t i = 0; i < reached.size() && !done(); ++i) {
        for (const Channel c : graph.out(reached[i])) {
            const Node w = graph.target(c);
            if (hops[w] != unreached) continue;
            hops[w] = hops[reached[i]] + 1;
            reached.push_back(w);
        }
    }
}

/// Hops from every node to `target`, the same as from it; `unreached` where there is no way.
inline std::vector<std::uint32_t> hops_to(const Graph& graph, Node target) {
    std::vector<std::uint32_t> hops(graph.nodes(), unreached);
    std::vector<Node> reached;
    search_until(graph, target, hops, reached, [] { return false; });
    return hops;
}

}  // namespace wafernet
