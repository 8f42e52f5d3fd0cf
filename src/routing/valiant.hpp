// Valiant's routing over another one, and UGAL.
#pragma once

#include <memory>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

inline constexpr Source valiant_source{"valiant1981", "two phases"};
inline constexpr Source ugal_source{"singh2005", "UGAL"};

/// Returns `inner` with the VC rule and the VCs of Valiant's routing over it: twice the VCs, a half for either way.
/// Where the VC is that of the hop it stays so, throughout.
RoutingSpec valiant_spec(RoutingSpec inner, const Network& network);

/// Returns Valiant's routing: to a node drawn at random (a router with terminals, by their number), then to the
/// destination, both by `inner`, which was made by `spec`. A message that meets its destination on the first way stays
/// there. Under Draws::by_queue it is UGAL: straight to the destination where the queues tell so. Throws
/// std::logic_error where the rule of `spec` looks at the arriving VC.
std::unique_ptr<Routing> valiant_routing(const Network& network, std::unique_ptr<Routing> inner,
                                         const RoutingSpec& spec, Draws draws = Draws::always);

}  // namespace wafernet
