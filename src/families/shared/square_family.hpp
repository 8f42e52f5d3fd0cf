// What TESH and TTN share: a basic module of 2^m x 2^m nodes under 2D tori.
#pragma once

#include "shared/hierarchical.hpp"
#include "shared/level_claims.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

inline constexpr ParameterSpec square_parameters[] = {
    {"m", "the basic module and every upper level have 2^m x 2^m places", 1, 15, ParameterKind::number, {}},
    {"L", "levels, the basic module included", 1, 40000, ParameterKind::number, {}},
    {"q",
     "inter-level connectivity: every level takes 2^q links a direction and axis",
     0,
     15,
     ParameterKind::number,
     {}},
};

/// Throws InputError where q exceeds m or L exceeds 2^(m-q) + 1.
void square_check(const Parameters& parameters);
HierarchicalShape square_shape(const Parameters& parameters, bool module_wrap);

namespace square_family {

inline bool always(const Parameters&) { return true; }
inline double side(const Parameters& p) { return two_to(number(p, "m")); }
inline double per_level(const Parameters& p) { return two_to(number(p, "q")); }
inline double modules(const Parameters& p) { return two_to(2 * number(p, "m") * (number(p, "L") - 1)); }
inline bool largest(const Parameters& p) { return number(p, "L") == two_to(number(p, "m") - number(p, "q")) + 1; }
inline bool upper_levels(const Parameters& p) { return p["L"] > 1; }
inline bool both_units(const Parameters& p) { return p["m"] == 1 && p["q"] == 1; }
inline bool all_corners(const Parameters& p) { return p["L"] > 2 || (p["L"] == 2 && p["q"] == p["m"]); }

}  // namespace square_family

}  // namespace wafernet
