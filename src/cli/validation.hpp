// The sets of cases on which the model is held against the simulator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dynamic_options.hpp"

namespace wafernet::cli {

struct ValidationCase {
    std::string network;
    DynamicChoice choice;
};

/// Returns the cases of set "A" (8x8 mesh and torus), "B" (16x16 torus), "C" (other VCs, buffers, lengths, links, patterns), "D"
/// (hierarchical networks, thesis router), "H" (three and more dimensions, direct links, streams alone), "K" (BookSim2's router),
/// "R" (adaptive routings), "S" (shared channels); "L", "Q" or "T" (on which the model was tuned). Throws InputError for any other name.
std::vector<ValidationCase> validation_set(std::string_view name);

}  // namespace wafernet::cli
