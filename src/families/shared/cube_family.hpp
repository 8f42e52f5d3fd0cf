// What the families with a cubic basic module share: HTN, H3D-mesh, H3D-torus, MH3DT and the pruned HTNs.
#pragma once

#include <string_view>

#include "shared/gates.hpp"
#include "shared/hierarchical.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

/// Parameters of HTN and H3D-mesh.
inline constexpr ParameterSpec contour_parameters[] = {
    {"m", "nodes along each axis of the basic module", 2, 1000},
    {.name = "n",
     .meaning = "modules along each axis of the upper levels: 4, or 2x4 for 2 rows of 4",
     .least = 2,
     .kind = ParameterKind::extents},
    {"L", "levels, the basic module included", 1, 1000},
    {"q", "inter-level connectivity: every level takes 2^q planes of a module", 0, 1000},
    {"planes", "which planes for q >= 1, left open by the documents: 0 = next to each other, 1 = spread evenly", 0, 1,
     ParameterKind::number, 0},
};

struct ContourKind {
    bool module_wrap = true;
    bool upper_wrap = true;
    HierarchicalShape::Keeps keeps_module_link = nullptr;
    HierarchicalShape::Keeps keeps_upper_link = nullptr;
};

/// Throws InputError where q exceeds log2 m, L exceeds 2^(p-q) + 1 (rahman2006, Lemma 3.2) or n has more than 2
/// extents.
void contour_check(const Parameters& parameters);
HierarchicalShape contour_shape(const Parameters& parameters, const ContourKind& kind);

/// Parameters of H3D-torus and MH3DT.
inline constexpr ParameterSpec corner_parameters[] = {
    {"m", "nodes along each axis of the basic module", 3, 1000},
    {.name = "n",
     .meaning = "modules along each axis of the upper levels: 4, or 2x4x4 for z, y, x",
     .least = 2,
     .kind = ParameterKind::extents},
    {"L", "levels, the basic module included", 1, 1000},
    {.name = "q",
     .meaning = "inter-level connectivity: every level takes 2^q vertical edges of a module",
     .least = 0,
     .most = 2},
    {"edges", "which edges for q = 1, left open by the documents: 0 = adjacent, 1 = opposite", 0, 1,
     ParameterKind::number, 0},
};

/// Throws InputError where L exceeds 2^(2-q) + 1 (rahman2006, sec. 7.2.1) or n has neither 1 nor 3 extents.
void corner_check(const Parameters& parameters);
HierarchicalShape corner_shape(const Parameters& parameters, bool module_wrap);

/// Returns the extents {y, x} or {z, y, x} of a level from a parameter that gives one extent or all.
std::vector<std::uint32_t> level_extents(const Parameters& parameters, std::string_view name, std::size_t axes);

}  // namespace wafernet
