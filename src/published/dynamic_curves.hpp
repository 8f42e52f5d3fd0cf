// Dynamic cases of documents at their loads: by the reference simulator, and by the queueing model.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/published/published.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::published {

/// One run of every load, or the model's curve. What is said to be the greatest is that up to saturation: the first
/// saturated load is the last that counts, so that larger ones change nothing.
struct Curve {
    double greatest = 0.0;  ///< accepted flits per node and cycle
    std::optional<double>
        latency_there;  ///< of the first load that reaches 99 % of it: beyond the knee the rest is noise
    std::optional<double> lowest_latency;  ///< of the lowest load
    std::map<double, double> latency_at;  ///< of the loads below the knee: beyond it the mean latency of a run is noise
    std::vector<std::pair<double, double>> passed;  ///< accepted traffic and latency of every load
    std::optional<double> deviation_there;          ///< of the latency
    std::optional<double> lowest_deviation;
    double traffic = 0.0, busiest = 0.0,
           quietest = 0.0;  ///< percent of the time that channels carry a flit, at the greatest
};

/// A case at its loads: of the simulator one curve a seed, of the model one.
struct Curves {
    std::vector<Curve> seeds;
    bool levelled = false;  ///< one of the loads saturates it, or there is but one load
    bool deadlocks = false;
    std::string problem;  ///< why there is none
    std::string how;      ///< seeds and cycles
};

/// A way to the curves of a network word with arguments: measured_curves or modelled_curves.
using CurvesOf = Curves (*)(const std::string&, const Arguments&, Workbench&);
/// Returns the simulator's curves, one a seed of the bench. Throws InputError as sweep_of does.
Curves measured_curves(const std::string& word, const Arguments& arguments, Workbench& bench);
/// Returns the curve by the queueing model: traffic is accepted as it is offered, up to the saturation load.
Curves modelled_curves(const std::string& word, const Arguments& arguments, Workbench& bench);
/// Returns curves that the bench remembers; of a claim about several patterns (argument traffics) the mean of their
/// throughputs, run by run. Throws InputError where its metric is not the throughput.
Curves over_patterns(CurvesOf road, const std::string& word, const Arguments& arguments, Workbench& bench);

/// Returns what a result of a case is remembered by, whatever is claimed of it.
std::string key_of(std::string_view what, const std::string& word, const Arguments& arguments);
/// Returns "a cycle of 4 channels: (0,0) VC 0 -> ..": the first channels of a deadlock by their sources.
std::string cycle_of(const Network& network, const std::vector<HeldChannel>& cycle);

}  // namespace wafernet::published
