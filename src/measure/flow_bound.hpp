// A lower bound of the bisection from the load of the channels: every balanced cut separates as many pairs, and the
// messages between them must cross it.
#pragma once

#include <cstdint>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Returns the links that a cut has, at least, for each pair of nodes that it separates, when messages of every node to
/// every other, split over the family's own routing, load no channel beyond what they do. 0 where flow_bound is.
double links_per_pair(const Network& network, std::uint64_t most_paths);

/// Returns the least number of links that a cut between floor(N/2) and ceil(N/2) nodes has when messages of every node
/// to every other, split over the family's own routing, load no channel beyond what they do: floor(N/2) ceil(N/2) /
/// largest load, rounded up. 0 where the family has no routing for all nodes or the paths from all nodes to those of
/// one copy (Routing::symmetry) are more than `most_paths`, or the entries of a table of shortest paths.
std::uint64_t flow_bound(const Network& network, std::uint64_t most_paths);

}  // namespace wafernet
