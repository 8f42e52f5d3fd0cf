// Networks with one-way links: strong components and the arc connectivity.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Returns the strong component of every node, from 0 on: a part in which every node reaches every other.
std::vector<std::uint32_t> strong_parts(const Graph& graph);

/// Returns the number of strongly connected components: parts in which every node reaches every other.
std::uint32_t strong_components(const Graph& graph);

/// Returns the arc connectivity of a graph some of whose links go one way. From node 0 to every node and back there are
/// maximum flows; the least of them is it, because a least cut has node 0 on one of its sides.
std::uint32_t one_way_connectivity(const Graph& graph);

}  // namespace wafernet
