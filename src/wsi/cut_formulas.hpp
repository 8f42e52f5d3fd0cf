// Links across a place in address order in closed form.
#pragma once

#include <cstdint>
#include <optional>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Returns the links between the first `b` nodes in address order and the others, of HOW networks, generalized
/// hypercubes, shifted recursive tori, cube-connected cycles, pruned tori, k-ary m-way networks with processors on
/// their channels, and whole rows of recursive diagonal tori up to rank 2; nothing of others. Nothing is counted on the
/// graph.
std::optional<std::uint64_t> cut_by_digits(const Network& network, std::uint64_t b);

}  // namespace wafernet
