#include "one_way.hpp"

#include <algorithm>
#include <vector>

#include "measure/unit_flow.hpp"
#include "routing/digraph.hpp"

namespace wafernet {

std::vector<std::uint32_t> strong_parts(const Graph& graph) {
    Digraph digraph;
    for (Node v = 0; v < graph.nodes(); ++v) {
        for (const Channel c : graph.out(v)) digraph.targets.push_back(graph.target(c));
        digraph.first.push_back(digraph.targets.size());
    }
    return strong_components(digraph);
}

std::uint32_t strong_components(const Graph& graph) {
    const std::vector<std::uint32_t> component = strong_parts(graph);
    return component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
}

std::uint32_t one_way_connectivity(const Graph& graph) {
    std::uint32_t best = 0xFFFFFFFFU;
    for (Node v = 0; v < graph.nodes(); ++v) {
        std::uint32_t in = 0;
        graph.for_each_in(v, [&](Channel) { ++in; });
        best = std::min({best, graph.degree(v), in});
    }
    UnitFlow flow(graph);
    const auto between = [&](Node a, Node b) {
        return static_cast<std::uint32_t>(flow.run(
            {&a, 1}, [&](Node w) { return w == b; }, best));
    };
    for (Node v = 1; v < graph.nodes() && best > 0; ++v) {
        best = between(0, v);
        best = between(v, 0);
    }
    return best;
}

}  // namespace wafernet
