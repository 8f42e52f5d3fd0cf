// Balanced partitions of a graph into two halves with few links between them.
#pragma once

#include <cstdint>
#include <vector>

#include "halving.hpp"

namespace wafernet {

/// Returns the number of links between the sides, without those of loose terminals.
std::uint64_t cut_of(const Adjacency& adjacency, const Sides& sides);

/// Returns `sides` of the nodes of halving.graph(), whose adjacency this is, improved by passes of single moves
/// (Fiduccia and Mattheyses 1982) until a pass gains nothing. They hold before and after. A pass ends `patience` moves
/// after the last that gained something; 0: some hundred and a quarter of the nodes.
Sides refine(const Adjacency& adjacency, const Halving& halving, Sides sides, std::size_t patience = 0);

/// Returns the halves that the order of the nodes gives: those at the front of `order` that weigh half of all on side
/// 0, or as near to it as loose terminals can make good.
Sides halves(const Halving& halving, const std::vector<Node>& order);

/// Returns the nodes in the order of a breadth-first search from `start`; other components follow.
std::vector<Node> breadth_first_order(const Adjacency& adjacency, Node start);

/// Returns them in the order of a depth-first search, which keeps the parts of a tree together.
std::vector<Node> depth_first_order(const Adjacency& adjacency, Node start);

}  // namespace wafernet
