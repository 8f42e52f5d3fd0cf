// The fixed point of holding times and waits at one load.
#pragma once

#include <memory>
#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

/// As Round says; of it is iterated what the next round reads.
using State = std::vector<double>;

enum class Outcome { converged, saturated, exhausted };

struct Solution {
    Outcome outcome = Outcome::converged;
    double load = 0.0;  ///< flits per node and cycle
    double latency = 0.0;
    double total = 0.0;  ///< latency from creation
    double source_wait = 0.0;
    double strain = 0.0;  ///< from 0, the idle network, to 1, where latency has no limit
    int steps = 0;
    State state;
    std::vector<double> shares;  ///< of the ways of choices
};

struct SolveOptions {
    bool hold_from_entry = false;  ///< latency without the wait at the source
    int most_steps = 300;
    bool impatient = false;  ///< rougher, and give up where many steps have brought nothing
    double strain = 0.0;     ///< for which the load is wanted; 0: the load is given
    double expected = 0.0;   ///< latency from creation that the start is likely to have; 0: none
    double give_up = 0.0;    ///< latency from creation beyond which the load counts as saturated; 0: none
};

/// Solves a plan at one load after the other; each acceleration starts with what it has learned at the load before.
class Solver {
public:
    explicit Solver(const Plan& plan);  ///< the plan must outlive it
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    /// Returns the idle network.
    Solution idle();
    /// Returns the solution at `load`, or with the strain that is wanted; from `start` if that is not null, else from
    /// the idle network. Saturated: also where the bound of the channels keeps the load from that strain.
    Solution solve(double load, const SolveOptions& options, const State* start);

private:
    class Iteration;
    std::unique_ptr<Iteration> iteration_;
};

}  // namespace wafernet::queueing
