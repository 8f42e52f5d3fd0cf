// The fixed point of holding times and waits at one load.
#pragma once

#include <optional>
#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

/// What is iterated: one value a station or slot.
struct State {
    std::vector<double> holding, streaming, square, stretch;  // station
    std::vector<double> accept, wait, blocked, alone;         // slot; accept is the rescaling's inverse
    std::vector<std::vector<double>> busy;                    // station
    std::vector<double> source_wait;                          // station (injection ports)
    std::vector<double> downstream, upstream_stretch, downstream_stretch;  // station, by transitions
    std::vector<double> downstream_square;
};

enum class Outcome { converged, saturated, exhausted };

struct Solution {
    Outcome outcome = Outcome::converged;
    double latency = 0.0;
    double total = 0.0;  ///< latency from creation
    double source_wait = 0.0;
    int steps = 0;
    State state;
};

struct SolveOptions {
    bool hold_from_entry = false;  ///< latency without the wait at the source
    double blend = 1.0;
    int most_steps = 300;
    double give_up = 0.0;  ///< latency from which the load counts as saturated; 0: none
};

/// Returns the solution at `load`, from `start` where there is one.
Solution solve(const Plan& plan, double load, const SolveOptions& options, const State* start);

}  // namespace wafernet::queueing
