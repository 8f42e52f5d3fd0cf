#include "wafernet/report/table.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

Value whole(std::uint64_t number) {
    if (number > std::uint64_t{INT64_MAX})
        throw InputError(std::to_string(number) + " does not fit a table, need less than 2^63");
    return static_cast<std::int64_t>(number);
}

Value value_or(const std::optional<double>& number, Missing why) {
    return number ? Value(*number) : Value(std::move(why));
}

std::optional<double> number_of(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
}

std::vector<Column> columns_of(std::string_view names) {
    std::vector<Column> columns;
    for (const std::string_view name : split(names, ' ')) {
        const bool rounded = name.size() > 2 && name[name.size() - 2] == ':';
        columns.emplace_back(std::string(name.substr(0, name.size() - (rounded ? 2 : 0))),
                             rounded ? name.back() - '0' : -1);
    }
    return columns;
}

void Table::add(std::vector<Value> row) {
    if (row.size() != columns.size()) throw std::logic_error("a row of '" + title + "' has the wrong number of values");
    for (std::size_t i = 0; i < row.size(); ++i) {
        auto* real = std::get_if<double>(&row[i]);
        if (real == nullptr) continue;
        if (!std::isfinite(*real))
            throw ComputationError("the value of '" + columns[i].name + "' is not a finite number");
        if (*real == 0.0) *real = 0.0;  // minus zero is a zero
    }
    rows.push_back(std::move(row));
}

std::optional<std::size_t> Table::place_of(std::string_view name) const {
    const auto at = std::ranges::find(columns, name, &Column::name);
    return at == columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - columns.begin()));
}

}  // namespace wafernet
