// How many channels must fail before some node can no longer reach another.
#pragma once

#include <cstdint>

#include "wafernet/core/family.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Returns the arc connectivity of `graph` in channels: the least number of channels whose loss leaves some node
/// without a way to another; 0 where the graph is not connected or has one node. Exact: by maximum flows of unit
/// capacity.
std::uint32_t arc_connectivity(const Graph& graph);

/// The same, without flows where the family's symmetries make all nodes alike: a connected graph of which that holds,
/// and with as many links to each neighbour, has the arc connectivity of its degree (Mader 1971).
std::uint32_t arc_connectivity(const Network& network);

/// Up to so many nodes arc_connectivity takes no more than a few seconds.
inline constexpr std::uint64_t connectivity_nodes = 1U << 20U;

}  // namespace wafernet
