// Halves of the nodes that send and receive where others do not: switches wherever they cut least.
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

}  // namespace wafernet
