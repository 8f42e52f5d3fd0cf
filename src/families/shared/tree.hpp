// Complete binary trees in heap order: node i has the children 2i+1 and 2i+2.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wafernet/core/graph.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Returns the links of a complete binary tree of `levels` levels of nodes, numbered in heap order; every
/// link goes from the parent to the child (direction +1).
std::vector<LinkSpec> binary_tree_links(std::uint64_t levels);

/// Returns the routing that climbs to the common ancestor and descends from there, along the links that
/// binary_tree_links lists first in the graph.
std::unique_ptr<Routing> binary_tree_routing(const Graph& graph);

}  // namespace wafernet
