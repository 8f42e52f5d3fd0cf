// Detours round faults, for networks of a family.
#pragma once

#include <memory>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Returns the virtual channels that detours take: those of the family's routing, and one. 0: there are none, since the
/// network is not what faults have left of a member of a family, has one-way links, or the VC rule of the family's
/// routing goes by more than a hop.
int detour_vcs(const Network& network);
bool has_detours(const Network& network);
/// Returns the routing. Throws InputError where what is left is in pieces.
std::unique_ptr<Routing> detour_routing(const Network& network, const RoutingOptions& options);

}  // namespace wafernet
