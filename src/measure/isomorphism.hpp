// Whether two networks are the same but for the numbers of their nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Return a number that networks have in common which are the same but for the numbers of their nodes; other networks
/// may have it too. The first is of every node's neighbours, the second of its distances, which takes longer.
std::uint64_t neighbour_signature(const Network& network);
std::uint64_t distance_signature(const Network& network);

/// Returns whether the networks are the same but for the numbers of their nodes; which nodes send and how many links
/// join two nodes counts, latencies do not. Nothing where the search gave up, and where links go one way.
std::optional<bool> isomorphic(const Network& a, const Network& b);

/// What two maps of a graph's nodes onto another's have in common: the colour of a node is that of its image.
using Colours = std::vector<std::uint64_t>;
/// Returns a map of nodes that takes the links of `a` to those of `b` and colours to colours; empty where there is
/// none. Nothing where the search gave up. Links must go both ways.
std::optional<std::vector<Node>> graph_map(const Graph& a, const Graph& b, Colours of_a, Colours of_b);

}  // namespace wafernet
