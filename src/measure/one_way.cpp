#include "one_way.hpp"

#include <algorithm>
#include <vector>

#include "routing/digraph.hpp"

namespace wafernet {

namespace {

// Unit flow from one node to another by shortest augmenting paths.
class Flow {
public:
    explicit Flow(const Graph& graph) : graph_(graph), used_(graph.channels(), 0), came_by_(graph.nodes()) {}

    std::uint32_t run(Node from, Node to, std::uint32_t limit) {
        std::fill(used_.begin(), used_.end(), std::uint8_t{0});
        std::uint32_t units = 0;
        while (units < limit && augment(from, to)) ++units;
        return units;
    }

private:
    // How a node was come to: along a channel, or by taking back what one carries. 2 c, or 2 c + 1.
    static constexpr std::uint64_t unseen = ~std::uint64_t{0};

    bool augment(Node from, Node to) {
        std::fill(came_by_.begin(), came_by_.end(), unseen);
        came_by_[from] = 0;
        queue_.assign(1, from);
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const Node v = queue_[i];
            const auto visit = [&](Node w, std::uint64_t by) {
                if (came_by_[w] != unseen) return;
                came_by_[w] = by;
                queue_.push_back(w);
            };
            for (const Channel c : graph_.out(v)) {
                if (used_[c] == 0) visit(graph_.target(c), 2 * std::uint64_t{c});
            }
            graph_.for_each_in(v, [&](Channel c) {
                if (used_[c] != 0) visit(graph_.source(c), 2 * std::uint64_t{c} + 1);
            });
            if (came_by_[to] == unseen) continue;
            for (Node at = to; at != from;) {
                const auto c = static_cast<Channel>(came_by_[at] / 2);
                const bool back = came_by_[at] % 2 != 0;
                used_[c] = back ? 0 : 1;
                at = back ? graph_.target(c) : graph_.source(c);
            }
            return true;
        }
        return false;
    }

    const Graph& graph_;
    std::vector<std::uint8_t> used_;
    std::vector<std::uint64_t> came_by_;
    std::vector<Node> queue_;
};

}  // namespace

std::uint32_t strong_components(const Graph& graph) {
    Digraph digraph;
    for (Node v = 0; v < graph.nodes(); ++v) {
        for (const Channel c : graph.out(v)) digraph.targets.push_back(graph.target(c));
        digraph.first.push_back(digraph.targets.size());
    }
    const std::vector<std::uint32_t> component = strong_components(digraph);
    return component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
}

std::uint32_t one_way_connectivity(const Graph& graph) {
    std::uint32_t best = 0xFFFFFFFFU;
    for (Node v = 0; v < graph.nodes(); ++v) {
        std::uint32_t in = 0;
        graph.for_each_in(v, [&](Channel) { ++in; });
        best = std::min({best, graph.degree(v), in});
    }
    Flow flow(graph);
    for (Node v = 1; v < graph.nodes() && best > 0; ++v) {
        best = flow.run(0, v, best);
        best = std::min(best, flow.run(v, 0, best));
    }
    return best;
}

}  // namespace wafernet
