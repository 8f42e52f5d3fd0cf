// Which nodes of a basic module carry the links of the upper levels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/hierarchical.hpp"

namespace wafernet {

/// How the units that a module has for its upper levels (planes, corners) are dealt out when a level takes several: the
/// documents' text leaves it open and no printed number decides it.
enum class UnitOrder : std::uint8_t {
    block = 0,   ///< level 2 takes the first 2^q units, level 3 the next 2^q, ..
    stride = 1,  ///< level 2 takes every 2^(p-q)-th unit from the first, level 3 from the second, ..
};

/// Returns floor(log2(m)).
std::uint32_t floor_log2(std::uint64_t m);

/// Returns the units that a level takes: 2^q of the 2^p there are.
std::vector<std::uint32_t> units_of_level(std::uint32_t level, std::uint32_t p, std::uint32_t q, UnitOrder order);

/// Returns the upper levels 2 .. `levels` of HTN and H3D-mesh: a level takes 2^q planes z of an m x m x m module and in each
/// of them the contour, (z, m-1, x) -> (z, 0, x) along y and (z, y, m-1) -> (z, y, 0) along x (rahman2006, sec. 3.2).
std::vector<UpperLevel> contour_levels(std::uint32_t m, std::span<const std::uint32_t> extents, std::uint32_t levels, std::uint32_t q,
                                       UnitOrder order);

}  // namespace wafernet
