// Which rows of a comparison are shown, in what order, and which metrics the words of the command line mean.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// Returns the metric that `word` means: one of `known`, or the only one that begins with it. Throws InputError with
/// the candidates or with the nearest name; `option` names where the word stands.
std::string metric_named(std::string_view word, std::span<const std::string_view> known, std::string_view option);

/// Returns the metrics of words such as "links,diam", each once, in their order; `option` names where they stand.
std::vector<std::string> metrics_named(std::span<const std::string> words, std::span<const std::string_view> known,
                                       std::string_view option = "--metric");

/// "deadlock_free=yes", "nodes>=1024": a metric, a relation and a value.
struct Condition {
    enum class Relation { equal, unequal, less, at_most, more, at_least };
    std::string metric;
    Relation relation = Relation::equal;
    std::string text;              ///< of the value, as given
    std::optional<double> number;  ///< the value, where it is one
};

/// Returns the condition of a word: a metric, one of = != < <= > >=, and a value. Throws InputError where it is none.
Condition condition_of(std::string_view word, std::span<const std::string_view> known);

/// Returns whether a value meets the condition; a missing value meets none, whatever the relation. Numbers are equal
/// where they differ by rounding alone. Throws InputError where a number is compared with a text, or texts by size.
bool meets(const Condition& condition, const Value& value);

struct SortKey {
    std::string metric;
    bool falling = false;
};

/// Returns the keys of "diameter_hops" or "-saturation,links": a minus sorts from the greatest down. Throws InputError
/// as metric_named does. `option` names where the word stands.
std::vector<SortKey> sort_keys(std::string_view word, std::span<const std::string_view> known,
                               std::string_view option = "--sort");

struct Selection {
    std::vector<Condition> conditions;
    std::vector<SortKey> keys;
};

struct SelectionWords {
    std::vector<std::string> metrics, where;
    std::string sort;

    /// The options; *this must outlive them.
    [[nodiscard]] std::vector<Option> options();
    /// Throws InputError as condition_of and sort_keys do.
    [[nodiscard]] Selection selection(std::span<const std::string_view> known) const;
};

/// Returns which of the rows 0 .. count-1 meet all conditions, in the order of the keys; rows that are equal there stay
/// in their order, those without a value come last. `cell` gives a row's figure, or nothing where the row has no such
/// figure. Throws InputError for a metric of which no row has a figure, and as `meets` does.
std::vector<std::size_t> selected_rows(
    std::size_t count, const Selection& selection,
    const std::function<std::optional<Value>(std::size_t row, const std::string& metric)>& cell);

}  // namespace wafernet::cli
