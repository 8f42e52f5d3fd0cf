// Numbers for all pairs (channel and VC) -> (next channel and VC) that a graph admits.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Pairs of neighbouring (channel, VC) in a dense order: by the first channel, its VC, the next channel's place among
/// those that leave the node between, and that channel's VC.
class Successors {
public:
    Successors(const Graph& graph, int vcs)
        : graph_(graph),
          vcs_(static_cast<std::uint64_t>(vcs)),
          first_(graph.channels() + std::size_t{1}),
          slot_(graph.channels()) {
        for (Channel c = 0; c < graph.channels(); ++c)
            first_[c + 1] = first_[c] + graph.degree(graph.target(c)) * vcs_ * vcs_;
        for (Node v = 0; v < graph.nodes(); ++v) {
            std::uint32_t slot = 0;
            for (const Channel c : graph.out(v)) slot_[c] = slot++;
        }
    }

    [[nodiscard]] std::uint64_t size() const { return first_.back(); }
    [[nodiscard]] std::uint64_t pair(Channel c, int vc, Channel next, int next_vc) const {
        return begin(c, vc) + place(next, next_vc);
    }
    /// Where a pair with (next, next_vc) is among those of (c, vc), whatever c and vc.
    [[nodiscard]] std::uint64_t place(Channel next, int next_vc) const {
        return slot_[next] * vcs_ + static_cast<std::uint64_t>(next_vc);
    }
    /// The pairs of (c, vc) are begin(c, vc) .. end(c, vc).
    [[nodiscard]] std::uint64_t begin(Channel c, int vc) const {
        return first_[c] + static_cast<std::uint64_t>(vc) * width(c);
    }
    [[nodiscard]] std::uint64_t end(Channel c, int vc) const { return begin(c, vc) + width(c); }
    /// channel * vcs + vc of the second of a pair that begins with (c, vc).
    [[nodiscard]] std::uint64_t second(Channel c, int vc, std::uint64_t pair) const {
        const std::uint64_t at = pair - begin(c, vc);
        return graph_.out(graph_.target(c))[at / vcs_] * vcs_ + at % vcs_;
    }

private:
    [[nodiscard]] std::uint64_t width(Channel c) const { return graph_.degree(graph_.target(c)) * vcs_; }

    const Graph& graph_;
    std::uint64_t vcs_;
    std::vector<std::uint64_t> first_;
    std::vector<std::uint32_t> slot_;
};

}  // namespace wafernet
