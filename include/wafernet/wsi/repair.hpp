// Can a plane with faulty PEs be repaired with its spare column?
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace wafernet {

/// Which healthy PE may stand in for which position: the PE at (row + dr, column + dc) for the position (row, column),
/// with |dr| <= rows_reach and left <= dc <= right. rahman2006, sec. 5.2.1, leaves the rule open.
struct Replacement {
    static constexpr int any = std::numeric_limits<int>::max();
    int rows_reach = any;
    int left = any;   ///< columns to the left
    int right = any;  ///< columns to the right

    bool operator==(const Replacement&) const = default;
};

/// Returns the rule called "row" (shift along the row towards the spare), "neighbour-rows" (up to one row away, as far
/// to the right as there are spare columns), "neighbours" (the same to the left too), "any-row" (any row, the same to
/// the right) or "any" (any healthy PE: only the number of faults counts). Throws InputError for any other word.
Replacement replacement(std::string_view name, int spare_columns = 1);

/// A plane of rows x columns needed PEs with `spare_columns` more at the end of each row.
struct Plane {
    int rows = 4;
    int columns = 4;
    int spare_columns = 1;
    [[nodiscard]] int cells() const { return rows * (columns + spare_columns); }
};

/// Returns whether every position can be given a healthy PE of its own; `faulty` numbers the PEs row by row, spares
/// included. A matching decides it, so the answer is exact for the assignment; whether the wires can be switched is
/// another question.
bool repairable(const Plane& plane, const Replacement& rule, std::span<const int> faulty);

/// Returns, for 0..most_faults faults, how many of the patterns can be repaired, by trying each one. Throws InputError
/// where there are more than 2 million patterns, a few seconds of work.
std::vector<std::uint64_t> count_repairable(const Plane& plane, const Replacement& rule, int most_faults);

/// Returns the number of ways to choose k of n. Throws InputError where it does not fit 64 bits.
std::uint64_t choose(std::uint64_t n, std::uint64_t k);

}  // namespace wafernet
