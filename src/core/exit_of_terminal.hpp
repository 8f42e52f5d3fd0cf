// Where a terminal of several on a router receives.
#pragma once

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Returns the router that a terminal of Network::router_of_terminal receives from: the same one, or in a network that
/// goes one way the one at its far end.
inline Node exit_of_terminal(const Network& network, Node terminal) {
    Node exit = network.router_of_terminal[terminal];
    network.graph.for_each_in(terminal, [&](Channel c) { exit = network.graph.source(c); });
    return exit;
}

}  // namespace wafernet
