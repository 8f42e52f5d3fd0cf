// Breadth-first search from one node.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

inline constexpr std::uint32_t unreached = 0xFFFFFFFFU;

/// Searches backwards from `target`, the nearest nodes first, until done(): fills in their hops to it, which are
/// `unreached` before, and lists them in `reached`.
template <class Done>
void search_until(const Graph& graph, Node target, std::vector<std::uint32_t>& hops, std::vector<Node>& reached,
                  const Done& done) {
    reached.assign(1, target);
    hops[target] = 0;
    for (std::size_t i = 0; i < reached.size() && !done(); ++i) {
        graph.for_each_in(reached[i], [&](Channel c) {
            const Node w = graph.source(c);
            if (hops[w] != unreached) return;
            hops[w] = hops[reached[i]] + 1;
            reached.push_back(w);
        });
    }
}

/// Hops from every node to `target`, the same as from it where no link is one-way; `unreached` where there is no way.
inline std::vector<std::uint32_t> hops_to(const Graph& graph, Node target) {
    std::vector<std::uint32_t> hops(graph.nodes(), unreached);
    std::vector<Node> reached;
    search_until(graph, target, hops, reached, [] { return false; });
    return hops;
}

/// Hops from `source` to every node; `unreached` where there is no way.
inline std::vector<std::uint32_t> hops_from(const Graph& graph, Node source) {
    std::vector<std::uint32_t> hops(graph.nodes(), unreached);
    std::vector<Node> reached(1, source);
    hops[source] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const Channel c : graph.out(reached[i])) {
            const Node w = graph.target(c);
            if (hops[w] != unreached) continue;
            hops[w] = hops[reached[i]] + 1;
            reached.push_back(w);
        }
    }
    return hops;
}

}  // namespace wafernet
