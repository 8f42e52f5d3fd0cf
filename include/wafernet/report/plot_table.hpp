// Figures of tables: the numbers drawn are those of the cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wafernet/report/plot.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet {

/// Returns a column's name for an axis, its unit in brackets: "latency (cycles)" for "latency_cycles".
std::string axis_label(std::string_view column);

/// One quantity that is drawn.
struct DrawnColumn {
    std::string name;
    std::string half_width{};  ///< column of the half width of its interval; empty: none
    bool joined = true;
};

/// Returns curves of columns over the column `x`, one for each column and each set of equal values of the columns `by`
/// that tell rows apart. Cells without a number are left out, as are columns that the table does not have. The series
/// are named by what differs.
Plot curves(const Table& table, std::string_view x, const std::vector<DrawnColumn>& columns,
            const std::vector<std::string>& by);

/// Returns the same as bars. Texts of the column `x` are names of bars.
Plot bars(const Table& table, std::string_view x, const std::vector<DrawnColumn>& columns,
          const std::vector<std::string>& by);

}  // namespace wafernet
