// Halves found on ever coarser graphs first, which numbers of the nodes and local minima mislead less (Hendrickson and
// Leland 1995; Karypis and Kumar 1998).
#pragma once

#include <cstdint>

#include "halving.hpp"

namespace wafernet {

/// Returns sides of the nodes of halving.graph() for refine(), which may hold only after it. Neighbours that most links
/// join become one node, level by level, until few are left; every level is improved on the way back.
Sides multilevel_halves(const Halving& halving, std::uint64_t seed);

/// Returns the sides improved on coarser graphs whose nodes lie on one side each (Walshaw 2004, iterated multilevel
/// search), for refine() like those.
Sides multilevel_again(const Halving& halving, const Sides& sides, std::uint64_t seed);

}  // namespace wafernet
