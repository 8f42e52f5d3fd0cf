// The targets of every node's channels, side by side: what the searches walk over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

struct Adjacency {
    std::vector<std::uint64_t> offsets;  // nodes + 1
    std::vector<Node> targets;           // grouped by source

    explicit Adjacency(const Graph& graph) : offsets(std::size_t{graph.nodes()} + 1), targets(graph.channels()) {
        for (Node v = 0; v < graph.nodes(); ++v) offsets[v + 1] = offsets[v] + graph.degree(v);
        std::vector<std::uint64_t> cursor(offsets.begin(), offsets.end() - 1);
        const Channel channels = graph.channels();
        for (Channel c = 0; c < channels; ++c) {
            if (graph.exists(c)) targets[cursor[graph.source(c)]++] = graph.target(c);
        }
        targets.resize(offsets.back());
    }

    [[nodiscard]] Node nodes() const { return static_cast<Node>(offsets.size() - 1); }
    [[nodiscard]] std::uint32_t degree(Node v) const { return static_cast<std::uint32_t>(offsets[v + 1] - offsets[v]); }
    [[nodiscard]] std::span<const Node> of(Node v) const {
        return {targets.data() + offsets[v], targets.data() + offsets[v + 1]};
    }
};

}  // namespace wafernet
