// Breadth-first search from one node.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/graph.hpp"

namespace wafernet {

inline constexpr std::uint32_t unreached = 0xFFFFFFFFU;

/// Hops from every node to `target`, the same as from it; `unreached` where there is no way.
inline std::vector<std::uint32_t> hops_to(const Graph& graph, Node target) {
    std::vector<std::uint32_t> hops(graph.nodes(), unreached);
    std::vector<Node> queue{target};
    hops[target] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Channel c : graph.out(queue[i])) {
            const Node w = graph.target(c);
            if (hops[w] != unreached) continue;
            hops[w] = hops[queue[i]] + 1;
            queue.push_back(w);
        }
    }
    return hops;
}

}  // namespace wafernet
