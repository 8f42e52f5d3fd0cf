// Whether two networks are the same but for the numbers of their nodes.
#pragma once

#include <cstdint>
#include <optional>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Return a number that networks have in common which are the same but for the numbers of their nodes; other networks
/// may have it too. The first is of every node's neighbours, the second of its distances, which takes longer.
std::uint64_t neighbour_signature(const Network& network);
std::uint64_t distance_signature(const Network& network);

/// Returns whether the networks are the same but for the numbers of their nodes; which nodes send and how many links
/// join two nodes counts, latencies do not. Nothing where the search gave up, and where links go one way.
std::optional<bool> isomorphic(const Network& a, const Network& b);

}  // namespace wafernet
