// Spreadsheets: a workbook of Office Open XML, a sheet a table.
#pragma once

#include <span>
#include <string>

#include "wafernet/report/render.hpp"

namespace wafernet {

/// Returns the bytes of a workbook. Every table is a sheet: names of columns with their units in a frozen first row
/// with filters, numbers as numbers of 16 significant digits (what does not fit that, such as a whole number beyond
/// 2^53, as text), texts as texts, control characters escaped; a missing value is an empty cell whose comment gives the
/// reason, the notes of the table are the comment of the first cell. The last sheet says what made it. The same tables
/// give the same bytes. Throws ComputationError where no temporary file can be written.
std::string xlsx_workbook(std::span<const Table> tables, const RenderOptions& options);

}  // namespace wafernet
