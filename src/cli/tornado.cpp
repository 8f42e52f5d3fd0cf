#include "tornado.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace wafernet::cli {

Table tornado_table(std::string title, std::string_view unit, int decimals) {
    const std::string of(unit);
    Table table{std::move(title),
                {{"network", ""}, {"value", ""}, {"unit", ""}, {"typical", ""}, {"low", ""}, {"high", ""}},
                {},
                {"one value at a time goes from its low to its high, all others stay typical"}};
    for (const std::string& name : {of + "_at_low", of + "_at_high", "swing_" + of})
        table.columns.push_back({name, "", decimals});
    table.columns.push_back({"source", ""});
    return table;
}

void add_tornado(Table& table, const std::string& network, const Technology& technology,
                 const std::function<std::optional<double>(const std::string&)>& figure) {
    struct Bar {
        const TechnologyValue* value;
        double low, high;
        [[nodiscard]] double swing() const { return std::abs(high - low); }
    };
    std::vector<Bar> bars;
    for (const TechnologyValue& u : technology.values) {
        if (!u.low) continue;
        const auto low = figure(fmt::format("{}={}", u.key, *u.low)),
                   high = figure(fmt::format("{}={}", u.key, *u.high));
        if (low && high && *low != *high) bars.push_back({&u, *low, *high});
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& x, const Bar& y) { return x.swing() > y.swing(); });
    for (const Bar& b : bars) {
        table.add({network, b.value->key, b.value->unit, b.value->value, *b.value->low, *b.value->high, b.low, b.high,
                   b.swing(), b.value->source.empty() ? "assumed" : b.value->source});
    }
}

}  // namespace wafernet::cli
