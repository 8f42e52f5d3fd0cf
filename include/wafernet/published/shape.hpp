// Published tables in the shape of their documents: the printed numbers, and ours beside those that differ.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "wafernet/published/published.hpp"

namespace wafernet::published {

/// What the document writes above its rows and columns.
struct TableShape {
    std::string rows;                             ///< above the names of the rows; empty: nothing
    std::map<std::string, std::string> headings;  ///< by column; where there is none its name stands
};

/// Returns the shape that a table's file gives: [shape] with `rows` and `headings`. Throws InputError with file, line
/// and column.
TableShape read_shape(const std::filesystem::path& file);

/// Returns the table as the document has it, in the order of its file: a row a row, a column a column, each cell the
/// printed text, with a mark for every verdict but `reproduced` and what it is compared with where that is another
/// number. The notes are the legend of the marks. `findings` are those of this table.
Table shaped_table(const PrintedTable& table, const TableShape& shape, std::span<const Finding> findings);

/// Returns the findings as lines, "HTN against 2D torus: smaller, reproduced (5.27 < 8.03)", for below a figure. Where
/// they are many, the first line counts them by verdict and only those that are not reproduced follow.
std::vector<std::string> verdict_lines(std::span<const Finding> findings);

}  // namespace wafernet::published
