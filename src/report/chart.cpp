#include "report/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "report/curves.hpp"
#include "report/layout.hpp"

namespace wafernet {

namespace {

constexpr double width = 640.0, left = 66.0, right = 22.0, top = 40.0, plot_height = 300.0, size = 12.0;

constexpr const char* line_colours[] = {colours::blue,   colours::vermilion, colours::green,
                                        colours::purple, colours::orange,    colours::ink};
constexpr const char* dashes[] = {"", "7 3", "2 3", "9 3 2 3", "12 4", "4 2"};

// The step of a scale with about six numbers: 1, 2 or 5 times a power of ten.
double step_for(double range) {
    const double rough = range / 6.0, power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (rough <= factor * power) return factor * power;
    }
    return 10.0 * power;
}

struct Scale {
    double from = 0.0, to = 1.0, step = 0.2;
    double low = 0.0, high = 1.0;  // on the page
    [[nodiscard]] double at(double value) const { return low + (value - from) / (to - from) * (high - low); }
};

Scale scale_of(double from, double to, double low, double high) {
    if (to <= from) to = from + std::max(std::abs(from) * 0.1, 1e-9);
    Scale scale{from, to, step_for(to - from), low, high};
    scale.from = std::floor(from / scale.step + 1e-9) * scale.step;
    scale.to = std::ceil(to / scale.step - 1e-9) * scale.step;
    return scale;
}

}  // namespace

std::string chart_picture(const Chart& chart) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    double x_from = infinite, x_to = -infinite, y_from = infinite, y_to = -infinite;
    std::vector<double> values;
    for (const ChartSeries& series : chart.series) {
        for (const auto& [x, y] : series.points) {
            x_from = std::min(x_from, x);
            x_to = std::max(x_to, x);
            y_from = std::min(y_from, y);
            y_to = std::max(y_to, y);
            values.push_back(y);
        }
    }
    Svg svg;
    svg.text({left, 22.0}, chart.title, 14.0, Anchor::start, "font-weight=\"bold\"");
    if (values.empty()) {
        svg.text({left, 60.0}, "no points", size);
        return svg.picture(width, 80.0, chart.title, nullptr);
    }
    // A curve rises without bound at saturation: four times the median shows where.
    std::sort(values.begin(), values.end());
    const double usual = values[values.size() / 2];
    if (usual > 0.0 && y_from >= 0.0) y_to = std::min(y_to, std::max(4.0 * usual, values.front() * 6.0));
    for (const ChartMark& mark : chart.marks) x_to = std::max(x_to, mark.x);
    const Scale x = scale_of(std::min(x_from, 0.0), x_to, left, width - right);
    const Scale y = scale_of(chart.from_zero ? std::min(y_from, 0.0) : y_from, y_to, top + plot_height, top);

    std::string grid;
    for (int i = 0;; ++i) {
        const double value = x.from + i * x.step;
        if (value > x.to + x.step * 0.01) break;
        svg.line(grid, {x.at(value), y.low}, {x.at(value), y.high});
        svg.text({x.at(value), y.low + 16.0}, fmt::format("{:.6g}", std::abs(value) < x.step * 1e-6 ? 0.0 : value),
                 11.0, Anchor::middle);
    }
    for (int i = 0;; ++i) {
        const double value = y.from + i * y.step;
        if (value > y.to + y.step * 0.01) break;
        svg.line(grid, {x.low, y.at(value)}, {x.high, y.at(value)});
        svg.text({x.low - 6.0, y.at(value) + 4.0}, fmt::format("{:.6g}", std::abs(value) < y.step * 1e-6 ? 0.0 : value),
                 11.0, Anchor::end);
    }
    svg.path(grid, "stroke=\"#DDDDDD\" stroke-width=\"1\"");
    svg.text({(x.low + x.high) / 2, y.low + 36.0}, chart.x_name, size, Anchor::middle);
    svg.text({0.0, 0.0}, chart.y_name, size, Anchor::middle,
             "transform=\"translate(16 " + svg_number((y.low + y.high) / 2) + ") rotate(-90)\"");
    for (const ChartMark& mark : chart.marks) {
        std::string line;
        svg.line(line, {x.at(mark.x), y.low}, {x.at(mark.x), y.high});
        svg.path(line, "stroke=\"#555555\" stroke-width=\"1\" stroke-dasharray=\"1 3\"");
    }
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const ChartSeries& series = chart.series[s];
        const std::string colour = line_colours[s % std::size(line_colours)];
        std::string d, marks;
        bool drawing = false;
        Point before{};
        for (const auto& [px, py] : series.points) {
            Point at{x.at(px), y.at(py)};
            const bool inside = py <= y.to;
            if (inside && !series.marks_only && !drawing) {
                d += 'M' + svg_number(at.x) + ' ' + svg_number(at.y);
            } else if (!series.marks_only && drawing) {
                if (!inside) {  // up to the upper edge
                    const double part = (y.high - before.y) / (at.y - before.y);
                    at = {before.x + part * (at.x - before.x), y.high};
                }
                d += 'L' + svg_number(at.x) + ' ' + svg_number(at.y);
            }
            if (inside) marks += 'M' + svg_number(at.x) + ' ' + svg_number(at.y) + "h0";
            drawing = inside;
            before = at;
        }
        const std::string dash = dashes[s % std::size(dashes)];
        svg.path(d, "stroke=\"" + colour + "\" stroke-width=\"2\" fill=\"none\"" +
                        (dash.empty() ? "" : " stroke-dasharray=\"" + dash + '"'));
        svg.path(marks, "stroke=\"" + colour + "\" stroke-width=\"" + (series.marks_only ? "8" : "5") +
                            "\" stroke-linecap=\"" + (series.marks_only ? "square" : "round") + '"');
    }
    std::string frame;
    svg.line(frame, {x.low, y.low}, {x.high, y.low});
    svg.line(frame, {x.low, y.low}, {x.low, y.high});
    svg.path(frame, "stroke=\"#222222\" stroke-width=\"1.2\"");
    double legend = y.low + 56.0;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const std::string colour = line_colours[s % std::size(line_colours)];
        const std::string dash = dashes[s % std::size(dashes)];
        std::string line;
        svg.line(line, {left, legend - 4.0}, {left + 30.0, legend - 4.0});
        svg.path(line, "stroke=\"" + colour + "\" stroke-width=\"" + (chart.series[s].marks_only ? "8" : "2") + '"' +
                           (chart.series[s].marks_only ? " stroke-dasharray=\"8 8\""
                            : dash.empty()             ? ""
                                                       : " stroke-dasharray=\"" + dash + '"'));
        svg.text({left + 38.0, legend}, chart.series[s].name, size);
        legend += 18.0;
    }
    for (const ChartMark& mark : chart.marks) {
        std::string line;
        svg.line(line, {left, legend - 4.0}, {left + 30.0, legend - 4.0});
        svg.path(line, "stroke=\"#555555\" stroke-width=\"1\" stroke-dasharray=\"1 3\"");
        svg.text({left + 38.0, legend}, mark.name, size);
        legend += 18.0;
    }
    double wide = width;
    for (const ChartSeries& series : chart.series) wide = std::max(wide, left + 60.0 + text_width(series.name, size));
    for (const ChartMark& mark : chart.marks) wide = std::max(wide, left + 60.0 + text_width(mark.name, size));
    wide = std::max(wide, left + 20.0 + text_width(chart.title, 14.0));
    return svg.picture(wide, legend, chart.title, nullptr);
}

std::vector<Chart> charts_of(const Table& table) {
    const TableCurves found = table_curves(table, 0, table.rows.size());
    std::vector<Chart> all;
    if (found.all.empty()) return all;
    const std::string& first = table.columns[found.all.front().y].name;
    Chart chart{table.title.empty() ? first : table.title,
                table.columns[found.x].name,
                first.starts_with("yield_") ? "yield" : first,
                {},
                {}};
    for (const TableCurve& curve : found.all) {
        ChartSeries series{curve.name, {}, table.columns[curve.y].name == "sim_latency_cycles"};
        for (std::size_t r = curve.from; r <= curve.to; ++r) {
            const auto x = as_number(table.rows[r][found.x]), y = as_number(table.rows[r][curve.y]);
            if (x && y) series.points.emplace_back(*x, *y);
        }
        chart.series.push_back(std::move(series));
    }
    all.push_back(std::move(chart));
    return all;
}

}  // namespace wafernet
