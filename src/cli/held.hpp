// Whether the interval of a saturation load holds what was simulated.
#pragma once

#include <algorithm>
#include <string_view>

#include "wafernet/queueing/latency_model.hpp"

namespace wafernet::cli {

/// Returns the lower of the bounds of channels and of virtual channels.
inline double exact_bound(const SaturationEstimate& estimate) {
    return std::min(estimate.channel_bound, estimate.vc_bound);
}

/// Returns "yes", "no" or "bound": the simulated saturation lies above an exact bound, which the interval reaches.
/// Above it nothing is stable, but a run of finite length may not show it: there the bound counts as simulated.
inline std::string_view held(const SaturationEstimate& estimate, double simulated) {
    constexpr double rounding = 1e-9;
    const double bound = exact_bound(estimate), capped = std::min(simulated, bound);
    if (capped < estimate.lower * (1.0 - rounding) || capped > estimate.upper * (1.0 + rounding)) return "no";
    return simulated > bound * (1.0 + rounding) ? "bound" : "yes";
}

}  // namespace wafernet::cli
