// Latency over load of a dynamic case of a document, a curve of points.
#pragma once

#include <string>

#include "wafernet/published/figure.hpp"

namespace wafernet::published {

/// Returns the curve by the queueing model, over accepted traffic: at the loads of the arguments, or at twelve up to
/// 95 % of saturation.
FigureSeries modelled_curve(const std::string& word, const Arguments& arguments, Workbench& bench);

/// Returns the curve by the simulator, over accepted traffic; its intervals are those of the seeds.
FigureSeries simulated_curve(const std::string& word, const Arguments& arguments, Workbench& bench);

}  // namespace wafernet::published
