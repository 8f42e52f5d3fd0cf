// Latency over load of a dynamic case of a document, a curve of points.
#pragma once

#include <string>

#include "sweep.hpp"
#include "wafernet/published/figure.hpp"

namespace wafernet::published {

/// Returns the curve by the queueing model, over accepted traffic: at the loads of the case below saturation where
/// `at_its_loads`, else at twelve up to 95 % of saturation. Any number of threads may ask at once.
FigureSeries modelled_curve(const Sweep& sweep, bool at_its_loads);

/// Returns the curve by the simulator, over accepted traffic; its intervals are those of the seeds.
FigureSeries simulated_curve(const std::string& word, const Arguments& arguments, Workbench& bench);

}  // namespace wafernet::published
