// Results as a table of values: computed first, rendered once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace wafernet {

/// A value that does not exist, with the reason: "saturated at 0.042", "needs m = 4". Never NaN, 0 or -1 in its place.
struct Missing {
    std::string reason;
    bool for_time = false;  ///< it exists, and a longer run gives it
    bool operator==(const Missing&) const = default;
};

using Value = std::variant<Missing, std::int64_t, double, std::string>;

/// Returns a whole number as a value. Throws InputError where it is 2^63 or more.
Value whole(std::uint64_t number);

/// Returns the number, or why there is none.
Value value_or(const std::optional<double>& number, Missing why);
/// Returns a value that is a number, nothing for any other.
std::optional<double> number_of(const Value& value);

/// Returns the value of a cell: a whole number, as whole does, a word, or what is one already.
template <class Of> Value as_cell(const Of& of) {
    if constexpr (std::is_unsigned_v<Of>) return whole(of);
    else if constexpr (std::is_integral_v<Of>) return std::int64_t{of};
    else if constexpr (std::is_convertible_v<const Of&, std::string_view>) return std::string(std::string_view(of));
    else return of;
}
/// Returns the values of a row.
template <class... Of> std::vector<Value> cells_of(const Of&... of) { return {as_cell(of)...}; }

struct Column {
    Column() = default;
    Column(const char* called, int places = -1) : name(called), decimals(places) {}
    Column(std::string called, int places = -1) : name(std::move(called)), decimals(places) {}
    Column(std::string called, std::string for_people, int places = -1, int best = 0)
        : name(std::move(called)), title(std::move(for_people)), decimals(places), better(best) {}

    std::string name;   ///< with its unit as a suffix: "diameter_hops"
    std::string title;  ///< for people; empty: the name
    int decimals =
        -1;  ///< shown in text and Markdown; -1: as many as needed up to 5 significant digits. CSV and JSON are exact.
    int better = 0;  ///< in text and Markdown the least (-1) or the greatest (1) of a column has a mark; 0: none
};

/// Returns columns by their names with blanks between, those with decimals as "latency_cycles:2".
std::vector<Column> columns_of(std::string_view names);

/// Rows of values under named columns. Every row has as many values as there are columns.
struct Table {
    std::string title;
    std::vector<Column> columns;
    std::vector<std::vector<Value>> rows{};
    std::vector<std::string> notes{};  ///< lines below the table in text and Markdown
    std::vector<std::string> above{};  ///< lines between title and table there

    /// Appends a row. Throws std::logic_error where its length is not the number of columns, ComputationError where a
    /// number is infinite or NaN.
    void add(std::vector<Value> row);
    /// Appends the row of these cells.
    template <class... Of> void row(const Of&... of) { add(cells_of(of...)); }
    /// Returns where the column called `name` is, nothing where there is none.
    [[nodiscard]] std::optional<std::size_t> place_of(std::string_view name) const;
};

}  // namespace wafernet
