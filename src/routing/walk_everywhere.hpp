// Messages between all terminals: those to destinations that the routing does not tell apart are followed together.
#pragma once

#include <cstdint>
#include <functional>

#include "walk.hpp"

namespace wafernet {

/// Calls `seen` after each of many walks, from several threads at a time, that show together every place and every move
/// of messages between all terminals, or of those of `traffic` where it is not null; some channels more than once, and
/// with any destination of a group that is followed together. `progress`: as VerdictOptions::progress. Throws as Walk
/// does, and ComputationError where `progress` says to stop.
void walk_everywhere(const Network& network, const Routing& routing, const VcRule& rule, const Traffic* traffic,
                     unsigned threads, const std::function<bool(std::uint64_t, std::uint64_t)>& progress,
                     const std::function<void(const Walk&)>& seen);

}  // namespace wafernet
