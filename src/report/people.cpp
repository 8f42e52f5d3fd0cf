// A table as people read it: what is the same in all rows is said once, a column without any value is a note, and the
// numbers of a column have one format.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "report/layout.hpp"

namespace wafernet {

namespace {

constexpr int digits = 5;  // significant ones
constexpr std::size_t most_notes = 3;

bool empty(const Table& table, std::size_t column) {
    return !table.rows.empty() && std::ranges::all_of(table.rows, [&](const auto& row) {
        return std::holds_alternative<Missing>(row[column]);
    });
}

// Why a column is empty: the first two reasons that its rows give.
std::string reasons(const Table& table, std::size_t column) {
    std::set<std::string> all;
    for (const auto& row : table.rows) {
        all.insert(std::get<Missing>(row[column]).reason);
        if (all.size() == 2) return *all.begin() + ", " + *all.rbegin();
    }
    return *all.begin();
}

// A note that names columns of the table as the table is read: with their words.
std::string in_words(const std::string& note, const Table& table) {
    std::string out;
    for (std::size_t i = 0; i < note.size();) {
        std::size_t end = i;
        while (end < note.size() && (std::isalnum(static_cast<unsigned char>(note[end])) != 0 || note[end] == '_'))
            ++end;
        const std::string word = note.substr(i, std::max<std::size_t>(end - i, 1));
        const auto column = word.find('_') == std::string::npos ? table.columns.end()
                                                                : std::ranges::find(table.columns, word, &Column::name);
        out += column == table.columns.end() ? word : label_and_unit(heading(*column)).first;
        i += word.size();
    }
    return out;
}

// Decimals with which the largest number of a column has its digits, no more than the column gives; none (-1) where the
// smallest would have fewer than two digits, or the largest more before the point.
int decimals_of(const Table& table, std::size_t column) {
    double least = INFINITY, most = 0.0;
    bool whole = true;
    for (const auto& row : table.rows) {
        const auto* real = std::get_if<double>(&row[column]);
        if (real == nullptr) continue;
        whole = whole && *real == std::floor(*real);
        if (*real != 0.0) least = std::min(least, std::abs(*real));
        most = std::max(most, std::abs(*real));
    }
    const int given = table.columns[column].decimals;
    if (most == 0.0) return given;
    if (most >= 1e6) return -1;
    const int room = digits - 1 - static_cast<int>(std::floor(std::log10(most)));
    if (given >= 0) return std::min(given, std::max(room + 1, 0));
    if (whole) return 0;
    const int decimals = std::max(room, 0);
    if (decimals > 9 || least * std::pow(10.0, decimals) < 10.0) return -1;
    // No more than are needed to show every number as it is.
    int needed = 0;
    for (const auto& row : table.rows) {
        const auto* real = std::get_if<double>(&row[column]);
        if (real == nullptr) continue;
        std::string text = fmt::format("{:.{}f}", *real, decimals);
        if (decimals == 0) continue;
        text.erase(text.find_last_not_of('0') + 1);
        needed = std::max(needed, static_cast<int>(text.size() - text.find('.') - 1));
    }
    return needed;
}

// Puts a mark behind the best numbers of a column, and behind those that look like them.
void mark_best(Table& table, std::size_t column) {
    const int better = table.columns[column].better;
    if (better == 0) return;
    std::optional<double> most;
    std::string best;
    for (const auto& row : table.rows) {
        const auto n = number_of(row[column]);
        if (!n || (most && better * *n <= *most)) continue;
        most = better * *n;
        best = shown(row[column], table.columns[column]);
    }
    for (auto& row : table.rows) {
        if (number_of(row[column]) && shown(row[column], table.columns[column]) == best) row[column] = best + '*';
    }
}

}  // namespace

std::string rounded(double number) {
    if (number == 0.0) return "0";
    const double size = std::abs(number);
    if (size < 1e5 || size >= 1e9) return fmt::format("{:.{}g}", number, digits);
    const double step = std::pow(10.0, std::floor(std::log10(size)) - (digits - 1));
    return fmt::format("{:.0f}", std::round(number / step) * step);
}

Table for_people(const Table& table, bool all_notes) {
    Table out{table.title, {}, {}, {}, table.above};
    std::vector<std::size_t> shown_columns;
    std::vector<bool> one_value(table.columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        one_value[i] = table.rows.size() > 1 && std::ranges::all_of(table.rows, [&](const auto& row) {
                           return row[i] == table.rows.front()[i];
                       });
    }
    if (std::ranges::find(one_value, false) == one_value.end()) one_value.assign(one_value.size(), false);
    std::string same;
    std::map<std::string, std::string> none;  // reasons -> columns
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string words = heading(table.columns[i]);
        if (i > 0 && empty(table, i)) {
            std::string& names = none[reasons(table, i)];
            names += (names.empty() ? "" : ", ") + label_and_unit(words).first;
        } else if (one_value[i]) {
            Column column = table.columns[i];
            column.decimals = decimals_of(table, i);
            const auto [label, unit] = label_and_unit(words);
            same += (same.empty() ? "" : "; ") + label + ": " + shown(table.rows.front()[i], column) +
                    (unit.empty() ? "" : ' ' + unit);
        } else {
            shown_columns.push_back(i);
        }
    }
    if (!same.empty()) out.above.push_back(same);
    for (const std::size_t i : shown_columns) {
        out.columns.push_back(table.columns[i]);
        out.columns.back().decimals = decimals_of(table, i);
    }
    for (const auto& row : table.rows) {
        std::vector<Value> values;
        for (const std::size_t i : shown_columns) values.push_back(row[i]);
        out.rows.push_back(std::move(values));
    }
    for (std::size_t k = 0; k < out.columns.size(); ++k) mark_best(out, k);
    for (const std::string& note : table.notes) {
        if (all_notes || table.notes.size() <= most_notes || out.notes.size() + 1 < most_notes)
            out.notes.push_back(in_words(note, table));
    }
    if (out.notes.size() < table.notes.size())
        out.notes.push_back(std::to_string(table.notes.size() - out.notes.size()) + " more notes with --notes");
    for (const auto& [reason, names] : none) {
        if (!reason.empty()) out.notes.push_back("no " + names + ": " + reason);
    }
    return out;
}

}  // namespace wafernet
