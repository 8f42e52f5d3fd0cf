// Balanced partitions of a graph into two halves with few links between them.
#pragma once

#include <cstdint>
#include <vector>

#include "adjacency.hpp"

namespace wafernet {

/// side[v] is 0 or 1; side 0 has floor(N/2) or ceil(N/2) nodes.
using Sides = std::vector<std::uint8_t>;

/// Returns the number of links between the sides.
std::uint64_t cut_of(const Adjacency& adjacency, const Sides& sides);

/// Returns `sides`, improved by passes of single moves (Fiduccia and Mattheyses 1982) until a pass gains nothing.
/// Balanced before and after.
Sides refine(const Adjacency& adjacency, Sides sides);

/// Returns the halves that the order of the nodes gives: the first floor(N/2) of `order` on side 0.
Sides halves(const std::vector<Node>& order);

/// Returns the nodes in the order of a breadth-first search from `start`; other components follow.
std::vector<Node> breadth_first_order(const Adjacency& adjacency, Node start);

/// Returns them in the order of a depth-first search, which keeps the parts of a tree together.
std::vector<Node> depth_first_order(const Adjacency& adjacency, Node start);

}  // namespace wafernet
