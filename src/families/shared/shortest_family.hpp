// The routing of families that have no deadlock-free one of their own: shortest paths, the virtual channel by the hop.
#pragma once

#include <memory>

#include "routing/shortest.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

inline std::unique_ptr<Routing> shortest_by_destination(const Network& network, const RoutingOptions& options) {
    const Spread spread = options.spread == Spread::automatic ? Spread::destination : options.spread;
    return one_shortest_path(network, options.route_by, spread);
}

/// One shortest path a pair; a message takes virtual channel k on its hop k, so that the channels it holds are in
/// order.
inline constexpr RoutingSpec shortest_by_hop[] = {
    {"minimal",
     "one shortest path a pair, spread by destination (--spread), virtual channel by the hop",
     {"wafernet", "shortest path"},
     "hop",
     shortest_by_destination}};

}  // namespace wafernet
