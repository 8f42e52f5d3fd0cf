// A dynamic case of a document with its loads, for the simulator and for the queueing model.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "wafernet/published/published.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet::published {

/// What is simulated, and what the model is asked about: one case, and its loads.
struct Sweep {
    SimulationCase c;
    std::vector<double> loads;
    bool stationary = false;
};

/// Returns the case of the arguments, which are those of the command simulate; its network is the bench's. Throws
/// InputError as make_simulation_case does.
Sweep sweep_of(const std::string& word, const Arguments& arguments, Workbench& bench);

/// Whether an argument says what a claim is about, not how it is simulated.
bool of_claim(std::string_view key);

/// Returns an argument as the command line writes it.
std::string text_of(const std::variant<double, std::string>& value);

}  // namespace wafernet::published
