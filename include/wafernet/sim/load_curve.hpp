// Latency against load: several runs of the simulator, in parallel and in order.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "wafernet/sim/simulator.hpp"

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
    std::vector<double> loads;  ///< in any order; empty: those of loads_up_to_the_knee, from 10 % to 105 % of what
                                ///< find_saturation gives
    unsigned seeds = 1;         ///< independent runs of each load: options.seed, +1, ...
    unsigned threads = 1;       ///< the results do not depend on it
    bool stop_past_saturation = true;  ///< the curve ends with the second saturated load in a row
    /// Where given, returns the status of a load that need not be simulated; its point has no runs.
    std::function<std::optional<RunStatus>(double load)> known{};
};

/// One load: the mean of its runs.
struct CurvePoint {
    double load = 0.0;
    RunStatus status = RunStatus::ok;  ///< as status_of says
    double offered = 0.0, injected = 0.0, accepted = 0.0;
    std::optional<double> latency, network_latency, total_latency;  ///< mean cycles
    std::optional<double> ci95;  ///< of latency: from the runs, or from the batches of a single one
    std::optional<LatencySummary>
        messages;  ///< by latency_from, of the messages of all runs together; its ci95 is that of a single run
    /// The distribution of the same latencies: at most 32 bins of the least power of two of cycles that does.
    std::vector<LatencyBin> histogram;
    std::vector<SimulationResult> runs;
};

/// Returns the loads of a curve that is given none, in rising order.
std::vector<double> loads_up_to_the_knee(const SimulationSetup& setup, const SimulationOptions& options,
                                         const std::function<bool()>& stop = {});

/// Returns deadlock or interrupted where any run is, saturated where more than half of them are, else ok.
RunStatus status_of(std::span<const SimulationResult> runs);

/// Returns the half width of the confidence interval of 95 % of the mean of independent values, by Student's t; nothing
/// for fewer than two.
std::optional<double> interval95(std::span<const double> values);

/// Returns the points of a curve in rising order of load. `each`, where given, is called with every point as soon as it
/// and those before it are done. `stop` ends the curve early: only finished points are returned.
std::vector<CurvePoint> simulate_curve(const SimulationSetup& setup, const SimulationOptions& options,
                                       const CurveOptions& curve,
                                       const std::function<void(const CurvePoint&)>& each = {},
                                       const std::function<bool()>& stop = {});

inline constexpr double knee_factor =
    8.0;  ///< latency from creation at the knee of a curve, over that of an idle network

/// The saturation load: where the mean latency from creation passes `factor` times that of an idle network, or the
/// backlog of a source grows for good (RunStatus::saturated), whichever comes first. The same in model, simulator,
/// tables and help.
struct SimulatedSaturation {
    double load =
        0.0;  ///< flits per node and cycle; the greatest load that the injection port takes where none is past it
    double lower = 0.0;        ///< not past saturation
    double upper = 0.0;        ///< past it
    bool settled = false;      ///< the answer stayed within the precision when the runs were made four times as long
    std::uint64_t cycles = 0;  ///< that the last runs measured
    bool deadlock = false;     ///< of precise_saturation: messages of a run have stopped each other for good
    /// The same: flits per cycle of every channel at the greatest load that was not past saturation.
    std::vector<double> utilisation{};
};

/// The greatest load that there is to judge.
struct LoadLimit {
    double load = 0.0;  ///< flits per node and cycle
    bool past = false;  ///< the busiest channel or port carries a flit a cycle there: no load gets past it
};

/// Returns what the sources can offer and the injection ports take, or less where the busiest channel or port has no
/// room for it, which is told where messages do not choose between channels. Throws as channel_load does.
LoadLimit greatest_load(const SimulationSetup& setup, const SimulationOptions& options);

/// How loads are judged by a search for saturation.
struct SaturationRuns {
    struct Verdict {
        bool past = false;
        double left = 0.0;             ///< 1 - latency / limit, -1 where a backlog grows
        std::optional<double> served;  ///< SimulationResult::served_load
        bool decided = true;           ///< false: the run was stopped before it said anything
    };
    std::function<Verdict(double load, std::uint64_t cycles)> judge;
    std::function<bool()> stop;
};

/// Returns the saturation load by rounds of runs, each four times as long as those before, until the answer stays
/// within `precision`: a coarse round with an eighth of `cycles`, then half, twice and, unless the answer has stayed,
/// eight times as many. `most` is the greatest load there is, or a bound that no load gets past; `guess` where the
/// first round begins, 0: none. Throws InputError for a precision that loads cannot have, and whatever `judge` throws.
SimulatedSaturation search_saturation(const SaturationRuns& runs, std::uint64_t cycles, double most, bool most_is_past,
                                      double guess, double precision);

/// Returns the saturation load of a setup with one run of a load, bounded by its busiest channel or port where messages
/// have no choice.
SimulatedSaturation simulated_saturation(const SimulationSetup& setup, const SimulationOptions& options,
                                         double factor = knee_factor, double precision = 0.01,
                                         const std::function<bool()>& stop = {});

/// How a saturation load is searched by runs that end as soon as they are decided.
struct PreciseSearch {
    double within = 0.05;         ///< of the load: the bracket is no wider
    double guess = 0.0;           ///< where the search begins; 0: none
    std::uint64_t most_hops = 0;  ///< flits over channels of all runs together; 0: any number
    double limit = 0.0;  ///< mean latency of a network that is saturated; 0: `knee_factor` times the idle one's
    std::optional<LoadLimit> most{};  ///< greatest_load of the setup, where it is known
};

/// Returns the saturation load of a setup by bisection. A run ends when the interval of its mean latency does not
/// contain the limit, when it is within a tenth, or when a backlog grows;
/// `options.cycles` is the most that one measures. `settled`: every run was decided and the bracket is narrow enough.
SimulatedSaturation precise_saturation(const SimulationSetup& setup, const SimulationOptions& options,
                                       const PreciseSearch& search, const std::function<bool()>& stop = {});

/// Returns the load of simulated_saturation.
double find_saturation(const SimulationSetup& setup, const SimulationOptions& options, double factor = knee_factor,
                       double precision = 0.01, const std::function<bool()>& stop = {});

}  // namespace wafernet
