// A number as it is printed, and what agrees with it.
#pragma once

#include <optional>
#include <string_view>

#include "wafernet/report/table.hpp"

namespace wafernet::published {

/// A printed number with the size of its last digit: 42.67 -> {42.67, 0.01}, "12,864" -> {12864, 1}, "4.2e6" -> {4.2e6,
/// 1e5}, "2^10" -> {1024, 1}.
struct PrintedNumber {
    double value = 0.0;
    double last_digit = 1.0;
    bool whole = true;  ///< no decimals: a count must be equal
};

/// Returns the number in `text`; nothing where the text is not a plain number.
std::optional<PrintedNumber> printed_number(std::string_view text);

enum class Agreement { none, rounded, truncated, within_tolerance };

/// Returns how a computed value agrees with a printed one: rounded or truncated at the last printed digit, or within
/// `slack` of the printed value. The documents use both roundings.
Agreement agreement(const PrintedNumber& printed, const Value& value, double slack);

}  // namespace wafernet::published
