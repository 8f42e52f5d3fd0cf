// The second smallest eigenvalue of a graph's Laplacian and its vector (Fiedler 1973).
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

struct Fiedler {
    double value = 0.0;     ///< Rayleigh quotient of `vector`
    double residual = 0.0;  ///< |L x - value x| for |x| = 1: an eigenvalue lies within so much of `value`
    std::vector<double> vector;
};

/// Returns the algebraic connectivity of a connected graph of at least 2 nodes: up to `dense_nodes` from the dense
/// matrix, above by Lanczos from a random start orthogonal to the constant vector, until the residual is below
/// `tolerance`.
Fiedler fiedler(const Graph& graph, double tolerance, std::uint64_t seed);
inline constexpr std::uint32_t dense_nodes = 128;

}  // namespace wafernet
