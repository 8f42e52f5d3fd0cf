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
#include "wafernet/core/family.hpp"

namespace wafernet {

namespace {

// Flow by shortest augmenting paths from one node to a growing set. Parallel links are one arc with their number as its
// capacity.
class LocalFlow {
public:
    explicit LocalFlow(const Graph& graph)
        : in_set_(graph.nodes(), 0), mark_(graph.nodes(), 0), came_by_(graph.nodes(), none), first_{0} {
        std::vector<Node> targets;
        for (Node v = 0; v < graph.nodes(); ++v) {
            targets.clear();
            for (const Channel c : graph.out(v)) targets.push_back(graph.target(c));
            std::sort(targets.begin(), targets.end());
            for (std::size_t i = 0; i < targets.size(); ++i) {
                if (i > 0 && targets[i] == targets[i - 1]) ++arcs_.back().capacity;
                else arcs_.push_back({v, targets[i], 0, 1});
            }
            first_.push_back(static_cast<std::uint32_t>(arcs_.size()));
        }
        std::vector<std::uint32_t> next(first_.begin(),
                                        first_.end() - 1);  // arcs of v by their targets, in rising order
        for (std::uint32_t a = 0; a < arcs_.size(); ++a) arcs_[a].back = next[arcs_[a].to]++;
        for (const Arc& arc : arcs_) left_.push_back(arc.capacity);
    }

    void add_to_set(Node v) { in_set_[v] = 1; }

    // Units of flow from `from` to the set, at most `limit`.
    std::uint32_t from(Node from, std::uint32_t limit) {
        std::uint32_t units = 0;
        for (std::uint32_t more = 1; units < limit && more > 0; units += more) more = augment(from, limit - units);
        for (const std::uint32_t a : used_) left_[a] = arcs_[a].capacity;
        used_.clear();
        return units;
    }

private:
    struct Arc {
        Node from, to;
        std::uint32_t back;  // the arc the other way
        std::uint32_t capacity;
    };
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    // Units more along a shortest path of arcs with capacity left.
    std::uint32_t augment(Node from, std::uint32_t limit) {
        ++generation_;
        queue_.assign(1, from);
        mark_[from] = generation_;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            for (std::uint32_t a = first_[queue_[i]]; a < first_[queue_[i] + 1]; ++a) {
                const Node w = arcs_[a].to;
                if (mark_[w] == generation_ || left_[a] == 0) continue;
                mark_[w] = generation_;
                came_by_[w] = a;
                if (in_set_[w] == 0) {
                    queue_.push_back(w);
                    continue;
                }
                std::uint32_t units = limit;
                for (Node at = w; at != from; at = arcs_[came_by_[at]].from)
                    units = std::min(units, left_[came_by_[at]]);
                for (Node at = w; at != from; at = arcs_[came_by_[at]].from) {
                    const std::uint32_t along = came_by_[at];
                    left_[along] -= units;
                    left_[arcs_[along].back] += units;
                    used_.push_back(along);
                    used_.push_back(arcs_[along].back);
                }
                return units;
            }
        }
        return 0;
    }

    std::vector<Arc> arcs_;            // of a node one after the other
    std::vector<std::uint32_t> left_;  // of the capacity, one an arc
    std::vector<std::uint8_t> in_set_;
    std::vector<std::uint32_t> mark_;
    std::vector<std::uint32_t> came_by_;
    std::vector<std::uint32_t> first_;  // arc of a node
    std::vector<Node> queue_;
    std::vector<std::uint32_t> used_;
    std::uint32_t generation_ = 0;
};

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

bool is_connected(const Graph& graph) {
    std::vector<Node> order;
    std::vector<std::uint32_t> hops(graph.nodes(), unreached);
    search_until(graph, 0, hops, order, [] { return false; });
    return order.size() == graph.nodes();
}

}  // namespace

std::uint32_t arc_connectivity(const Network& network) {
    const Graph& graph = network.graph;
    if (graph.directed() || !nodes_are_alike(network) || !joined_alike(graph, 0) || !is_connected(graph))
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

    LocalFlow flow(graph);
    const bool parallel = has_parallel_links(graph);
    std::vector<std::uint8_t> dominated(n, 0);
    bool first = true;
    for (const Node t : order) {
        if (dominated[t] != 0) continue;
        if (!first) best = std::min(best, flow.from(t, best));
        first = false;
        flow.add_to_set(t);
        if (parallel) continue;
        for (const Channel c : graph.out(t)) dominated[graph.target(c)] = 1;
    }
    return best;
}

}  // namespace wafernet
