// What is left of a validation: errors by load, by stated target and by regime.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// Whether an interval holds what was simulated. Above an exact bound nothing is stable, but a run of finite length may
/// not show it: there the bound counts as simulated.
enum class Held : std::uint8_t { no, yes, bound };

/// Returns the lower of the bounds of channels and of virtual channels.
double exact_bound(const SaturationEstimate& estimate);
/// Returns how the printed interval compares with the simulated saturation load; `bound`: that lies above an exact
/// bound, which the interval reaches.
Held held(const SaturationEstimate& estimate, double simulated);
/// Returns "no", "yes" or "bound".
std::string name(Held held);

struct ValidatedPoint {
    double fraction = 0.0;            ///< of the simulated saturation
    std::optional<double> percent{};  ///< error of the latency; nothing: the simulation saturates
    bool wrong = false;               ///< the model says saturated and the simulation does not
};

struct ValidatedCase {
    double off = 0.0;  ///< error of the saturation load, percent
    Held interval = Held::no;
    double width = 0.0;  ///< of the interval, percent of the simulated saturation
    std::vector<ValidatedPoint> points{};
};

struct ValidationSummary {
    Table table;
    bool good = true;  ///< no target is missed
};

/// Returns the errors with the stated targets: latency 1.5 % up to 50 % of saturation, 3 % over 10 to 70 %, 12 % at 80
/// %; saturation 7 % in the mean, 15 % in nine cases of ten; its interval holds in 90 % and is 20 % wide in the mean.
ValidationSummary summarise(std::span<const ValidatedCase> cases);

}  // namespace wafernet::cli
