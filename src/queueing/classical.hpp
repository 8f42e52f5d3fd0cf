// The classical model, for comparison.
#pragma once

#include "queueing/fixed_point.hpp"

namespace wafernet::queueing {

/// Returns the solution of the model with one M/G/1 queue a channel, blocking by Dally's chain, and the mean degree of
/// multiplexing as a factor of the whole latency (the form of Ould-Khaoua and others).
Solution solve_classical(const Plan& plan, double load, const SolveOptions& options);

}  // namespace wafernet::queueing
