// The curve of the latency over the load, from the idle network to saturation, by continuation.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "queueing/fixed_point.hpp"

namespace wafernet::queueing {

inline constexpr double knee_latency = 8.0;  ///< latency from creation at saturation, over that without load

struct CurvePoint {
    double load = 0.0;
    double total = 0.0;   ///< from creation
    double within = 0.0;  ///< without the waits at the source and for the first channel
    double source_wait = 0.0;
};

/// The branch of solutions that begins at the idle network. The strain rises along it, and with it the latency; the
/// load rises and turns where no higher one has a solution.
class LoadCurve {
public:
    explicit LoadCurve(const QueueNetwork& net);  ///< the network must outlive it

    /// Returns the load at which the latency passes `knee_latency` times that without load, or above which there is no
    /// solution; 0: none was found at any load.
    [[nodiscard]] double knee() const { return knee_; }
    [[nodiscard]] std::span<const double> state_at_knee() const { return points_.back().state; }
    /// Returns the point of a load below the knee: a solution there, or where that is not found the branch between the
    /// solutions next to it.
    [[nodiscard]] CurvePoint at(double load, Solver& solver) const;

private:
    bool begin(Solver& solver);
    void climb(Solver& solver);
    bool climb_to(double strain, bool patient, Solver& solver);
    void by_loads(Solver& solver);
    void add(Solution s);
    void tabulate();
    [[nodiscard]] double y(std::size_t i) const { return net_.totals.zero_load / points_[i].total; }
    [[nodiscard]] bool rises_less_than(double part) const;
    [[nodiscard]] double next_strain() const;
    [[nodiscard]] std::vector<double> guess(double strain) const;
    [[nodiscard]] double top() const;
    [[nodiscard]] CurvePoint between(double load) const;

    const QueueNetwork& net_;
    std::vector<Solution> points_;   // by strain, the idle network first
    std::vector<CurvePoint> table_;  // of a monotone curve through them, close together
    double knee_ = 0.0;
};

}  // namespace wafernet::queueing
