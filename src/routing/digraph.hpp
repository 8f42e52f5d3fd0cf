// Cycles in a directed graph given as compressed rows.
#pragma once

#include <cstdint>
#include <vector>

namespace wafernet {

struct Digraph {
    std::vector<std::uint64_t> first{0};  ///< vertices + 1
    std::vector<std::uint32_t> targets;

    [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(first.size() - 1); }
};

/// Returns a shortest cycle, as its vertices in order; empty where there is none. Of the shortest cycles, one through
/// the lowest vertex that lies on any.
std::vector<std::uint32_t> shortest_cycle(const Digraph& graph);

}  // namespace wafernet
