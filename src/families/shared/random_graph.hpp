// Random numbers and adjacency for the families that are drawn by a seed: the same graph everywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// SplitMix64 (Steele, Lea & Flood 2014).
class SplitMix {
public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    /// A number below `bound`, all equally likely.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t most = ~std::uint64_t{0} - ~std::uint64_t{0} % bound;
        std::uint64_t drawn = next();
        while (drawn >= most) drawn = next();
        return drawn % bound;
    }

private:
    std::uint64_t state_;
};

using Neighbours = std::vector<std::vector<Node>>;

inline bool joined(const Neighbours& neighbours, Node a, Node b) {
    const bool fewer = neighbours[a].size() < neighbours[b].size();
    const std::vector<Node>& list = neighbours[fewer ? a : b];
    return std::find(list.begin(), list.end(), fewer ? b : a) != list.end();
}

inline bool connected(const Neighbours& neighbours) {
    std::vector<bool> seen(neighbours.size(), false);
    std::vector<Node> queue{0};
    seen[0] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Node w : neighbours[queue[i]]) {
            if (seen[w]) continue;
            seen[w] = true;
            queue.push_back(w);
        }
    }
    return queue.size() == neighbours.size();
}

inline std::vector<LinkSpec> links_of(const Neighbours& neighbours) {
    std::vector<LinkSpec> list;
    for (Node v = 0; v < neighbours.size(); ++v) {
        std::vector<Node> higher;
        for (const Node w : neighbours[v]) {
            if (v < w) higher.push_back(w);
        }
        std::sort(higher.begin(), higher.end());
        for (const Node w : higher) list.push_back({v, w, {}});
    }
    return list;
}

}  // namespace wafernet
