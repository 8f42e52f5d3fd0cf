// Distances in long and thin graphs by elimination: nodes are taken out of the graph one by one, the neighbours of each
// are joined by a shortcut as long as the way through it, and all distances from 32 sources follow in two sweeps over
// the remembered shortcuts, up the order and down again. A search by levels needs a step a level; this needs none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// The order of elimination. Nodes are known by their rank in it; every arc goes to a higher rank.
struct EliminationOrder {
    struct Arc {
        std::uint32_t to = 0;      ///< a rank
        std::uint16_t length = 0;  ///< hops of the shortest way through lower ranks
    };
    std::vector<std::uint32_t> offsets;  ///< ranks + 1
    std::vector<Arc> arcs;               ///< grouped by rank

    [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
};

/// Returns the order in which a node of least degree goes first, or nothing where the squares of these degrees add up
/// to more than `most_work` or the graph has more than 32,768 nodes (distances are kept in 15 bits).
std::optional<EliminationOrder> eliminate(const Graph& graph, double most_work);

/// Counts distances from 32 ranks at a time.
class SweepSearch {
public:
    static constexpr std::uint32_t width = 32;

    explicit SweepSearch(const EliminationOrder& order);
    /// Adds to `histogram` both directions of every pair that has a path and whose lower rank is one of `first` ...
    /// `first` + 31, and the pairs of these nodes with themselves. `first` is a multiple of 32.
    void run(std::uint32_t first, std::vector<std::uint64_t>& histogram);

    /// Distances of one rank from the 32 sources.
    struct alignas(64) Row {
        std::uint16_t distance[width];
    };

private:
    const EliminationOrder& order_;
    std::vector<Row> rows_;  // by rank
    std::vector<std::uint32_t>
        counts_;  // four tables side by side, so that equal distances in a row do not wait for each other
};

}  // namespace wafernet
