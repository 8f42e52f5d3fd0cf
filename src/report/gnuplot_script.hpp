// Figures as a script of gnuplot.
#pragma once

#include <span>
#include <string>

#include "wafernet/report/plot.hpp"

namespace wafernet {

/// Returns the script that draws the figures, which are good, to gnuplot's standard output.
std::string gnuplot_script(std::span<const Plot> plots, Picture picture);

}  // namespace wafernet
