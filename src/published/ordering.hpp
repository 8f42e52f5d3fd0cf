// Whether a printed ordering of two values holds that are known up to an error.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

namespace wafernet::published {

enum class Ordering : std::uint8_t { holds, fails, tie };

/// Returns whether a margin, which is positive where a claim holds, is more than its error (half width of its interval
/// of 95 %).
inline Ordering decided(double margin, double error) {
    if (error > 0.0 && std::fabs(margin) <= error) return Ordering::tie;
    return margin > 0.0 ? Ordering::holds : Ordering::fails;
}

/// Returns whether `a relation b` holds, of independent values with these errors (half widths of their intervals of 95
/// %). Values without an error are equal where they differ by rounding only. The relation is one of < <= = >= >.
inline Ordering ordered(double a, double a_error, std::string_view relation, double b, double b_error) {
    const double error = std::hypot(a_error, b_error);
    if (error > 0.0)
        return relation == "=" ? (std::fabs(a - b) <= error ? Ordering::tie : Ordering::fails)
                               : decided(relation.front() == '<' ? b - a : a - b, error);
    const bool same = std::fabs(a - b) <= 1e-9 * std::fmax(1.0, std::fabs(b));
    if (same) return relation.find('=') != std::string_view::npos ? Ordering::holds : Ordering::fails;
    return relation.front() == (a < b ? '<' : '>') ? Ordering::holds : Ordering::fails;
}

}  // namespace wafernet::published
