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

/// Returns the upper levels 2 .. `levels` of HTN and H3D-mesh: a level takes 2^q planes z of an m x m x m module and in
/// each of them the contour, (z, m-1, x) -> (z, 0, x) along y and (z, y, m-1) -> (z, y, 0) along x (rahman2006,
/// sec. 3.2).
std::vector<UpperLevel> contour_levels(std::uint32_t m, std::span<const std::uint32_t> extents, std::uint32_t levels,
                                       std::uint32_t q, UnitOrder order);

/// Returns the upper levels of H3D-torus and MH3DT: a level takes 2^q of the 4 vertical edges (corners of the xy-plane)
/// of an m x m x m module, and on each edge its nodes z = 0, 1, 2 for the links along z, y, x; the same node carries
/// both directions (rahman2006, sec. 7.2.1). Edges go round the contour, so that block order takes adjacent edges and
/// stride order opposite ones. Needs m >= 3.
std::vector<UpperLevel> corner_levels(std::uint32_t m, std::span<const std::uint32_t> extents, std::uint32_t levels,
                                      std::uint32_t q, UnitOrder order);

/// Returns the upper levels of TESH and TTN: gates on the contour of a k x k module, k = 2^m. The documents print no
/// gate table. Of all places for the gates of levels 2 and 3 with q = 0 these alone, up to the symmetry of the square,
/// give the printed routed diameters and averages of TESH(2,3,0) and TTN(2,3,0): level 2 along y at (k-1,0), along x at
/// (k-1,k-1), level 3 along y at (0,0), along x at (0,k-1), both directions by the same node. The nodes between the
/// corners make the further units; their places are inferred from TESH(2,3,1), which they reproduce where of two
/// equally near gates the corner is taken, and less certain.
std::vector<UpperLevel> square_levels(std::uint32_t m, std::uint32_t levels, std::uint32_t q);

}  // namespace wafernet
