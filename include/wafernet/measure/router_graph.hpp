// The routers of a network apart from its hosts.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Returns the graph of the nodes that switch: of a network whose terminals have links to other nodes alone, those
/// other nodes and the links between them; of a network in which every node sends, its own graph. Nothing where
/// terminals switch for others and others switch too, and where nodes stand for shared channels.
std::optional<Graph> router_graph(const Network& network);

/// Returns the fewest and the most links of a node; 0 and 0 where there are no nodes.
std::pair<std::uint32_t, std::uint32_t> degree_range(const Graph& graph);

}  // namespace wafernet
