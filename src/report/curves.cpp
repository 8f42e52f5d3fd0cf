#include "report/curves.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace wafernet {

std::optional<double> as_number(const Value& value) {
    if (const auto* real = std::get_if<double>(&value)) return *real;
    const auto* whole = std::get_if<std::int64_t>(&value);
    constexpr std::int64_t exact_doubles = std::int64_t{1} << 53U;
    if (whole != nullptr && *whole <= exact_doubles && *whole >= -exact_doubles) return static_cast<double>(*whole);
    return std::nullopt;
}

namespace {

// The columns that are drawn over `x`.
std::vector<std::size_t> drawn_over(const Table& table, std::size_t x) {
    std::vector<std::size_t> all;
    const bool yields = table.columns[x].name == "defects_per_cm2";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const std::string& name = table.columns[c].name;
        if (yields ? name.starts_with("yield_") : name == "latency_cycles" || name == "sim_latency_cycles")
            all.push_back(c);
    }
    if (const auto energy = table.place_of("energy_pj_per_bit"); all.empty() && energy) all.push_back(*energy);
    return all;
}

}  // namespace

TableCurves table_curves(const Table& table, std::size_t from, std::size_t to) {
    TableCurves found;
    for (const char* name : {"load_flits_per_node_cycle", "load", "defects_per_cm2"}) {
        found.x = table.place_of(name).value_or(table.columns.size());
        if (found.x < table.columns.size()) break;
    }
    if (found.x == table.columns.size()) return found;
    std::vector<std::size_t> said;
    for (const char* column : {"network", "routing", "vc_rule", "traffic", "scheme", "spares"}) {
        if (const auto c = table.place_of(column)) said.push_back(*c);
    }
    const std::vector<std::size_t> over = drawn_over(table, found.x);
    for (std::size_t begin = from; begin < to;) {
        // As long as x rises and the rows are of the same case.
        std::size_t end = begin + 1;
        const auto x = [&](std::size_t r) { return as_number(table.rows[r][found.x]); };
        const auto same = [&](std::size_t c) { return table.rows[end][c] == table.rows[begin][c]; };
        while (end < to && x(end) && x(end - 1) && *x(end) > *x(end - 1) && std::all_of(said.begin(), said.end(), same))
            ++end;
        std::string name;
        for (const std::size_t c : said) {
            const auto* text = std::get_if<std::string>(&table.rows[begin][c]);
            if (text != nullptr && !text->empty()) name += (name.empty() ? "" : ", ") + *text;
        }
        for (const std::size_t y : over) {
            std::size_t points = 0;
            for (std::size_t r = begin; r < end; ++r) points += as_number(table.rows[r][y]) && x(r) ? 1U : 0U;
            if (points < 2) continue;
            const bool several = over.size() > 1 || name.empty();
            found.all.push_back({escaped(name + (name.empty() || !several ? "" : ", ") +
                                         (several ? table.columns[y].name : std::string())),
                                 y, begin, end - 1});
        }
        begin = end;
    }
    constexpr std::size_t most = 50;  // in one picture
    if (found.all.size() > most) found.all.clear();
    return found;
}

}  // namespace wafernet
