// Which uncertain value of a technology moves a figure most.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "wafernet/io/technology.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// Returns a table without rows; the figure's columns are UNIT_at_low, UNIT_at_high and swing_UNIT.
Table tornado_table(std::string title, std::string_view unit, int decimals = Column{}.decimals);

/// Adds a row for every value of the technology that has a low and a high and moves the figure, the widest first.
/// `figure` is called with "KEY=VALUE"; nothing where there is no figure.
void add_tornado(Table& table, const std::string& network, const Technology& technology,
                 const std::function<std::optional<double>(const std::string&)>& figure);

}  // namespace wafernet::cli
