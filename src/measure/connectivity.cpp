// Both channels of a link have unit capacity, so the arc connectivity is the least number of links whose loss separates
// the graph. Let t_1, t_2, ... be nodes such that every node is one of them or next to one (a dominating set). If the
// least cut of a graph without parallel links is smaller than the least degree, both its sides have more nodes than
// that degree, so it separates two of the t_i (Matula 1987): were a side without any, each of its nodes would have a
// link across. The first t_i on the other side than t_1 .. t_(i-1) then has a flow to {t_1 .. t_(i-1)} that is no
// greater than the cut, and every such flow is the size of some cut. So the answer is the least of these flows and of
// the degrees. As the set grows together, the flows only look at the neighbourhood of t_i. With parallel links every
// node is a t_i.
#include "wafernet/measure/connectivity.hpp"

#include <algorithm>
#include <vector>

#include "core/breadth_first.hpp"
#include "one_way.hpp"
#include "unit_flow.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/measure/distances.hpp"

namespace wafernet {

namespace {

bool has_parallel_links(const Graph& graph) {
    std::vector<Node> last_seen_from(graph.nodes(), 0xFFFFFFFFU);
    for (Node v = 0; v < graph.nodes(); ++v) {
        for (const Channel c : graph.out(v)) {
            if (last_seen_from[graph.target(c)] == v) return true;
            last_seen_from[graph.target(c)] = v;
        }
    }
    return false;
}

// Whether as many links lead to each neighbour of the node.
bool joined_alike(const Graph& graph, Node v) {
    std::vector<Node> targets;
    for (const Channel c : graph.out(v)) targets.push_back(graph.target(c));
    std::sort(targets.begin(), targets.end());
    const auto links_to = [&](Node w) {
        const auto [first, last] = std::equal_range(targets.begin(), targets.end(), w);
        return last - first;
    };
    return std::all_of(targets.begin(), targets.end(), [&](Node w) { return links_to(w) == links_to(targets[0]); });
}

// Whether some link of a connected graph is the only way between its ends: nothing behind it leads back before it
// (Tarjan 1974).
bool has_bridge(const Graph& graph) {
    const Node n = graph.nodes();
    std::vector<std::uint32_t> found(n, 0), earliest(n, 0), next(n, 0);
    std::vector<Channel> came_by(n, no_channel);
    std::uint32_t count = 0;
    found[0] = earliest[0] = ++count;
    for (Node v = 0;;) {
        if (next[v] < graph.degree(v)) {
            const Channel c = graph.out(v)[next[v]++];
            if (came_by[v] != no_channel && Graph::link(c) == Graph::link(came_by[v])) continue;
            const Node w = graph.target(c);
            if (found[w] != 0) {
                earliest[v] = std::min(earliest[v], found[w]);
                continue;
            }
            came_by[w] = c;
            found[w] = earliest[w] = ++count;
            v = w;
        } else {
            if (came_by[v] == no_channel) return false;
            const Node before = graph.source(came_by[v]);
            if (earliest[v] > found[before]) return true;
            earliest[before] = std::min(earliest[before], earliest[v]);
            v = before;
        }
    }
}

bool nodes_are_alike(const Network& network) { return source_classes(network).size() == 1; }

}  // namespace

std::uint32_t arc_connectivity(const Network& network) {
    const Graph& graph = network.graph;
    if (graph.directed() || !nodes_are_alike(network) || !joined_alike(graph, 0) || count_components(graph) != 1)
        return arc_connectivity(graph);
    return graph.degree(0);
}

std::uint32_t arc_connectivity(const Graph& graph) {
    const Node n = graph.nodes();
    if (n < 2) return 0;
    if (graph.directed()) return one_way_connectivity(graph);
    std::uint32_t best = 0xFFFFFFFFU;
    Node start = 0;
    for (Node v = 0; v < n; ++v) {
        if (graph.degree(v) >= best) continue;
        best = graph.degree(v);
        start = v;
    }

    // Breadth-first order, so that each chosen node is near the ones before it.
    std::vector<Node> order;
    std::vector<std::uint32_t> hops(n, unreached);
    search_until(graph, start, hops, order, [] { return false; });
    if (order.size() < n) return 0;
    if (best <= 2) return best == 2 && !has_bridge(graph) ? 2 : 1;  // flows round a long ring take long

    UnitFlow flow(graph);
    std::vector<std::uint8_t> in_set(n, 0);
    const auto is_in_set = [&](Node v) { return in_set[v] != 0; };
    const bool parallel = has_parallel_links(graph);
    std::vector<std::uint8_t> dominated(n, 0);
    bool first = true;
    for (const Node t : order) {
        if (dominated[t] != 0) continue;
        if (!first) best = static_cast<std::uint32_t>(flow.run({&t, 1}, is_in_set, best));
        first = false;
        in_set[t] = 1;
        if (parallel) continue;
        for (const Channel c : graph.out(t)) dominated[graph.target(c)] = 1;
    }
    return best;
}

}  // namespace wafernet
