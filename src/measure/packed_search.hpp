// Breadth-first search of very large regular networks with 64 nodes in a word.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// The channels of a graph in groups: 64 nodes with consecutive numbers are a block, and the channels from one block to
/// another that add the same number to the position in the block are one mask. A 4x4x4 module is a block, its rings 12
/// masks. Channels in parallel are one. Blocks with the same masks share a pattern and only differ in where these lead.
struct PackedGraph {
    struct Group {
        std::uint64_t mask = 0;   // positions in the block that have the channel
        std::uint32_t shift = 0;  // of positions, modulo 64: masked positions never leave the word

        bool operator==(const Group&) const = default;
    };
    struct Pattern {
        std::vector<Group> inside;   // to the block itself
        std::vector<Group> outside;  // to other blocks, one target each

        bool operator==(const Pattern&) const = default;
    };
    struct Block {
        std::uint32_t pattern = 0;
        std::uint32_t targets = 0;  // index of its first target
    };
    Node nodes = 0;
    std::vector<Pattern> patterns;
    std::vector<Block> blocks;
    std::vector<std::uint32_t> targets;  // blocks

    /// Returns the number of masks, those of shared patterns once a block.
    [[nodiscard]] std::uint64_t groups() const;
};

/// Returns the groups of a graph, or nothing where there are not far fewer of them than channels.
std::optional<PackedGraph> pack(const Graph& graph);

/// Searches a packed graph from one source after the other: a level is masks and shifts of the words that changed.
class PackedSearch {
public:
    explicit PackedSearch(const PackedGraph& graph);
    /// Adds `weight` for every node to histogram[its distance from source], which grows as needed. Returns the nodes
    /// reached.
    std::uint64_t run(Node source, std::uint64_t weight, std::vector<std::uint64_t>& histogram);

private:
    const PackedGraph& graph_;
    std::vector<std::uint64_t> seen_, frontier_, next_;
    std::vector<std::uint32_t> active_, touched_;
};

}  // namespace wafernet
