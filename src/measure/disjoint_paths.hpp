// Maximum flow of one unit a channel, or a node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Paths of a pair that share no channel, or no node, by maximum flow: one more augmenting path at a time. A node is
/// two, in and out, with one unit between them where nodes may not be shared.
class DisjointPaths {
public:
    DisjointPaths(const Graph& graph, bool nodes_too) : graph_(graph), nodes_too_(nodes_too), used_(graph.channels()) {
        used_node_.resize(graph.nodes());
        from_.resize(std::size_t{graph.nodes()} * 2);
        seen_.resize(std::size_t{graph.nodes()} * 2);
    }

    /// Returns how many there are, at most `limit`.
    std::uint32_t between(Node source, Node destination, std::uint32_t limit = 0xFFFFFFFFU) {
        std::fill(used_.begin(), used_.end(), false);
        std::fill(used_node_.begin(), used_node_.end(), false);
        std::uint32_t paths = 0;
        while (paths < limit && augment(source, destination)) ++paths;
        return paths;
    }

private:
    // A place: node v with its way out open (2v + 1), or only entered (2v).
    struct Step {
        std::size_t place;
        Channel channel;  // no_channel: inside a node
        bool back;        // a unit is taken off
    };

    bool augment(Node source, Node destination) {
        std::fill(seen_.begin(), seen_.end(), false);
        queue_.clear();
        const auto visit = [&](std::size_t place, const Step& step) {
            if (seen_[place]) return;
            seen_[place] = true;
            from_[place] = step;
            queue_.push_back(place);
        };
        visit(out(source), {out(source), no_channel, false});
        for (std::size_t i = 0; i < queue_.size() && !seen_[in(destination)]; ++i) {
            const std::size_t place = queue_[i];
            const auto v = static_cast<Node>(place / 2);
            if (place == out(v)) {
                for (const Channel c : graph_.out(v)) {
                    if (!used_[c] && graph_.target(c) != source) visit(in(graph_.target(c)), {place, c, false});
                }
                if (v != source && (!nodes_too_ || used_node_[v])) visit(in(v), {place, no_channel, true});
            } else {
                if (!nodes_too_ || !used_node_[v]) visit(out(v), {place, no_channel, false});
                graph_.for_each_in(v, [&](Channel c) {
                    if (used_[c]) visit(out(graph_.source(c)), {place, c, true});
                });
            }
        }
        if (!seen_[in(destination)]) return false;
        for (std::size_t place = in(destination); place != out(source);) {
            const Step& step = from_[place];
            if (step.channel != no_channel) used_[step.channel] = !step.back;
            else if (nodes_too_) used_node_[place / 2] = !step.back;
            place = step.place;
        }
        return true;
    }

    static std::size_t in(Node v) { return std::size_t{v} * 2; }
    static std::size_t out(Node v) { return std::size_t{v} * 2 + 1; }

    const Graph& graph_;
    bool nodes_too_;
    std::vector<bool> used_, used_node_, seen_;
    std::vector<Step> from_;
    std::vector<std::size_t> queue_;
};

}  // namespace wafernet
