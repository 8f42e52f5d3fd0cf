// Distances of all pairs, for the routings that follow shortest paths on any graph.
#pragma once

#include <memory>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Hop label of a channel as the graph names it; no dateline.
HopLabel label_of(const Graph& graph, Channel channel);

/// Throws InputError where the network has no nodes or they cannot all reach each other, or where tables of `tables` x
/// nodes^2 entries of two bytes do not fit into 2 GiB.
void check_for_tables(const Network& network, int tables);

std::unique_ptr<Routing> all_shortest_paths(const Network& network, RouteBy by = RouteBy::hops);

/// One shortest path a pair, chosen as `spread` says.
std::unique_ptr<Routing> one_shortest_path(const Network& network, RouteBy by, Spread spread);

/// Routing `minimal`: one shortest path a pair, spread as the options say; of families that have no other, spread by
/// destination if they say nothing.
std::unique_ptr<Routing> minimal(const Network& network, const RoutingOptions& options);
std::unique_ptr<Routing> minimal_by_destination(const Network& network, const RoutingOptions& options);
/// Returns whether a routing is one of them: no route is longer than the shortest path.
bool is_minimal(const RoutingSpec& spec);

/// Shortest of the paths that first go up and then down a breadth-first tree from node 0: all next hops, or only the
/// first.
std::unique_ptr<Routing> up_down_routing(const Network& network, bool adaptive);

}  // namespace wafernet
