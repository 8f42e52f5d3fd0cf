// Latency against load: several runs of the simulator, in parallel and in order.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "wafernet/simulator.hpp"

namespace wafernet {

/// A network with everything that a run needs besides the options, all of which must outlive it.
struct SimulationSetup {
    const Network& network;
    const Routing& routing;
    const VcRule& rule;
    const Traffic& traffic;
};

/// Loads of a curve that finds its own, where the injection port takes them all.
inline constexpr std::size_t automatic_loads = 12;

struct CurveOptions {
    std::vector<double> loads;       ///< in any order; empty: found by find_saturation, from 10 % to 105 % of it
    unsigned seeds = 1;              ///< independent runs of each load: options.seed, +1, ...
    unsigned threads = 1;            ///< the results do not depend on it
    bool stop_past_saturation = true;  ///< the curve ends with the second saturated load in a row
};

/// One load: the mean of its runs.
struct CurvePoint {
    double load = 0.0;
    RunStatus status = RunStatus::ok;  ///< as status_of says
    double offered = 0.0, injected = 0.0, accepted = 0.0;
    std::optional<double> latency, network_latency, total_latency;  ///< mean cycles
    std::optional<double> ci95;        ///< of latency: from the runs, or from the batches of a single one
    std::optional<LatencySummary> messages;  ///< by options.latency_from, of the messages of all runs together; its ci95 is that of a single run
    std::vector<SimulationResult> runs;
};

/// Returns deadlock or interrupted where any run is, saturated where more than half of them are, else ok.
RunStatus status_of(std::span<const SimulationResult> runs);

/// Returns the half width of the confidence interval of 95 % of the mean of independent values, by Student's t; nothing for fewer than two.
std::optional<double> interval95(std::span<const double> values);

/// Returns the points of a curve in rising order of load. `each`, where given, is called with every point as soon as it and
/// those before it are done. `stop` ends the curve early: only finished points are returned.
std::vector<CurvePoint> simulate_curve(const SimulationSetup& setup, const SimulationOptions& options, const CurveOptions& curve,
                                       const std::function<void(const CurvePoint&)>& each = {}, const std::function<bool()>& stop = {});

inline constexpr double knee_factor = 8.0;  ///< latency from creation at the knee of a curve, over that of an idle network

/// Returns the load at which the mean latency from creation passes `factor` times that of an idle network (or the run is
/// saturated), by bisection to `precision` of itself; the greatest load that the injection port takes where it never does.
double find_saturation(const SimulationSetup& setup, const SimulationOptions& options, double factor = knee_factor, double precision = 0.02,
                       const std::function<bool()>& stop = {});

}  // namespace wafernet
