// Halves of the nodes that send and receive, switches wherever they cut least.
#pragma once

#include <cstdint>

#include "wafernet/measure/bisection.hpp"

namespace wafernet {

/// Returns the bounds of the least number of links between two halves of network.terminals, which must not be empty;
/// the other nodes lie on either side. Exact where all splits of the terminals were tried, or an upper bound meets a
/// lower one. `canonical` halves them by number.
Bisection bisect_hosts(const Network& network, const BisectionOptions& options);

}  // namespace wafernet
