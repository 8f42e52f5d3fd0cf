// The networks that only configurations of BookSim2 name.
#pragma once

#include <span>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Returns BookSim2's networks with several terminals a router, in alphabetical order: numbered, wired and routed as
/// BookSim2 does, so that its configurations mean the same here ("booksim-cmesh:4"). family() knows them, families()
/// does not list them.
std::span<const Family* const> booksim_families();

}  // namespace wafernet
