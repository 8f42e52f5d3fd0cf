// What TESH and TTN share: a basic module of 2^m x 2^m nodes under 2D tori.
#pragma once

#include "shared/hierarchical.hpp"
#include "shared/level_claims.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

inline constexpr ParameterSpec square_parameters[] = {
    {"m", "the basic module and every upper level have 2^m x 2^m places", 1, 15},
    {"L", "levels, the basic module included", 1, 40000},
    {.name = "q",
     .meaning = "inter-level connectivity: every level takes 2^q links a direction and axis",
     .least = 0,
     .most = 15},
};

/// Throws InputError where q exceeds m or L exceeds 2^(m-q) + 1.
void square_check(const Parameters& parameters);
HierarchicalShape square_shape(const Parameters& parameters, bool module_wrap);

namespace square_family {

inline double side(const Parameters& p) { return two_to(number(p, "m")); }
inline double per_level(const Parameters& p) { return two_to(number(p, "q")); }
inline double modules(const Parameters& p) { return two_to(2 * number(p, "m") * (number(p, "L") - 1)); }
inline bool largest(const Parameters& p) { return number(p, "L") == two_to(number(p, "m") - number(p, "q")) + 1; }
inline bool upper_levels(const Parameters& p) { return p["L"] > 1; }
inline bool both_units(const Parameters& p) { return p["m"] == 1 && p["q"] == 1; }
inline bool all_corners(const Parameters& p) { return p["L"] > 2 || (p["L"] == 2 && p["q"] == p["m"]); }

/// Nodes, free ports and levels.
inline constexpr ClosedForm level_forms[] = {
    {Metric::nodes, rahman("sec. 7.3.1"), "2^(2mL)", false, "",
     [](const Parameters& p) -> Claim { return two_to(2 * number(p, "m") * number(p, "L")); }},
    {Metric::nodes, rahman("sec. 7.3.1"), "2^(2m 2^(m-q))", false, "largest network, L = 2^(m-q) + 1; leaves out the 1",
     [](const Parameters& p) -> Claim {
         return largest(p) ? Claim(two_to(2 * number(p, "m") * (number(p, "L") - 1))) : Claim();
     },
     always},
    {Metric::nodes, own("2^(2mL) at the highest level"), "2^(2m (2^(m-q) + 1))", true,
     "largest network, L = 2^(m-q) + 1",
     [](const Parameters& p) -> Claim {
         return largest(p) ? Claim(two_to(2 * number(p, "m") * (two_to(number(p, "m") - number(p, "q")) + 1)))
                           : Claim();
     }},
    {Metric::free_ports, rahman("sec. 7.3.1"), "2^(m+2)", false, "of a basic module",
     [](const Parameters& p) -> Claim { return two_to(number(p, "m") + 2); }},
    {Metric::highest_level, rahman("sec. 7.3.1"), "2^(m-q) + 1", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "m") - number(p, "q")) + 1; }},
};

/// The bisection: upper levels alone are cut, so that it is the same for a mesh and a torus as module.
inline constexpr ClosedForm bisection_forms[] = {
    {Metric::bisection_links, rahman("Tables 7.1 and 7.2"), "2^(q+1) k", false,
     "k = 2^m, read from the values; for L = 2 only, the cut has k^(2(L-2)) times as many links",
     [](const Parameters& p) -> Claim { return upper_levels(p) ? Claim(2 * per_level(p) * side(p)) : Claim(); },
     [](const Parameters& p) { return p["L"] > 2 || both_units(p); }},
    {Metric::bisection_links, own("the highest level cut across an axis"), "2^(q+1) k^(2L-3)", true,
     "k = 2^m, L > 1; not m = q = 1, where a cut through modules is smaller",
     [](const Parameters& p) -> Claim {
         return upper_levels(p) && !both_units(p) ? Claim(2 * per_level(p) * power(side(p), 2 * number(p, "L") - 3))
                                                  : Claim();
     }},
};

}  // namespace square_family

}  // namespace wafernet
