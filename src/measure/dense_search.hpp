// Distances in dense graphs: a row of bits a node, so that "have these two a common neighbour" is a few words.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

class DenseSearch {
public:
    explicit DenseSearch(const Graph& graph);

    /// Adds to `histogram` both directions of every pair of `source` and a later node that has a path, and the pair of
    /// `source` with itself. Returns whether all these pairs have one.
    bool run(Node source, std::vector<std::uint64_t>& histogram) const;

private:
    using Bits = std::vector<std::uint64_t>;  // one a node
    [[nodiscard]] const std::uint64_t* row(Node v) const { return neighbours_.data() + v * words_; }
    [[nodiscard]] Bits next_to(const std::uint64_t* set, const Bits& among) const;

    Node nodes_ = 0;
    std::size_t words_ = 0;  // of a row
    Bits neighbours_;        // nodes rows
};

}  // namespace wafernet
