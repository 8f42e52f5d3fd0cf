// The latency model of what is simulated: one set of presets and cases for both.
#pragma once

#include <string_view>

#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet {

/// Returns the router of the model that the simulated one is; where several headers wait, which goes first is left
/// aside. Throws InputError for what the model does not know: traces, limited source queues, fixed intervals.
LatencyOptions modelled_router(const SimulationOptions& options);

/// Returns the router of a simulation preset. Throws InputError for any other name.
LatencyOptions latency_preset(std::string_view name);

/// Returns the latency model of the case, whose network must outlive it; the case need not. Throws InputError for what
/// the model does not know, and as LatencyModel does.
LatencyModel model_of(const SimulationCase& c);

}  // namespace wafernet
