// Breadth-first search from up to 256 sources at once, one bit a source.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "adjacency.hpp"

namespace wafernet {

/// Searches from batches of sources. A node's word has one bit a source; a level of all searches is an OR over neighbours.
/// Where few words change, changes are pushed along the channels of the nodes that changed; where many do, every node
/// that still lacks a source pulls from its neighbours.
class BatchSearch {
public:
    static constexpr std::size_t width = 256;

    explicit BatchSearch(const Adjacency& adjacency);
    /// Adds `weight` for every (source, node) pair to histogram[distance], which grows as needed. At most `width` sources.
    void run(std::span<const Node> sources, std::uint64_t weight, std::vector<std::uint64_t>& histogram);

    struct alignas(32) Word {
        std::uint64_t part[4];
    };
    // What the kernels work on. Between levels `next` is zero and `frontier` is zero outside `active`.
    struct State {
        const std::uint64_t* offsets;
        const Node* targets;
        std::vector<Word> seen, frontier, next;
        std::vector<std::uint16_t> lacking;  // sources that have not reached the node yet
        std::vector<Node> active, touched, unfinished;
    };

private:
    const Adjacency& adjacency_;
    State state_;
};

}  // namespace wafernet
