// Curves as a picture, where no other program is needed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/svg.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet {

struct ChartSeries {
    std::string name;
    std::vector<std::pair<double, double>> points;
    bool marks_only = false;  ///< points without a line: what is measured beside what is computed
};

/// A line across the picture at one abscissa, with what it says.
struct ChartMark {
    double x = 0.0;
    std::string name;
};

struct Chart {
    std::string title, x_name, y_name;
    std::vector<ChartSeries> series;
    std::vector<ChartMark> marks;
    bool from_zero = true;  ///< the ordinate begins at 0
};

/// Returns the picture as SVG: axes with round numbers, a legend, lines that differ in colour and dashes. Points far
/// above the others are left out at the upper edge, as they are near saturation.
std::string chart_picture(const Chart& chart);

/// Returns the charts of the curves in a table, one for each unit on the ordinate; none where it has none.
std::vector<Chart> charts_of(const Table& table);

}  // namespace wafernet
