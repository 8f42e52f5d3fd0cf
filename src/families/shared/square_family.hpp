// What TESH and TTN share: a basic module of 2^m x 2^m nodes under 2D tori.
#pragma once

#include "shared/hierarchical.hpp"
#include "wafernet/family.hpp"

namespace wafernet {

inline constexpr ParameterSpec square_parameters[] = {
    {"m", "the basic module and every upper level have 2^m x 2^m places", 1, 15, ParameterKind::number, {}},
    {"L", "levels, the basic module included", 1, 40000, ParameterKind::number, {}},
    {"q", "inter-level connectivity: every level takes 2^q links a direction and axis", 0, 15, ParameterKind::number, {}},
};

/// Throws InputError where q exceeds m or L exceeds 2^(m-q) + 1.
void square_check(const Parameters& parameters);
HierarchicalShape square_shape(const Parameters& parameters, bool module_wrap);

}  // namespace wafernet
