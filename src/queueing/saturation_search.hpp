// Search for the load at which a plan saturates.
#pragma once

#include <vector>

#include "queueing/fixed_point.hpp"

namespace wafernet::queueing {

inline constexpr double knee_latency = 8.0;   ///< latency from creation at the knee, over that without load
inline constexpr int knee_steps = 80;         ///< of the iteration, where there may be no solution
inline constexpr double curve_begins = 0.85;  ///< of the knee: above, points lie on the curve that the search has found

/// How the load rises with the latency: y = latency without load / latency falls from 1, the idle network. The load is
/// a smooth function of y, also where it turns because no higher load has a solution. States are smooth functions of
/// the strain.
struct Climb {
    std::vector<double> y, load, strain;
    std::vector<double> from_entry, at_source;  ///< parts of the latency: without the wait at the source; that wait
    std::vector<State> state;
    std::vector<double> shares;  ///< of the ways of choices, at the last

    void add(double at, Solution s);
    void add(const Climb& other, std::size_t k);
    /// Returns the load at y = x on the parabola through the last three points.
    [[nodiscard]] double at(double x) const;
    /// Returns the highest load down to y = `end`.
    [[nodiscard]] double top(double end) const;
    /// Returns by what part of the last load it rises down to y = `end`, or up to a strain of 1, on the line through
    /// the last two points.
    [[nodiscard]] double rise(double end) const;
    /// Returns the strain that is likely at y = x.
    [[nodiscard]] double strain_at(double x) const;
    /// Returns where the solution with that strain is likely to lie.
    [[nodiscard]] State guess(double its_strain) const;

private:
    [[nodiscard]] double slope(std::size_t i) const { return (load[i + 1] - load[i]) / (y[i + 1] - y[i]); }
    [[nodiscard]] double bend() const;
};

/// Returns the largest load, in flits per node and cycle, at which the latency stays below that of the knee, or up to
/// which there is a solution at all; 0: none was found. `from_entry`: latencies are also wanted without the wait at the
/// source. Fills in how the load rises.
[[nodiscard]] double find_knee(const Plan& plan, bool from_entry, Climb& climb);

/// Returns with which shares the ways of choices are taken near that load; nothing where no solution was found.
[[nodiscard]] std::vector<double> shares_near_knee(const Plan& plan);

/// The latency near saturation, on a monotone curve through the points of the climb.
class NearKnee {
public:
    NearKnee(const Climb& climb, double knee);
    struct Point {
        double load = 0.0;
        double total = 1.0, from_entry = 1.0,
               at_source = 0.0;  ///< latencies over that without load: from creation, from entry, at the source
    };
    /// Returns the point at a load below the knee. Its latencies rise with the load.
    [[nodiscard]] Point at(double load) const;

private:
    std::vector<Point> points_;
};

}  // namespace wafernet::queueing
