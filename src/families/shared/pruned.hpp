// Tori with links taken out: rahman2006, sec. 6.2.1. Node numbers are those of the torus: x + k y + k^2 z.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Throws InputError where the parameter k is odd: a pruned torus would not be regular.
void check_even(const Parameters& parameters);

/// Returns the links of the k x k x k torus pruned along z (1, T1, Eq. 6.1) or along x + y + z (2, T2, Eq. 6.2). k is
/// even and at least 4.
std::vector<LinkSpec> pruned_torus_links(std::uint32_t k, int which);
/// Returns the links of the k x k torus pruned along x + y (Eq. 6.3). k is even and at least 4.
std::vector<LinkSpec> pruned_torus_2d_links(std::uint32_t k);

}  // namespace wafernet
