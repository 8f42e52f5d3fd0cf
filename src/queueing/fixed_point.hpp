// x = F(x): one evaluation of all terms, and the iteration that finds the fixed point (README, section 4).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

/// F: everything as it follows from a state at a load.
class FixedPointMap {
public:
    explicit FixedPointMap(const QueueNetwork& net);  ///< the network must outlive it

    [[nodiscard]] const StateLayout& layout() const { return layout_; }
    /// Returns false where the load is given and a queue has no stationary state at it, and where the numbers leave the
    /// range of a double.
    bool evaluate(double load, bool load_given, std::span<const double> x);

    // Of the last evaluation:
    [[nodiscard]] const std::vector<double>& next() const { return next_; }  ///< F(x); not the load
    /// Returns the mean latency from the time when the source queue is left, cycles; without late().
    [[nodiscard]] double latency_within() const;
    /// Returns the mean delay that keeps nothing busy, cycles.
    [[nodiscard]] double late() const { return c_.late / net_.totals.sent; }
    [[nodiscard]] double source_wait() const;   ///< mean, cycles
    [[nodiscard]] double before_entry() const;  ///< mean wait at the source and for the first channel, cycles
    /// Returns how far the network is from idle, 0, to 1; smooth also where a source queue is unstable. `within`:
    /// latency_within().
    [[nodiscard]] double strain(double within) const {
        return 1.0 - net_.totals.zero_load / within * (1.0 - c_.fullest_port);
    }
    /// Returns by how much the logarithm of the load should change for the strain that is wanted.
    [[nodiscard]] double towards_strain(double wanted, double within) const;

private:
    const QueueNetwork& net_;
    StateLayout layout_;
    Contributions c_;
    Sources sources_;
    Blocking blocking_;
    Ahead ahead_;
    Tandem tandem_;
    Backpressure backpressure_;
    std::vector<double> next_;
};

enum class Outcome { converged, saturated, exhausted };

struct Solution {
    Outcome outcome = Outcome::exhausted;
    double load = 0.0;    ///< flits per node and cycle
    double total = 0.0;   ///< latency from creation, cycles
    double within = 0.0;  ///< the same without the waits at the source and for the first channel
    double source_wait = 0.0;
    double strain = 0.0;
    std::vector<double> state;
};

struct Wanted {
    double load = 0.0;  ///< 0: the strain is given, and the load follows
    double strain = 0.0;
    int most_steps = 300;
    bool rough = false;    ///< to eight times the tolerances
    double give_up = 0.0;  ///< latency beyond which the load counts as saturated; 0: none
};

/// Anderson's acceleration of x = F(x) [anderson1965], with damped plain steps where that leads astray.
class Solver {
public:
    explicit Solver(const QueueNetwork& net);  ///< the network must outlive it
    ~Solver();
    /// Solves from `start`, or from the idle network where that is empty.
    Solution solve(const Wanted& wanted, std::span<const double> start = {});
    [[nodiscard]] Solution idle() const;

private:
    struct Iteration;
    std::unique_ptr<Iteration> iteration_;
};

}  // namespace wafernet::queueing
