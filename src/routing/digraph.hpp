// Cycles in a directed graph given as compressed rows or as rows of bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wafernet {

struct Digraph {
    std::vector<std::uint64_t> first{0};  ///< vertices + 1
    std::vector<std::uint32_t> targets;

    [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(first.size() - 1); }
};

/// A graph with one bit for every pair of vertices.
class BitDigraph {
public:
    BitDigraph() = default;
    explicit BitDigraph(std::uint32_t vertices)
        : vertices_(vertices), words_((std::size_t{vertices} + 63) / 64), bits_(vertices * words_, 0) {}

    [[nodiscard]] std::uint32_t vertices() const { return vertices_; }
    [[nodiscard]] std::size_t words() const { return words_; }
    [[nodiscard]] std::uint64_t* row(std::uint32_t v) { return bits_.data() + v * words_; }
    [[nodiscard]] const std::uint64_t* row(std::uint32_t v) const { return bits_.data() + v * words_; }
    void insert(std::uint32_t from, std::uint32_t to) { row(from)[to / 64] |= std::uint64_t{1} << (to % 64); }
    [[nodiscard]] bool has(std::uint32_t from, std::uint32_t to) const {
        return (row(from)[to / 64] >> (to % 64) & 1U) != 0;
    }
    /// Number of pairs.
    [[nodiscard]] std::uint64_t edges() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t word : bits_) sum += static_cast<std::uint64_t>(std::popcount(word));
        return sum;
    }

private:
    std::uint32_t vertices_ = 0;
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
};

/// Returns the number of the strongly connected component of every vertex, from 0 on.
std::vector<std::uint32_t> strong_components(const Digraph& graph);

/// Returns a shortest cycle, as its vertices in order; empty where there is none. Of the shortest cycles, one through
/// the lowest vertex that lies on any.
std::vector<std::uint32_t> shortest_cycle(const Digraph& graph);
std::vector<std::uint32_t> shortest_cycle(const BitDigraph& graph);

/// Returns all vertices in an order in which every edge leads forward; empty where there is a cycle.
std::vector<std::uint32_t> topological_order(const Digraph& graph);
std::vector<std::uint32_t> topological_order(const BitDigraph& graph);

}  // namespace wafernet
