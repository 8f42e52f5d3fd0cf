// The paths of a routing, hop by hop.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "wafernet/core/routing.hpp"

namespace wafernet {

/// The nodes of a path and how it gets there.
struct RouteStep {
    Node node = 0;
    Hop hop{};  ///< the hop that led here; hop.channel == no_channel at the source
};

/// Leaves of `hops` the one that a random number `u` of [0, 1) draws by the shares.
void draw_hop(std::vector<Hop>& hops, double u);

/// Throws ComputationError where a hop is over no channel that leaves `node`: the routing is that of another network.
void check_hop(const Graph& graph, Node node, const Hop& hop);

/// Throws InputError where the routing weighs queues, which `what` cannot know: "the latency model".
void need_known_shares(const Routing& routing, std::string_view what);

/// Returns the path that the first permitted hop of every step gives, source and destination included.
/// Throws ComputationError where it does not arrive within `limit` hops (0: the number of channels) or takes a channel
/// that does not leave the node it is at; InputError where there is no such node or the routing was made for another
/// network.
std::vector<RouteStep> route(const Graph& graph, const Routing& routing, Node source, Node destination,
                             std::uint64_t limit = 0);

/// Calls `seen` with every path that a message may draw from `source` to `destination` and its probability, where the
/// routing is oblivious; else with the one of `route` and 1, that of empty queues. Throws as `route` does.
void each_route(const Graph& graph, const Routing& routing, Node source, Node destination,
                const std::function<void(std::span<const RouteStep> path, double probability)>& seen);

}  // namespace wafernet
