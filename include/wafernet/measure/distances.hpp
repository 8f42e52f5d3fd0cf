// Shortest-path distances of a graph: exact diameter, averages and histogram by breadth-first search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Which ordered pairs of nodes an average is over.
enum class Pairs : std::uint8_t {
    distinct,  ///< source and destination differ: sum / (N (N-1))
    all,       ///< a node to itself included: sum / N^2
};

/// All distances of a graph, or between some of its nodes, counted. Counts and sums are whole numbers, so they do not
/// depend on the order of the work.
struct Distances {
    Node nodes = 0;
    std::uint32_t components = 0;          ///< 1: connected; of a network with one-way links strong components
    std::uint64_t sources = 0;             ///< searches that were run; fewer than nodes where symmetry was used
    std::vector<std::uint64_t> histogram;  ///< [h]: ordered pairs at distance h, [0] = nodes; empty where not measured
    std::string reason;                    ///< why there is no diameter and no average: not connected, or too large
    double left_out =
        0.0;  ///< where it is too large: sources times channels, what DistanceOptions::visits would have to be

    /// Returns the greatest distance in hops, or nothing for the `reason`.
    [[nodiscard]] std::optional<std::uint32_t> diameter() const;
    /// Returns the mean distance in hops, or nothing for the `reason` (also where there is no such pair).
    [[nodiscard]] std::optional<double> average(Pairs pairs) const;
    /// Returns the sum of the distances over all ordered pairs in hops. Throws ComputationError where it does not fit
    /// 64 bits.
    [[nodiscard]] std::uint64_t sum() const;
};

/// Sources times channels up to which a search is started unasked: seconds, a minute where paths are long.
inline constexpr double most_visits = 4e10;

struct DistanceOptions {
    unsigned threads = 1;
    bool exhaustive = false;      ///< search from every node, whatever symmetry is known and however long it takes
    double visits = most_visits;  ///< sources times channels up to which a search is started without exhaustive
    /// Called from one thread at a time after every piece of the searches, with how many of how many are done. False
    /// ends the work with ComputationError "interrupted".
    std::function<bool(std::uint64_t done, std::uint64_t of)> progress{};
};

/// Networks of up to this many nodes are searched from every node even where symmetries are known.
inline constexpr std::uint64_t brute_force_nodes = 4096;

/// Returns the distances between all ordered pairs of nodes of `graph`, by a search from every node.
Distances measure_distances(const Graph& graph, unsigned threads = 1);

/// Returns the distances from the representatives, each counted `weight` times, and the number of components.
Distances measure_distances(const Graph& graph, std::span<const SourceClass> sources, unsigned threads = 1);

/// Returns the distances of a network: from every node up to `brute_force_nodes`; above of a tree by its branches, by
/// the symmetries that its family knows (Family::source_classes), of a product by those of its factors, without any of
/// these from every node; as long as that takes seconds, else none, with the reason.
Distances measure_distances(const Network& network, const DistanceOptions& options);

/// Distances by the latencies of channels, in cycles on the channels of a path.
struct CycleDistances {
    std::uint64_t nodes = 0;
    std::uint64_t longest = 0;  ///< the largest distance
    double sum = 0.0;           ///< over all ordered pairs; exact below 2^53
    /// Returns the mean distance, or nothing where there is no such pair.
    [[nodiscard]] std::optional<double> average(Pairs pairs) const;
};
/// Returns the distances of a connected network in cycles, by a search from every node. Throws InputError where some
/// node cannot be reached.
CycleDistances measure_cycles(const Network& network);

/// Returns the distances between all ordered pairs of nodes that send: `nodes` counts these alone. Throws as
/// measure_distances does where `options.progress` says to stop.
Distances measure_terminal_distances(const Network& network, const DistanceOptions& options);

/// Returns the number of connected components, strong ones where a link goes one way.
std::uint32_t count_components(const Graph& graph);

}  // namespace wafernet
