// Nodes in an order that few links run across.
#pragma once

#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Returns all nodes, one by one: next comes, of the neighbours of those before, the one that leaves the fewest links
/// open between what is there and what is not; of several the one met last, so that branches of a tree stay together.
/// It starts at a node far from node 0 (after King, Int. J. Numer. Methods Eng. 2, 1970).
std::vector<Node> grown_order(const Graph& graph);

}  // namespace wafernet
