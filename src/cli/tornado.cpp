#include "tornado.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"

namespace wafernet::cli {

Table tornado_table(std::string title, std::string_view unit, int decimals) {
    const std::string of(unit);
    Table table{std::move(title),
                {"network", "value", "unit", "typical", "low", "high"},
                {},
                {"one value at a time goes from its low to its high, all others stay typical; values that do not move "
                 "the figure are left out"}};
    for (const std::string& name : {of + "_at_low", of + "_at_high", "swing_" + of})
        table.columns.push_back({name, "", decimals});
    table.columns.push_back({"source", ""});
    return table;
}

namespace {

struct Range {
    double low = 0.0, high = 0.0;
    std::string why;  // where from
};

// By a factor of 2 either way where nothing says more of an assumed value; of a share above a half what is missing to
// 1, so that it is the failures that double.
std::optional<Range> range_of(const TechnologyValue& v) {
    if (v.low) return Range{*v.low, *v.high, v.source.empty() ? "assumed" : v.source};
    if (!v.source.empty()) return std::nullopt;
    if (v.share && v.value > 0.5)
        return Range{std::max(0.0, 1.0 - 2.0 * (1.0 - v.value)), 1.0 - (1.0 - v.value) / 2.0,
                     "assumed, its failures x0.5 to x2"};
    const double low = v.whole ? std::max(1.0, std::round(v.value / 2.0)) : v.value / 2.0,
                 high = v.share ? std::min(1.0, 2.0 * v.value) : 2.0 * v.value;
    return Range{low, high, "assumed, x0.5 to x2"};
}

}  // namespace

void add_tornado(Table& table, const std::string& network, const Technology& technology,
                 const std::function<std::optional<double>(const std::string&)>& figure) {
    struct Bar {
        const TechnologyValue* value;
        Range range;
        std::optional<double> low, high;
        [[nodiscard]] double swing() const {  // without end where some of the range leaves no figure
            return low && high ? std::abs(*high - *low) : std::numeric_limits<double>::infinity();
        }
    };
    const auto at = [&](const TechnologyValue& v, double amount) -> std::optional<double> {
        try {
            return figure(fmt::format("{}={}", v.key, amount));
        } catch (const InputError&) {  // the value does not fit the others there
            return std::nullopt;
        }
    };
    std::vector<Bar> bars;
    std::string kept;
    for (const TechnologyValue& v : technology.values) {
        const double nudged = v.whole ? v.value + 1.0 : v.value * 0.999;
        if (at(v, nudged) == at(v, v.value)) continue;  // does not enter the figure
        const auto range = v.key == "lines_per_link" ? std::nullopt : range_of(v);
        if (!range) {
            kept += fmt::format("{}{} ({})", kept.empty() ? "" : ", ", v.key,
                                v.key == "lines_per_link" ? "a choice, --flit-bits"
                                : v.source == "--set"     ? "--set"
                                                          : "one source");
            continue;
        }
        bars.push_back({&v, *range, at(v, range->low), at(v, range->high)});
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& x, const Bar& y) { return x.swing() > y.swing(); });
    for (const Bar& b : bars)
        table.row(network, b.value->key, b.value->unit, b.value->value, b.range.low, b.range.high,
                  value_or(b.low, {"no figure there"}), value_or(b.high, {"no figure there"}),
                  b.low && b.high ? Value(b.swing()) : Value(Missing{"no figure at one end"}), b.range.why);
    if (!kept.empty()) table.notes.push_back(network + ", not varied: " + kept);
}

}  // namespace wafernet::cli
