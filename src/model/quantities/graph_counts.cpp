// What a graph settles by counting: nodes, links, degrees.
#include <algorithm>

#include "wafernet/published.hpp"

namespace wafernet::published {

namespace {

Evaluation nodes(const Subject& s, Workbench& bench) { return {std::int64_t{bench.network(s.network).graph.nodes()}, {}}; }
Evaluation links(const Subject& s, Workbench& bench) { return {std::int64_t{bench.network(s.network).graph.links()}, {}}; }

Evaluation degree_max(const Subject& s, Workbench& bench) {
    const Graph& graph = bench.network(s.network).graph;
    std::uint32_t most = 0;
    for (Node v = 0; v < graph.nodes(); ++v) most = std::max(most, graph.degree(v));
    return {std::int64_t{most}, {}};
}

Evaluation degree_min(const Subject& s, Workbench& bench) {
    const Graph& graph = bench.network(s.network).graph;
    std::uint32_t least = graph.nodes() == 0 ? 0 : graph.degree(0);
    for (Node v = 0; v < graph.nodes(); ++v) least = std::min(least, graph.degree(v));
    return {std::int64_t{least}, {}};
}

constexpr Quantity list[] = {
    {"nodes", "nodes of the graph", Kind::exact, true, nodes},
    {"links", "links of the graph", Kind::exact, true, links},
    {"degree_max", "largest degree in the graph", Kind::exact, true, degree_max},
    {"degree_min", "smallest degree in the graph", Kind::exact, true, degree_min},
};

}  // namespace

namespace quantity_list {
std::span<const Quantity> graph_counts() { return list; }
}  // namespace quantity_list

}  // namespace wafernet::published
