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

/// A graph with one bit for every pair of vertices, in rows of whole cache lines.
class BitDigraph {
public:
    static constexpr std::size_t line = 8;  ///< words

    BitDigraph() = default;
    explicit BitDigraph(std::uint32_t vertices)
        : vertices_(vertices), words_((std::size_t{vertices} + 511) / 512 * line), bits_(vertices * words_, 0) {}

    [[nodiscard]] std::uint32_t vertices() const { return vertices_; }
    [[nodiscard]] std::size_t words() const { return words_; }
    [[nodiscard]] std::uint64_t* row(std::uint32_t v) { return bits_.data() + v * words_; }
    [[nodiscard]] const std::uint64_t* row(std::uint32_t v) const { return bits_.data() + v * words_; }
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

/// Returns the vertices that nothing leads to, then those that nothing but these leads to, and so on: all of them where
/// there is no cycle. `waits`: how many lead to every vertex; of those that are left it keeps how many are left.
/// for_each_next(v, use) calls `use` with what v leads to.
template <class ForEachNext>
std::vector<std::uint32_t> peeled(std::vector<std::uint32_t>& waits, const ForEachNext& for_each_next) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t v = 0; v < waits.size(); ++v) {
        if (waits[v] == 0) order.push_back(v);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        for_each_next(order[i], [&](std::uint32_t next) {
            if (--waits[next] == 0) order.push_back(next);
        });
    }
    return order;
}

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
