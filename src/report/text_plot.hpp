// Figures as text, for terminals.
#pragma once

#include <cstddef>
#include <string>

#include "wafernet/report/plot.hpp"

namespace wafernet {

/// Returns the figure, which is good, in lines of at most `width` characters.
std::string text_plot(const Plot& plot, std::size_t width);

}  // namespace wafernet
