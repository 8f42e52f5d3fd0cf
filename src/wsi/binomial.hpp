// Distributions that the yield models need, away from the heavy headers.
#pragma once

#include <cstdint>
#include <vector>

namespace wafernet {

/// Returns P(successes >= needed) in `total` trials of `probability`.
double binomial_at_least(std::uint64_t needed, std::uint64_t total, double probability);

/// A node of a quadrature over a gamma variable of mean 1.
struct GammaNode {
    double factor;
    double weight;
};
/// Returns nodes and weights with which the mean of a smooth function is its weighted sum.
std::vector<GammaNode> gamma_nodes(double alpha);

}  // namespace wafernet
