// Figures as a script of gnuplot, and as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "wafernet/report/plot.hpp"

namespace wafernet {

/// Returns the script that draws the figures, which are good, to gnuplot's standard output. Throws InputError where the
/// size leaves them no room.
std::string gnuplot_script(std::span<const Plot> plots, Picture picture, const PictureLook& look = {});

/// Returns the figure, which is good, in lines of at most `width` characters.
std::string text_plot(const Plot& plot, std::size_t width);

}  // namespace wafernet
