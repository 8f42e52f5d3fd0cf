// What the closed forms of hierarchical families are put together from.
#pragma once

#include <algorithm>

#include "shared/claims.hpp"
#include "shared/cube_family.hpp"

namespace wafernet {

/// Extents of an upper level along `axes` axes.
inline std::vector<std::uint32_t> extents_of_level(const Parameters& p, std::size_t axes) {
    return level_extents(p, "n", axes);
}

/// Whether all axes of the upper levels are equally long, as the documents have it.
inline bool equal_extents(const Parameters& p, std::size_t axes) {
    const auto n = extents_of_level(p, axes);
    return std::all_of(n.begin(), n.end(), [&](std::uint32_t e) { return e == n.front(); });
}
/// Number of basic modules.
inline double module_count(const Parameters& p, std::size_t axes) {
    double level = 1;
    for (const std::uint32_t e : extents_of_level(p, axes)) level *= e;
    return std::pow(level, number(p, "L") - 1);
}
/// Links, or planes or edges, of a module that a level takes: 2^q.
inline double share_of_level(const Parameters& p) { return two_to(number(p, "q")); }

/// Links between the halves of a level where its longest axis is cut: `gates` links a pair of modules, two cuts in a
/// ring. Nothing for a single module or an odd extent.
inline Claim canonical_cut(const Parameters& p, std::size_t axes, double gates, bool ring) {
    const auto n = extents_of_level(p, axes);
    const std::uint32_t longest = *std::max_element(n.begin(), n.end());
    if (p["L"] < 2 || longest % 2 != 0) return {};
    return (ring ? 2 : 1) * gates * module_count(p, axes) / longest;
}

inline double power(double base, double exponent) { return std::pow(base, exponent); }

}  // namespace wafernet
