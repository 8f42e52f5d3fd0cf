// Maximum flows of one unit a channel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Flows from some nodes to others, by all shortest paths at a time (Dinic 1970; Even and Tarjan 1975). What a flow
/// takes depends on the nodes near its ends: searches end where they are, and only what they used is made free again.
class UnitFlow {
public:
    explicit UnitFlow(const Graph& graph)
        : graph_(graph),
          first_(graph.nodes() + std::size_t{1}),
          arcs_(graph.channels()),
          left_(graph.channels()),
          next_(graph.nodes()),
          level_(graph.nodes()),
          round_of_(graph.nodes(), 0) {
        for (Channel c = 0; c < graph.channels(); ++c) ++first_[graph.source(c) + std::size_t{1}];
        for (Node v = 0; v < graph.nodes(); ++v) first_[v + std::size_t{1}] += first_[v];
        std::vector<std::uint32_t> at(first_.begin(), first_.end() - 1);
        for (Channel c = 0; c < graph.channels(); ++c) {
            arcs_[at[graph.source(c)]++] = c;
            left_[c] = graph.exists(c) ? 1 : 0;
        }
    }

    /// Returns the units from the nodes of `sources` to those of which is_sink(node) is true, at most `limit`.
    template <class IsSink>
    std::uint64_t run(std::span<const Node> sources, const IsSink& is_sink, std::uint64_t limit) {
        for (const Channel c : used_) {
            for (const Channel side : {c, c ^ 1U}) left_[side] = graph_.exists(side) ? 1 : 0;
        }
        used_.clear();
        std::uint64_t units = 0;
        while (units < limit && find_levels(sources, is_sink)) {
            for (const Node s : sources) {
                while (units < limit && augment(s, is_sink)) ++units;
            }
        }
        return units;
    }
    /// After a flow below its limit: whether the node is on the sources' side of the least cut that is nearest to them.
    [[nodiscard]] bool on_left(Node v) const { return round_of_[v] == round_; }

private:
    // Hops from the sources over channels with room, no farther than the nearest sink; returns whether there is one.
    template <class IsSink> bool find_levels(std::span<const Node> sources, const IsSink& is_sink) {
        ++round_;
        queue_.clear();
        for (const Node s : sources) visit(s, 0);
        bool reached = false;
        for (std::size_t i = 0; i < queue_.size() && !(reached && level_[queue_[i]] >= level_[queue_.back()]); ++i) {
            const Node v = queue_[i];
            for (std::uint32_t k = first_[v]; k < first_[v + std::size_t{1}]; ++k) {
                const Node w = graph_.target(arcs_[k]);
                if (left_[arcs_[k]] == 0 || round_of_[w] == round_) continue;
                visit(w, level_[v] + 1);
                reached = reached || is_sink(w);
            }
        }
        return reached;
    }
    void visit(Node v, std::uint32_t level) {
        round_of_[v] = round_;
        level_[v] = level;
        next_[v] = first_[v];
        queue_.push_back(v);
    }
    // One more path from v to a sink along rising levels.
    template <class IsSink> bool augment(Node v, const IsSink& is_sink) {
        path_.clear();
        while (!is_sink(v)) {
            const auto rises = [&](Channel c) {
                const Node w = graph_.target(c);
                return left_[c] > 0 && round_of_[w] == round_ && level_[w] == level_[v] + 1;
            };
            const std::uint32_t end = first_[v + std::size_t{1}];
            while (next_[v] < end && !rises(arcs_[next_[v]])) ++next_[v];
            if (next_[v] < end) {
                path_.push_back(arcs_[next_[v]]);
                v = graph_.target(path_.back());
            } else {
                if (path_.empty()) return false;
                v = graph_.source(path_.back());
                path_.pop_back();
                ++next_[v];
            }
        }
        for (const Channel c : path_) --left_[c], ++left_[c ^ 1U];
        used_.insert(used_.end(), path_.begin(), path_.end());
        return true;
    }

    const Graph& graph_;
    std::vector<std::uint32_t> first_;  // nodes + 1
    std::vector<Channel> arcs_;         // by the node that they leave, the way back of one-way links too
    std::vector<std::uint8_t> left_;    // units that still fit on every channel
    std::vector<std::uint32_t> next_;   // of every node: the first arc that may lead on
    std::vector<std::uint32_t> level_, round_of_;
    std::uint32_t round_ = 0;
    std::vector<Node> queue_;
    std::vector<Channel> path_, used_;
};

}  // namespace wafernet
