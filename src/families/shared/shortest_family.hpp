// The routing of families that have no deadlock-free one of their own: shortest paths, the virtual channel by the hop.
#pragma once

#include "routing/shortest.hpp"

namespace wafernet {

/// One shortest path a pair; a message takes virtual channel k on its hop k, so that the channels it holds are in
/// order.
inline constexpr RoutingSpec shortest_by_hop[] = {
    {"minimal",
     "one shortest path a pair, spread by destination (--spread), virtual channel by the hop",
     {"wafernet", "shortest path"},
     "hop",
     minimal_by_destination}};

}  // namespace wafernet
