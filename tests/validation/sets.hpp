// The sets of cases on which the model is held against the simulator.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamic_options.hpp"

namespace wafernet::cli {

/// What was simulated of a case, where it is not simulated anew.
struct KeptCurve {
    double saturation = 0.0;                          ///< flits per node and cycle
    std::vector<std::pair<double, double>> points{};  ///< load and mean latency in cycles, rising
};

struct ValidationCase {
    std::string network;
    DynamicChoice choice;
    bool derives = false;  ///< the intervals of saturation loads are derived from it, among others
    std::optional<KeptCurve> kept{};
};

/// Returns the cases of set "A" (8x8 mesh and torus), "B" (16x16 torus), "C" (other VCs, buffers, lengths, links,
/// patterns), "D" (hierarchical networks, thesis router), "H" (three and more dimensions, direct links, streams alone),
/// "K" (BookSim2's router), "R" (adaptive routings), "S" (shared channels), "M" (dragonfly, HyperX, Slim Fly); "L", "Q"
/// or "T" (on which the model was tuned). Throws InputError for any other name.
std::vector<ValidationCase> validation_set(std::string_view name);

}  // namespace wafernet::cli
