#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/gnuplot_script.hpp"
#include "report/plot_range.hpp"

namespace wafernet {

namespace {

constexpr std::string_view marks = "ox+*#@%&=~abcdefgh";
static_assert(marks.size() >= most_series);
constexpr std::size_t rows = 20;

std::string right(const std::string& text, std::size_t width) { return fmt::format("{:>{}}", text, width); }
std::string left(const std::string& text, std::size_t width) { return fmt::format("{:<{}}", text, width); }

std::string cut(const std::string& text, std::size_t most) {
    if (characters(text) <= most) return text;
    std::string out;
    std::string_view rest = text;
    for (std::size_t i = 0; i + 1 < most && !rest.empty(); ++i) {
        const std::size_t bytes = std::max<std::size_t>(utf8_length(rest), 1);
        out += rest.substr(0, bytes);
        rest.remove_prefix(bytes);
    }
    return out + "~";
}

std::string lines(const std::string& text, std::size_t width, std::size_t indent = 0) {
    std::string out;
    for (const std::string& line : wrapped(escaped(text), width, indent)) out += line + "\n";
    return out;
}

double scaled(double value, bool logarithmic) { return logarithmic ? std::log10(value) : value; }

std::ptrdiff_t place(double value, const PlotRange& range, bool logarithmic, std::size_t count) {
    const double from = scaled(range.least, logarithmic), to = scaled(range.most, logarithmic);
    const double at = (scaled(value, logarithmic) - from) / (to - from) * static_cast<double>(count - 1);
    return static_cast<std::ptrdiff_t>(std::clamp(std::round(at), 0.0, static_cast<double>(count - 1)));
}

std::vector<double> ticks_of(const PlotRange& range, bool logarithmic, std::size_t count) {
    if (!logarithmic) return ticks(range, count);
    std::vector<double> out;
    const double decades = std::log10(range.most / range.least);
    for (double power = std::floor(std::log10(range.least)); power <= std::log10(range.most); power += 1.0) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            if (factor > 1.0 && decades > 3.0) continue;
            const double tick = factor * std::pow(10.0, power);
            if (tick >= range.least && tick <= range.most) out.push_back(tick);
        }
    }
    return out.empty() ? std::vector<double>{range.least, range.most} : out;
}

std::string text_curves(const Plot& plot, std::size_t width) {
    const PlotRange xs = x_range(plot), ys = y_range(plot);
    const std::vector<double> y_ticks = ticks_of(ys, plot.y.logarithmic, 5);
    std::size_t margin = 1;
    for (const double tick : y_ticks) margin = std::max(margin, tick_text(tick).size());
    const std::size_t columns = std::max<std::size_t>(width > margin + 3 ? width - margin - 3 : 0, 10);
    std::vector<std::string> grid(rows, std::string(columns, ' '));
    const auto put = [&](std::ptrdiff_t x, std::ptrdiff_t y, char mark, bool over) {
        char& cell = grid[rows - 1 - static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
        if (over || cell == ' ') cell = mark;
    };
    const auto at = [&](const PlotPoint& p) {
        return std::pair{place(p.x, xs, plot.x.logarithmic, columns), place(p.y, ys, plot.y.logarithmic, rows)};
    };
    for (const PlotSeries& series : plot.series) {
        for (std::size_t i = 1; i < series.points.size() && series.joined; ++i) {
            const auto [x0, y0] = at(series.points[i - 1]);
            const auto [x1, y1] = at(series.points[i]);
            const std::ptrdiff_t steps = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
            for (std::ptrdiff_t k = 1; k < steps; ++k) {
                const double part = static_cast<double>(k) / static_cast<double>(steps);
                put(x0 + std::lround(part * static_cast<double>(x1 - x0)),
                    y0 + std::lround(part * static_cast<double>(y1 - y0)), '.', false);
            }
        }
    }
    for (std::size_t s = plot.series.size(); s-- > 0;) {
        for (const PlotPoint& p : plot.series[s].points) put(at(p).first, at(p).second, marks[s], true);
    }
    std::vector<std::string> labels(rows);
    for (const double tick : y_ticks)
        labels[rows - 1 - static_cast<std::size_t>(place(tick, ys, plot.y.logarithmic, rows))] = tick_text(tick);
    std::string out = lines(plot.y.label, width);
    for (std::size_t row = 0; row < rows; ++row) {
        std::string line = right(labels[row], margin) + (labels[row].empty() ? " |" : " +") + grid[row];
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    std::string rule(columns, '-'), numbers;
    const auto mark_tick = [&](std::size_t column, const std::string& text) {
        rule[column] = '+';
        const std::size_t centre = margin + 2 + column, letters = characters(text);
        std::size_t begin = centre > letters / 2 ? centre - letters / 2 : 0;
        if (begin + letters > margin + 2 + columns) begin = margin + 2 + columns - std::min(columns, letters);
        if (characters(numbers) > 0 && begin < characters(numbers) + 1) return;
        numbers = left(numbers, begin) + text;
    };
    if (plot.x.names.empty()) {
        for (const double tick : ticks_of(xs, plot.x.logarithmic, std::max<std::size_t>(2, columns / 12)))
            mark_tick(static_cast<std::size_t>(place(tick, xs, plot.x.logarithmic, columns)), tick_text(tick));
    } else {
        for (std::size_t i = 0; i < plot.x.names.size(); ++i)
            mark_tick(static_cast<std::size_t>(place(static_cast<double>(i), xs, false, columns)),
                      cut(escaped(plot.x.names[i]), 16));
    }
    out += right("", margin) + " +" + rule + "\n" + numbers + "\n";
    const std::string label = escaped(plot.x.label);
    const std::size_t letters = characters(label);
    out += (letters >= columns ? lines(label, width) : right(label, margin + 2 + (columns + letters) / 2) + "\n");
    for (std::size_t s = 0; s < plot.series.size(); ++s)
        if (!plot.series[s].name.empty()) out += lines(std::string(1, marks[s]) + "  " + plot.series[s].name, width, 3);
    return out;
}

// Bars lie, a line each: names need no turning.
std::string text_bars(const Plot& plot, std::size_t width) {
    const auto name_at = [&](double x) {
        const auto i = static_cast<std::size_t>(std::max(x, 0.0));
        return plot.x.names.empty() || i >= plot.x.names.size() ? tick_text(x) : escaped(plot.x.names[i]);
    };
    std::size_t names = characters(escaped(plot.x.label)), values = 1, legends = 0;
    double most = 0.0;
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& p : series.points) {
            names = std::max(names, characters(name_at(p.x)));
            values = std::max(values, tick_text(p.y).size());
            most = std::max(most, std::abs(p.y));
        }
        if (plot.series.size() > 1) legends = std::max(legends, characters(escaped(series.name)));
    }
    names = std::min(names, std::max<std::size_t>(width / 4, 6));
    legends = std::min(legends, std::max<std::size_t>(width / 4, 6));
    const std::size_t used = names + 2 + (legends > 0 ? legends + 2 : 0) + values + 1;
    const std::size_t columns = width > used + 10 ? width - used : 10;
    std::string out = cut(escaped(plot.x.label), names) + "  " + cut(escaped(plot.y.label), width - names - 2) + "\n";
    for (const double x : abscissas(plot)) {
        bool first = true;
        for (std::size_t s = 0; s < plot.series.size(); ++s) {
            for (const PlotPoint& p : plot.series[s].points) {
                if (p.x != x) continue;
                const double part = most > 0.0 ? std::abs(p.y) / most : 0.0;
                const std::string bar(static_cast<std::size_t>(std::lround(part * static_cast<double>(columns))),
                                      p.y < 0.0 ? '-' : marks[(s + 4) % marks.size()]);
                std::string line =
                    left(first ? cut(name_at(x), names) : "", names) + "  " +
                    (legends > 0 ? left(cut(escaped(plot.series[s].name), legends), legends) + "  " : "") +
                    right(tick_text(p.y), values) + " " + bar;
                line.erase(line.find_last_not_of(' ') + 1);
                out += line + "\n";
                first = false;
            }
        }
    }
    return out;
}

std::string text_map(const Plot& plot, std::size_t width) {
    constexpr std::string_view shades = " .:-=+*#%@";
    double most = 0.0;
    std::size_t columns = 0, height = 0;
    for (const PlotTile& t : plot.tiles) {
        most = std::max(most, t.value);
        columns = std::max(columns, static_cast<std::size_t>(t.x) + 1);
        height = std::max(height, static_cast<std::size_t>(t.y) + 1);
    }
    // Tiles that one character stands for: the greatest of them is shown.
    const std::size_t step = std::max<std::size_t>(1, (columns + width - 1) / std::max<std::size_t>(width, 1));
    const std::size_t letters = 2 * columns <= width ? 2 : 1;
    std::vector<std::vector<double>> greatest((height + step - 1) / step,
                                              std::vector<double>((columns + step - 1) / step, -1.0));
    for (const PlotTile& t : plot.tiles) {
        double& cell = greatest[static_cast<std::size_t>(t.y) / step][static_cast<std::size_t>(t.x) / step];
        cell = std::max(cell, t.value);
    }
    std::string out;
    for (const std::vector<double>& row : greatest) {
        std::string line;
        for (const double value : row) {
            const double part = most > 0.0 ? std::max(value, 0.0) / most : 0.0;
            const auto shade = static_cast<std::size_t>(std::lround(part * static_cast<double>(shades.size() - 1)));
            for (std::size_t i = 0; i < letters; ++i) line += value < 0.0 ? ' ' : shades[shade];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out + lines(fmt::format("{}: from 0 (blank) over '{}' to {} ('@'){}", plot.value_label, shades.substr(1, 8),
                                   tick_text(most),
                                   step > 1 ? fmt::format(", the greatest of {} x {} tiles", step, step) : ""),
                       width);
}

}  // namespace

std::string text_plot(const Plot& plot, std::size_t width) {
    std::string out = plot.heading.empty() ? "" : lines(plot.heading, width);
    if (!plot.title.empty()) out += lines(plot.title, width);
    out += plot.kind == PlotKind::curves ? text_curves(plot, width)
           : plot.kind == PlotKind::bars ? text_bars(plot, width)
                                         : text_map(plot, width);
    for (const std::string& note : plot.notes) out += lines(note, width, 2);
    return out;
}

}  // namespace wafernet
