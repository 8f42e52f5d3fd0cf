// How halves are found: of the nodes that send and receive where others do not, with switches wherever they cut least;
// on coarser graphs.
#pragma once

#include <cstdint>
#include <optional>

#include "halving.hpp"

namespace wafernet {

/// Returns the sides of all nodes where those of network.terminals are as given and the others lie where they cut
/// least.
Sides with_switches_at_best(const Network& network, const Sides& sides);

struct Found {
    std::uint64_t links = 0;
    Sides sides;  // empty where nothing is less than what was known
};

/// Returns the least cut over all splits of the terminals of a network with few of them that differ, at most `upper`;
/// nothing where it would take too long.
std::optional<Found> least_of_all_splits(const Network& network, std::uint64_t upper);

/// Finds halves on ever coarser graphs first, which numbers of the nodes and local minima mislead less (Hendrickson and
/// Leland 1995; Karypis and Kumar 1998). Returns sides of the nodes of halving.graph() for refine(), which may hold
/// only after it. Neighbours that most links join become one node, level by level, until few are left; every level is
/// improved on the way back.
Sides multilevel_halves(const Halving& halving, std::uint64_t seed);

/// Returns the sides improved on coarser graphs whose nodes lie on one side each (Walshaw 2004, iterated multilevel
/// search), for refine() like those.
Sides multilevel_again(const Halving& halving, const Sides& sides, std::uint64_t seed);

}  // namespace wafernet
