// Distances of all pairs, for the routings that follow shortest paths on any graph.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Hop label of a channel as the graph names it; no dateline.
HopLabel label_of(const Graph& graph, Channel channel);

/// Throws InputError where the network has no nodes or they cannot all reach each other, or where tables of `tables` x
/// nodes^2 entries of two bytes do not fit into 2 GiB.
void check_for_tables(const Network& network, int tables);

/// All next hops on shortest paths.
std::unique_ptr<Routing> all_shortest_paths(const Network& network, RouteBy by = RouteBy::hops);

/// One shortest path a pair, chosen as `spread` says.
std::unique_ptr<Routing> one_shortest_path(const Network& network, RouteBy by, Spread spread);

/// Shortest of the paths that first go up and then down a breadth-first tree from node 0: all next hops, or only the
/// first.
std::unique_ptr<Routing> up_down_routing(const Network& network, bool adaptive);

}  // namespace wafernet
