// Breadth-first search from up to 256 sources at once, one bit a source.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "adjacency.hpp"

namespace wafernet {

/// Searches from batches of sources. A node's word has one bit a source; a level of all searches is an OR over
/// neighbours. Normally every node that the wave has come near and that still lacks a source pulls from its neighbours.
/// Where far fewer channels leave the nodes that changed, changes are pushed along those instead.
class BatchSearch {
public:
    static constexpr std::size_t width = 256;

    explicit BatchSearch(const Adjacency& adjacency);
    /// Adds `weight` for every (source, node) pair to histogram[distance], which grows as needed. At most `width`
    /// sources.
    void run(std::span<const Node> sources, std::uint64_t weight, std::vector<std::uint64_t>& histogram);

    struct alignas(32) Word {
        std::uint64_t part[4];
    };
    // What the kernels work on.
    struct State {
        const std::uint64_t* offsets;
        const Node* targets;
        std::vector<Word> seen;                     // sources that have reached the node
        std::vector<Word> frontier;                 // ... at the last level
        std::vector<Word> next;                     // ... at this level
        std::vector<Node> pulling;                  // nodes near the wave that lack a source
        std::vector<Node> reached_first, finished;  // at this level
        std::vector<Node> active, touched;          // pushing: nodes that changed at the last and at this level
        std::vector<std::uint8_t> listed;           // has been in `pulling`
        Word all;                                   // bits of all sources of the batch
    };
    // What a level did.
    struct Level {
        std::uint64_t reached = 0;        // (source, node) pairs
        std::uint64_t push_channels = 0;  // channels that leave the nodes that changed
        std::uint64_t pull_channels = 0;  // channels that leave the nodes in `pulling`
    };

private:
    void start_pushing();
    void start_pulling();
    void list_neighbours(Node v);

    const Adjacency& adjacency_;
    State state_;
    std::vector<Node> stale_, staler_;  // finished one and two levels ago: their words are still to be cleared
};

}  // namespace wafernet
