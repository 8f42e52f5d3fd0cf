// A set of channel dependencies that never has a cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "successors.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Dependencies between neighbouring channels, kept in a topological order as they come (Pearce and Kelly, 2006).
class AcyclicSet {
public:
    AcyclicSet(const Graph& graph, const Successors& edges);

    /// Adds what is missing of a list of edges and returns true; where they close a cycle the set stays as it was.
    bool add(const std::uint32_t* first, const std::uint32_t* last);
    /// Returns those of the last add that were missing.
    [[nodiscard]] const std::vector<std::uint32_t>& added() const { return fresh_; }
    /// Takes edges out again.
    void remove(const std::vector<std::uint32_t>& edges);

private:
    bool add(std::uint32_t edge);
    [[nodiscard]] bool reaches_back(Channel from, Channel to);

    const Graph& graph_;
    const Successors& edges_;
    std::vector<Channel> from_;         // of every edge
    std::vector<bool> has_, closes_;    // every edge: in the set; known to close a cycle with it
    std::vector<std::uint32_t> place_;  // of every channel in the order
    std::vector<std::uint32_t> mark_;
    std::uint32_t round_ = 0;
    std::vector<Channel> ahead_, behind_;
    std::vector<std::uint32_t> places_;
    std::vector<std::uint32_t> fresh_, known_to_close_;
};

}  // namespace wafernet
