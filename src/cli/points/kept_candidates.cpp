// Candidates as points of a store.
#include <algorithm>

#include <fmt/ranges.h>

#include "base/number_in.hpp"
#include "base/text.hpp"
#include "exploration.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

std::string text_of(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : "-";
}

constexpr std::string_view fates[] = {"open", "measured", "outside", "refused", "dominated"};  // by Fate

constexpr std::size_t before_figures = 6;  // columns of a kept candidate

// A column of a result; where it is none the store is of something else.
const Value& column_of(const PointResult& result, std::string_view name) {
    const Table& table = result.table;
    const auto at = table.place_of(name);
    if (!at || table.rows.size() != 1)
        throw InputError("a point of the store is no candidate, it must be another store");
    return table.rows.front()[*at];
}

std::string text_in(const PointResult& result, std::string_view name) {
    const auto* text = std::get_if<std::string>(&column_of(result, name));
    if (text == nullptr)
        throw InputError("a candidate of the store has no " + std::string(name) + ", it must have one");
    return *text;
}

}  // namespace

PointResult result_of(const Explored& e) {
    const auto numbers = [](const std::vector<double>& all) { return fmt::format("{}", fmt::join(all, " ")); };
    PointResult result;
    std::vector<Value> row;
    const auto add = [&](const std::string& name, Value value) {
        result.table.columns.push_back({name, ""});
        row.push_back(std::move(value));
    };
    add("fate", std::string(fates[static_cast<std::size_t>(e.fate)]));
    add("condition", static_cast<std::int64_t>(e.condition));
    add("metric", e.metric);
    add("reason", e.reason);
    add("score", numbers(e.score));
    add("optimistic", numbers(e.optimistic));
    for (const auto& [metric, value] : e.figures) add(metric, value);
    result.table.add(std::move(row));
    return result;
}

Explored explored_of(const PointResult& result) {
    Explored e;
    const auto fate = std::find(std::begin(fates), std::end(fates), text_in(result, "fate"));
    const auto* condition = std::get_if<std::int64_t>(&column_of(result, "condition"));
    if (fate == std::end(fates) || condition == nullptr)
        throw InputError("a point of the store is no candidate, it must be another store");
    e.fate = static_cast<Fate>(fate - std::begin(fates));
    e.condition = static_cast<std::size_t>(*condition);
    e.metric = text_in(result, "metric");
    e.reason = text_in(result, "reason");
    for (const auto& [scores, name] : {std::pair{&e.score, "score"}, {&e.optimistic, "optimistic"}}) {
        const std::string all = text_in(result, name);
        for (const std::string_view text : split(all, ' ')) {
            if (text.empty()) continue;
            const auto number = number_in<double>(text);
            if (!number)
                throw InputError("'" + std::string(text) +
                                 "' among the scores of a candidate of the store, it must be a number");
            scores->push_back(*number);
        }
    }
    for (std::size_t c = before_figures; c < result.table.columns.size(); ++c)
        e.figures.emplace(result.table.columns[c].name, result.table.rows.front()[c]);
    return e;
}

std::string look_words(bool cheap, const std::string& network, std::uint64_t vcs_times,
                       const std::vector<Value>& choices) {
    std::string words = (cheap ? "cheap " : "costly ") + network + ' ' + std::to_string(vcs_times);
    for (const Value& choice : choices) words += ' ' + text_of(choice);
    return words;
}

}  // namespace wafernet::cli
