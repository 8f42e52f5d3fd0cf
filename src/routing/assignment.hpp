// Assignment of rows to columns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace wafernet {

/// Returns for every row of a matrix of gains, given row after row, its column in the assignment of greatest sum; no
/// two rows have one column. Throws std::logic_error where there are more rows than columns.
std::vector<std::size_t> greatest_assignment(std::span<const float> gain, std::size_t rows, std::size_t columns);

}  // namespace wafernet
