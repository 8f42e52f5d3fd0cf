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

/// Nodes and levels of H3D-torus and MH3DT.
inline constexpr ClosedForm corner_level_forms[] = {
    {Metric::nodes, rahman("sec. 7.2.1"), "m^3 n^(3(L-1))", false, "n x n x n upper levels",
     [](const Parameters& p) -> Claim {
         return equal_extents(p, 3) ? Claim(power(number(p, "m"), 3) * power(number(p, "n"), 3 * (number(p, "L") - 1)))
                                    : Claim();
     }},
    {Metric::nodes, own("digits of the address"), "m^3 (nz ny nx)^(L-1)", false, "",
     [](const Parameters& p) -> Claim { return power(number(p, "m"), 3) * module_count(p, 3); }},
    {Metric::highest_level, rahman("sec. 7.2.1"), "5", false, "q = 0",
     [](const Parameters& p) -> Claim { return p["q"] == 0 ? Claim(5) : Claim(); }},
    {Metric::highest_level, own("4 vertical edges, 2^q a level"), "2^(2-q) + 1", false, "",
     [](const Parameters& p) -> Claim { return 4 / share_of_level(p) + 1; }},
};

/// Nodes, free ports and levels of HTN and H3D-mesh, with the places of a document that state them.
constexpr std::array<ClosedForm, 5> contour_level_forms(Source nodes, Source ports, Source level) {
    return {{
        {Metric::nodes, nodes, "m^3 n^(2(L-1))", false, "n x n upper levels",
         [](const Parameters& p) -> Claim {
             return equal_extents(p, 2)
                        ? Claim(power(number(p, "m"), 3) * power(number(p, "n"), 2 * (number(p, "L") - 1)))
                        : Claim();
         }},
        {Metric::nodes, nodes, "m^3 n^(2 2^(p-q))", false,
         "largest network: L = 2^(p-q) + 1, p = floor(log2 m), n x n upper levels",
         [](const Parameters& p) -> Claim {
             const double levels = two_to(floor_log2(p["m"]) - number(p, "q"));
             return equal_extents(p, 2) && number(p, "L") == levels + 1
                        ? Claim(power(number(p, "m"), 3) * power(number(p, "n"), 2 * levels))
                        : Claim();
         }},
        {Metric::nodes, own("digits of the address"), "m^3 (ny nx)^(L-1)", false, "",
         [](const Parameters& p) -> Claim { return power(number(p, "m"), 3) * module_count(p, 2); }},
        {Metric::free_ports, ports, "4 m^2", false, "of a basic module",
         [](const Parameters& p) -> Claim { return 4 * power(number(p, "m"), 2); }},
        {Metric::highest_level, level, "2^(p-q) + 1", false, "p = floor(log2 m)",
         [](const Parameters& p) -> Claim { return two_to(floor_log2(p["m"]) - number(p, "q")) + 1; }},
    }};
}

inline bool two_wide(const Parameters& p) { return p["m"] == 2; }

/// The largest degree of HTN and H3D-mesh, whose modules are 3D tori.
inline constexpr ClosedForm contour_degree_forms[] = {
    {Metric::degree_max, rahman("Table 3.2"), "8", false, "m > 2, L > 1", fixed<8>,
     [](const Parameters& p) { return two_wide(p) || p["L"] == 1; }},
    {Metric::degree_max, own("a corner of a gate plane has links along y and x"), "(m > 2 ? 6 : 3) + (L > 1 ? 2 : 0)",
     true, "", [](const Parameters& p) -> Claim { return (two_wide(p) ? 3 : 6) + (p["L"] > 1 ? 2 : 0); }},
};

}  // namespace wafernet
