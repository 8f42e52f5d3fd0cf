// From stations, passages and what has been followed to a plan.
#pragma once

#include "queueing/follow.hpp"

namespace wafernet::queueing {

/// Returns the plan: stations of a channel whose virtual channels overlap are one, slots and arcs in their order,
/// everything that follows from these filled in.
Plan assemble(const PlanCase& c, StationList& list, const Passages& passages, Followed followed);

}  // namespace wafernet::queueing
