// Search for the load at which a plan saturates.
#pragma once

#include <vector>

#include "queueing/fixed_point.hpp"

namespace wafernet::queueing {

inline constexpr double knee_latency = 8.0;  ///< latency from creation at the knee, over that without load

/// How the load rises with the latency: y = latency without load / latency falls from 1, the idle network. The load is a smooth function of
/// y, also where it turns because no higher load has a solution.
struct Climb {
    std::vector<double> y, load;
    std::vector<State> state;
    std::vector<double> shares;  ///< of the ways of choices, at the last

    void add(double at, Solution s);
    /// Returns the load at y = x on the parabola through the last three points.
    [[nodiscard]] double at(double x) const;
    /// Returns the highest load down to y = `end`.
    [[nodiscard]] double top(double end) const;
    /// Returns where the solution at y = x is likely to lie, at a load below `most`.
    [[nodiscard]] State guess(double x, double most) const;

private:
    [[nodiscard]] double slope(std::size_t i) const { return (load[i + 1] - load[i]) / (y[i + 1] - y[i]); }
    [[nodiscard]] double bend() const;
};

/// Returns the largest load, in flits per node and cycle, at which the latency stays below that of the knee, or up to which there is a
/// solution at all; 0: none was found. `blend`: weight of backlogged streams. Fills in how the load rises. `like`: the same for another weight.
[[nodiscard]] double find_knee(const Plan& plan, double blend, Climb& climb, const Climb* like = nullptr);

}  // namespace wafernet::queueing
