// How many ways there are: shortest paths, paths without a common channel or node, and how well a graph hangs together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "wafernet/core/family.hpp"

namespace wafernet {

struct DiversityOptions {
    std::uint64_t pairs =
        2000;  ///< most pairs that are looked at for disjoint paths; where there are more, so many drawn
    std::uint64_t seed = 1;
    /// Called now and then with how many sources and pairs are done, and of how many; false ends the work.
    std::function<bool(std::uint64_t done, std::uint64_t of)> progress{};
};

/// Figures over ordered pairs of distinct terminals.
struct Diversity {
    std::uint64_t pairs = 0;           ///< all of them
    double mean_minimal_paths = 0.0;   ///< shortest paths of a pair, as sequences of channels
    double least_minimal_paths = 0.0;  ///< of the pair that has fewest
    double single_path_share = 0.0;    ///< of the pairs with one shortest path
    std::uint64_t disjoint_pairs = 0;  ///< pairs that the next four are over: all, or those drawn
    double mean_edge_disjoint = 0.0;   ///< paths without a common channel
    std::uint32_t least_edge_disjoint = 0;
    double mean_node_disjoint = 0.0;  ///< paths without a common node but their ends
    std::uint32_t least_node_disjoint = 0;
    /// Second smallest eigenvalue of the Laplacian: of a regular graph the gap between the largest two of its adjacency
    /// matrix. Nothing where links go one way.
    std::optional<double> algebraic_connectivity{};
};

/// Returns them: shortest paths counted by breadth-first search from every terminal, disjoint paths by maximum flows.
/// Throws InputError where the terminals are fewer than two or cannot all reach each other, ComputationError
/// "interrupted" where `progress` says so.
Diversity measure_diversity(const Network& network, const DiversityOptions& options = {});

}  // namespace wafernet
