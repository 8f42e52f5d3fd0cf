// What one shortest path a pair leaves of a network, beside an even split over all of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wafernet/core/family.hpp"
#include "wafernet/core/traffic.hpp"

namespace wafernet::cli {

/// Returns a note about the load of the busiest channel under `routing` and under an even split over all shortest
/// paths, where the routing is the one with one path a pair on a network that has no routing of its own; nothing
/// elsewhere, and for networks that take long.
std::optional<std::string> spread_note(const Network& network, const Routing& routing, const VcRule& rule,
                                       std::string_view routing_name, RouteBy by, const Traffic& traffic);

}  // namespace wafernet::cli
