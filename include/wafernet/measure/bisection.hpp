// The least number of links between two halves of a network: bounds, and what is exact.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Links between two halves of floor(N/2) and ceil(N/2) nodes; where only some nodes send and receive, the terminals,
/// halves of these, switches on either side. Parallel links count each.
struct Bisection {
    /// Least cut that halves one coordinate of the node addresses; of terminals, that which halves them by number.
    std::uint64_t canonical = 0;
    std::uint64_t lower = 0;  ///< no balanced cut has fewer links
    std::uint64_t upper = 0;  ///< a balanced cut with so many links was found
    /// lambda_2 floor(N/2) ceil(N/2) / N, in links, before it is rounded up; of terminals, what follows from lambda_2
    /// of the routers. Empty: not computed.
    std::optional<double> spectral;
    std::vector<std::uint8_t> side;  ///< of every node, 0 or 1, in a cut of `upper` links

    [[nodiscard]] bool exact() const { return lower == upper; }
};

struct BisectionOptions {
    std::uint64_t at_least = 0;  ///< a lower bound that is known already, such as the arc connectivity
    unsigned seeds = 6;          ///< random starts of the partitioner, besides the canonical and the spectral one
    std::uint64_t seed = 1;
    std::uint64_t most_paths = 20'000'000;  ///< of the routing, followed for the bound by channel load
    bool few_cuts = false;                  ///< no more than of networks above bisection_nodes
};

/// Graphs of more channels that are not searched get the coordinate cuts alone, which take no second look at them.
inline constexpr Channel few_cuts_channels = 1U << 23U;

/// Networks of more nodes only get the best of a few cuts, as an upper bound: the coordinate cuts, halves of searches
/// in breadth and in depth, and one of these improved.
inline constexpr std::uint64_t bisection_nodes = 1U << 16U;

/// Whether a bisection halves the terminals alone, wherever the switches lie: where there are both. Of networks of
/// shared channels it halves all nodes, as mudawwar's formulas do.
bool halves_hosts(const Network& network);

/// Why a network with one-way links has no bisection.
inline constexpr const char* one_way_bisection = "some links go one way, a bisection counts links that go both ways";

/// Returns bounds of the bisection width in links. Lower: what uniform traffic under the family's routing
/// needs, the algebraic connectivity (Lanczos on the Laplacian, less its residual), and for very small networks a
/// complete search; upper: the best of the coordinate cuts and of a balanced partitioner, counted on the whole graph.
/// Deterministic for a given seed. Needs at least 2 nodes and no one-way link; throws InputError else.
Bisection measure_bisection(const Network& network, const BisectionOptions& options = {});

/// Returns the least cut, in links, that halves one coordinate of the node addresses; where a coordinate has an odd
/// number of values its middle value is halved by the other coordinates. Networks with labelled nodes have one: by node
/// number.
std::uint64_t canonical_cut(const Network& network);

}  // namespace wafernet
