// What of a table is a curve: latency over load and the like.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "wafernet/report/table.hpp"

namespace wafernet {

/// Returns a value as a number that a double holds exactly, if it is one.
std::optional<double> as_number(const Value& value);

/// Rows of a table that are one curve, from the first to the last, over the column x.
struct TableCurve {
    std::string name;
    std::size_t y = 0;
    std::size_t from = 0, to = 0;
};
struct TableCurves {
    std::size_t x = 0;
    std::vector<TableCurve> all;  // empty: none
};

/// Returns the curves in the rows from .. to-1 of a table: latency or energy over load, yields over the density of
/// defects, one for each case of network, routing and the like.
TableCurves table_curves(const Table& table, std::size_t from, std::size_t to);

}  // namespace wafernet
