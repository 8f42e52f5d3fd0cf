// The figures of one network as a page of at most 45 lines: what a designer asks first, one line a figure.
#pragma once

#include <string>
#include <vector>

#include "figures.hpp"

namespace wafernet::cli {

/// Returns the page. What the network has no figure for is no line; the last line says what is left out, and why.
std::string datasheet(const FigureRequest& request, const std::vector<Figure>& figures);

}  // namespace wafernet::cli
