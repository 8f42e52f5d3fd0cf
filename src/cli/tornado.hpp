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

/// Adds a row for every value of the technology that moves the figure, the widest first: from its low to its high, or
/// where the file gives none and no source from half of it to twice as much, of a share above a half its failures. A
/// note names what moves the figure and is not varied. `figure` is called with "KEY=VALUE"; nothing where there is no
/// figure.
void add_tornado(Table& table, const std::string& network, const Technology& technology,
                 const std::function<std::optional<double>(const std::string&)>& figure);

}  // namespace wafernet::cli
