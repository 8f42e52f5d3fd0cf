#include "wafernet/report/plot_table.hpp"

#include <algorithm>
#include <map>

#include "report/layout.hpp"

namespace wafernet {

namespace {

std::string words(std::string_view column) {
    std::string out(column);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

// The columns of `by` that tell rows apart; the first one always.
std::vector<std::size_t> telling(const Table& table, const std::vector<std::string>& by) {
    std::vector<std::size_t> out;
    for (const std::string& name : by) {
        const auto at = table.place_of(name);
        if (!at) continue;
        const auto differs = [&](const auto& row) { return row[*at] != table.rows.front()[*at]; };
        if (out.empty() || std::ranges::any_of(table.rows, differs)) out.push_back(*at);
    }
    return out;
}

Plot plot_of(const Table& table, std::string_view x, const std::vector<DrawnColumn>& columns,
             const std::vector<std::string>& by, PlotKind kind) {
    Plot plot;
    plot.title = table.title;
    plot.kind = kind;
    plot.x.label = axis_label(x);
    const auto x_at = table.place_of(x);
    if (!x_at || table.rows.empty()) return plot;
    std::vector<DrawnColumn> drawn;
    for (const DrawnColumn& column : columns) {
        const auto at = table.place_of(column.name);
        if (at && std::ranges::any_of(table.rows, [&](const auto& row) { return number_of(row[*at]).has_value(); }))
            drawn.push_back(column);
    }
    const bool named = std::ranges::any_of(
        table.rows, [&](const auto& row) { return std::holds_alternative<std::string>(row[*x_at]); });
    std::map<std::string, double> places;  // of names
    const std::vector<std::size_t> apart = telling(table, by);
    std::map<std::pair<std::string, std::size_t>, std::size_t> series_of;
    for (const auto& row : table.rows) {
        std::optional<double> position = number_of(row[*x_at]);
        if (named) {
            const std::string name = shown(row[*x_at], table.columns[*x_at]);
            const auto [place, fresh] = places.try_emplace(name, static_cast<double>(places.size()));
            if (fresh) plot.x.names.push_back(name);
            position = place->second;
        }
        if (!position) continue;
        std::string group;
        for (const std::size_t column : apart)
            group += (group.empty() ? "" : ", ") +
                     (column == apart.front() ? "" : words(table.columns[column].name) + " ") +
                     shown(row[column], table.columns[column]);
        for (std::size_t c = 0; c < drawn.size(); ++c) {
            const auto value = number_of(row[*table.place_of(drawn[c].name)]);
            if (!value) continue;
            const auto [found, fresh] = series_of.try_emplace({group, c}, plot.series.size());
            if (fresh) {
                std::string name = group;
                if (drawn.size() > 1 || name.empty())
                    name += (name.empty() ? "" : ", ") + heading(table.columns[*table.place_of(drawn[c].name)]);
                plot.series.push_back({name, {}, drawn[c].joined});
            }
            PlotPoint point{*position, *value, std::nullopt};
            if (const auto half = table.place_of(drawn[c].half_width)) point.half_width = number_of(row[*half]);
            plot.series[found->second].points.push_back(point);
        }
    }
    if (!drawn.empty()) plot.y.label = axis_label(drawn.front().name);
    return plot;
}

}  // namespace

std::string axis_label(std::string_view column) {
    const Unit* unit = unit_of(column, &Unit::axis);
    if (unit == nullptr || column.size() == unit->ending.size()) return words(column);
    return words(column.substr(0, column.size() - unit->ending.size())) + " (" + std::string(unit->axis) + ")";
}

Plot curves(const Table& table, std::string_view x, const std::vector<DrawnColumn>& columns,
            const std::vector<std::string>& by) {
    return plot_of(table, x, columns, by, PlotKind::curves);
}

Plot bars(const Table& table, std::string_view x, const std::vector<DrawnColumn>& columns,
          const std::vector<std::string>& by) {
    return plot_of(table, x, columns, by, PlotKind::bars);
}

}  // namespace wafernet
