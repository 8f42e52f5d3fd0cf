#include "wafernet/measure/router_graph.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace wafernet {

std::optional<Graph> router_graph(const Network& network) {
    const Graph& graph = network.graph;
    if (network.shared_nodes > 0) return std::nullopt;
    if (network.terminals.empty()) return graph;
    constexpr Node none = 0xFFFFFFFFU;
    std::vector<Node> number(graph.nodes(), 0);
    for (const Node t : network.terminals) number[t] = none;
    Node routers = 0;
    for (Node& v : number) {
        if (v != none) v = routers++;
    }
    std::vector<LinkSpec> links;
    for (Link l = 0; l < graph.links(); ++l) {
        const Node a = number[graph.source(2 * l)], b = number[graph.target(2 * l)];
        if (a == none && b == none) return std::nullopt;
        if (a != none && b != none) links.push_back({a, b, graph.label(l), graph.one_way(l)});
    }
    return Graph(routers, std::move(links));
}

std::pair<std::uint32_t, std::uint32_t> degree_range(const Graph& graph) {
    std::pair<std::uint32_t, std::uint32_t> range{graph.nodes() == 0 ? 0 : graph.degree(0), 0};
    for (Node v = 0; v < graph.nodes(); ++v)
        range = {std::min(range.first, graph.degree(v)), std::max(range.second, graph.degree(v))};
    return range;
}

}  // namespace wafernet
