// The latency model of what is simulated: one router and one case for both.
#pragma once

#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet {

/// Returns the options' router, which the model takes; where several headers wait, which goes first is left aside.
/// Throws InputError for what the model does not know: traces, limited source queues, fixed intervals.
const RouterConfig& modelled_router(const SimulationOptions& options);

/// Returns the latency model of the case, whose network must outlive it; the case need not. Throws InputError for what
/// the model does not know, and as LatencyModel does.
LatencyModel model_of(const SimulationCase& c);

}  // namespace wafernet
