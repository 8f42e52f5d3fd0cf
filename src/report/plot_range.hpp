// The ranges of axes and their ticks.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "wafernet/report/plot.hpp"

namespace wafernet {

struct PlotRange {
    double least = 0.0;
    double most = 1.0;
};

/// Returns the range of an axis that shows all points with their intervals: from 0 where that costs little, and always
/// for the heights of bars.
PlotRange x_range(const Plot& plot);
PlotRange y_range(const Plot& plot);

std::set<double> abscissas(const Plot& plot);

/// Returns the width of a group of bars: 0.8 of the least distance between two.
double group_width(const Plot& plot);

/// Returns round numbers within the range, about `count` of them.
std::vector<double> ticks(const PlotRange& range, std::size_t count);
std::string tick_text(double tick);

}  // namespace wafernet
