#include "selection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/number_in.hpp"
#include "base/text.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/metric.hpp"

namespace wafernet::cli {

namespace {

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

std::optional<double> finite_in(std::string_view text) {
    const auto number = number_in<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

bool alike(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

// Whether `a` comes before `b`: numbers by size, texts by letters, numbers before texts, missing values last.
bool before(const std::optional<Value>& a, const std::optional<Value>& b, bool falling) {
    const auto rank = [](const std::optional<Value>& v) {
        if (!v || std::holds_alternative<Missing>(*v)) return 2;
        return std::holds_alternative<std::string>(*v) ? 1 : 0;
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (rank(a) == 2) return false;
    if (rank(a) == 1)
        return falling ? std::get<std::string>(*b) < std::get<std::string>(*a)
                       : std::get<std::string>(*a) < std::get<std::string>(*b);
    return falling ? *number_of(*b) < *number_of(*a) : *number_of(*a) < *number_of(*b);
}

}  // namespace

std::string metric_named(std::string_view word, std::span<const std::string_view> known, std::string_view option) {
    if (std::ranges::find(known, word) != known.end()) return std::string(word);
    std::vector<std::string_view> candidates;
    for (const std::string_view metric : known) {
        if (!word.empty() && metric.starts_with(word)) candidates.push_back(metric);
    }
    if (candidates.size() == 1) return std::string(candidates.front());
    const std::string start = std::string(option) + " '" + one_line(word) + "'";
    if (candidates.empty() && word.size() > 2) {
        for (const std::string_view metric : known) {
            if (metric.find(word) != std::string_view::npos) candidates.push_back(metric);
        }
        if (!candidates.empty())
            throw InputError(start + ": no metric begins so, need one such as " +
                             joined({candidates.begin(), candidates.end()}, ", "));
    }
    if (candidates.empty()) {
        const bool published = std::any_of(families().begin(), families().end(), [&](const Family* family) {
            return std::ranges::any_of(family->closed_forms,
                                       [&](const ClosedForm& form) { return name(form.metric) == word; });
        });
        if (published) throw InputError(start + ": a metric of published formulas, 'wafernet estimate' alone shows it");
        throw InputError(start + ": unknown metric" + did_you_mean(word, known) +
                         ", 'wafernet estimate' shows those of a network");
    }
    std::string names;
    for (const std::string_view c : candidates) names += (names.empty() ? "" : ", ") + std::string(c);
    throw InputError(start + ": more than one metric begins so, need one of: " + names);
}

std::vector<std::string> metrics_named(std::span<const std::string> words, std::span<const std::string_view> known,
                                       std::string_view option) {
    std::vector<std::string> metrics;
    for (const std::string& word : words) {
        for (const std::string_view part : split(word, ',')) {
            std::string metric = metric_named(trimmed(part), known, option);
            if (std::ranges::find(metrics, metric) == metrics.end()) metrics.push_back(std::move(metric));
        }
    }
    return metrics;
}

Condition condition_of(std::string_view word, std::span<const std::string_view> known) {
    using enum Condition::Relation;
    constexpr std::pair<std::string_view, Condition::Relation> relations[] = {
        {"!=", unequal}, {"<=", at_most}, {">=", at_least}, {"=", equal}, {"<", less}, {">", more}};
    const std::size_t at = word.find_first_of("!<>=");
    const std::string_view rest = at == std::string_view::npos ? std::string_view() : word.substr(at);
    for (const auto& [sign, relation] : relations) {
        if (!rest.starts_with(sign)) continue;
        const std::string_view value = trimmed(rest.substr(sign.size()));
        if (value.empty() || trimmed(word.substr(0, at)).empty() ||
            value.find_first_of("!<>=") != std::string_view::npos)
            break;
        Condition condition{metric_named(trimmed(word.substr(0, at)), known, "--where"), relation, std::string(value),
                            finite_in(value)};
        return condition;
    }
    throw InputError("--where '" + one_line(word) +
                     "': need a metric, one of = != < <= > >= and a value, such as 'deadlock_free=yes' or '" +
                     std::string(name(Metric::diameter_hops)) + "<=16'");
}

bool meets(const Condition& c, const Value& value) {
    using enum Condition::Relation;
    if (std::holds_alternative<Missing>(value)) return false;
    if (const auto* text = std::get_if<std::string>(&value)) {
        if (c.relation == Condition::Relation::equal) return *text == c.text;
        if (c.relation == unequal) return *text != c.text;
        throw InputError("--where: " + c.metric + " is a word such as '" + one_line(*text) + "', need = or !=");
    }
    if (!c.number)
        throw InputError("--where: " + c.metric + " is a number, found '" + one_line(c.text) + "', need a number");
    const double number = *number_of(value);
    const bool same = alike(number, *c.number);
    switch (c.relation) {
        case Condition::Relation::equal: return same;
        case unequal: return !same;
        case less: return !same && number < *c.number;
        case at_most: return same || number < *c.number;
        case more: return !same && number > *c.number;
        case at_least: return same || number > *c.number;
    }
    return false;
}

std::vector<SortKey> sort_keys(std::string_view word, std::span<const std::string_view> known,
                               std::string_view option) {
    std::vector<SortKey> keys;
    for (std::string_view part : split(word, ',')) {
        part = trimmed(part);
        const bool falling = part.starts_with('-');
        if (falling) part.remove_prefix(1);
        keys.push_back({metric_named(part, known, option), falling});
    }
    return keys;
}

std::vector<Option> SelectionWords::options() {
    return {{"--metric", &metrics}, {"--where", &where}, {"--sort", &sort}};
}

Selection SelectionWords::selection(std::span<const std::string_view> known) const {
    Selection selection;
    for (const std::string& word : where) selection.conditions.push_back(condition_of(word, known));
    if (!sort.empty()) selection.keys = sort_keys(sort, known);
    return selection;
}

std::vector<std::size_t> selected_rows(
    std::size_t count, const Selection& selection,
    const std::function<std::optional<Value>(std::size_t row, const std::string& metric)>& cell) {
    std::vector<std::size_t> rows(count);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const auto need = [&](const std::string& metric, const char* option) {
        if (count > 0 && std::ranges::none_of(rows, [&](std::size_t row) { return cell(row, metric).has_value(); }))
            throw InputError(std::string(option) + " " + metric + ": none of the networks has this figure");
    };
    for (const Condition& c : selection.conditions) need(c.metric, "--where");
    for (const SortKey& key : selection.keys) need(key.metric, "--sort");
    std::erase_if(rows, [&](std::size_t row) {
        return !std::ranges::all_of(selection.conditions, [&](const Condition& c) {
            const auto value = cell(row, c.metric);
            return value && meets(c, *value);
        });
    });
    std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) {
        for (const SortKey& key : selection.keys) {
            const auto left = cell(a, key.metric), right = cell(b, key.metric);
            if (before(left, right, key.falling)) return true;
            if (before(right, left, key.falling)) return false;
        }
        return false;
    });
    return rows;
}

}  // namespace wafernet::cli
