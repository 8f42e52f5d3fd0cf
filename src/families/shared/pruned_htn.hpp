// Pruned Hierarchical Torus Networks HTN1, HTN2 and HTN3: rahman2006, sec. 6.2.2.
#pragma once

#include "shared/cube_family.hpp"
#include "shared/hierarchical_family.hpp"
#include "shared/level_claims.hpp"

namespace wafernet {

/// Parameters of HTN, with the values of Table 6.1 where none are given.
inline constexpr ParameterSpec pruned_parameters[] = {
    {"m", "nodes along each axis of the basic module, even", 4, 1000, ParameterKind::number, 4},
    {"n", "modules along each axis of the upper levels: 4, or 2x4 for 2 rows of 4", 2, 0xFFFFFFFFU,
     ParameterKind::extents, 4},
    {"L", "levels, the basic module included", 1, 1000, ParameterKind::number, 2},
    {"q", "inter-level connectivity: every level takes 2^q planes of a module", 0, 1000, ParameterKind::number, 0},
    {"planes", "which planes for q >= 1, left open by the documents: 0 = next to each other, 1 = spread evenly", 0, 1,
     ParameterKind::number, 0},
};

/// Throws InputError as contour_check does, and where m is odd: "k is an even number to ensure that the pruned torus is
/// regular and of degree 4".
void pruned_check(const Parameters& parameters);
/// The same, and where an extent of the upper levels is odd.
void pruned_upper_check(const Parameters& parameters);

/// Links of a network that has 2 m^3 links in a module and keeps every `nth` link between modules along y.
std::uint64_t pruned_links(const Parameters& parameters, std::uint64_t nth);
template <std::uint64_t nth> std::uint64_t pruned_links(const Parameters& parameters) {
    return pruned_links(parameters, nth);
}

/// Pruned 3D torus T1: links along x where z is even, along y where z is odd (Eq. 6.1).
bool keeps_t1(const HierarchicalShape::Place& low, int axis);
/// Pruned 3D torus T2: +x and +y where x + y + z is even, -x and -y where it is odd (Eq. 6.2).
bool keeps_t2(const HierarchicalShape::Place& low, int axis);
/// Pruned 2D torus: +y where x + y is even, -y where it is odd (Eq. 6.3).
bool keeps_pruned_2d(const HierarchicalShape::Place& low, int axis);

inline constexpr ClosedForm pruned_node_forms[] = {
    {Metric::nodes, own("digits of the address"), "m^3 (ny nx)^(L-1)", false, "",
     [](const Parameters& p) -> Claim { return power(number(p, "m"), 3) * module_count(p, 2); }},
};
inline constexpr ClosedForm pruned_degree_forms[] = {
    {Metric::degree_max, rahman("sec. 6.2.2"), "6", false, "L > 1", fixed<6>,
     [](const Parameters& p) { return p["L"] == 1; }},
    {Metric::degree_max, own("a corner of a gate plane has links along y and x"), "4 + (L > 1 ? 2 : 0)", true, "",
     [](const Parameters& p) -> Claim { return p["L"] == 1 ? 4 : 6; }},
    {Metric::degree_min, own("nodes without links to other modules"), "4", false, "", fixed<4>},
    {Metric::arc_connectivity, own("the least degree"), "4", false, "", fixed<4>},
};

/// Closed forms of HTN1 and HTN2, whose modules alone are pruned.
inline constexpr ClosedForm pruned_module_link_forms[] = {
    {Metric::links, own("a pruned module has degree 4"), "(2 m^3 + 2 m 2^q (L-1)) modules", false,
     "2176 in rahman2006, Table 6.1",
     [](const Parameters& p) -> Claim {
         return module_count(p, 2) *
                (2 * power(number(p, "m"), 3) + 2 * number(p, "m") * share_of_level(p) * (number(p, "L") - 1));
     }},
};

inline constexpr auto pruned_module_closed_forms =
    joined(pruned_node_forms, pruned_module_link_forms, pruned_degree_forms);

/// HTN1 and HTN2, by the links within a module that are kept.
template <bool (*keeps)(const HierarchicalShape::Place&, int)> struct PrunedModules {
    static constexpr ContourKind kind{.keeps_module_link = keeps};
    static HierarchicalShape shape(const Parameters& p) { return contour_shape(p, kind); }
    /// Returns the family with this name, title and examples.
    static constexpr Family family(std::string_view name, std::string_view title,
                                   std::span<const std::string_view> examples) {
        return HierarchicalFamily<shape>::with({.name = name,
                                                .title = title,
                                                .source = {"rahman2006", "sec. 6.2.2"},
                                                .parameters = pruned_parameters,
                                                .examples = examples,
                                                .check = pruned_check,
                                                .closed_forms = pruned_module_closed_forms},
                                               pruned_links<1>);
    }
};

}  // namespace wafernet
