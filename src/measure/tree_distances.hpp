// All distances of a tree, without a search from every node.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "adjacency.hpp"

namespace wafernet {

/// Returns how many ordered pairs of nodes are how many hops apart, [0] = nodes. Nothing where the graph is no tree, or
/// where its branches are so many and so long that a search from every node is as quick.
std::optional<std::vector<std::uint64_t>> tree_distances(const Adjacency& adjacency);

}  // namespace wafernet
