// Colours are those of Okabe and Ito (jfly.uni-koeln.de/color), which the colour-blind tell apart; dashes and marks
// tell the same apart in grey. Maps go from dark to light, in grey too.
#include "report/gnuplot_script.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/plot_range.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::array<const char*, 7> colours{"#0072B2", "#D55E00", "#000000", "#009E73",
                                             "#CC79A7", "#E69F00", "#56B4E9"};
constexpr std::array<const char*, 5> dashes{"solid", "'-'", "'.'", "'-.'", "'--  '"};
constexpr std::array<int, 8> mark_numbers{7, 5, 9, 13, 6, 4, 8, 12};
constexpr std::array<int, 6> fills{3, 1, 2, 4, 5, 6};

// In single quotes nothing but the quote itself means anything to gnuplot.
std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : escaped(text)) out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
}

std::string cut(std::string_view text, std::size_t most) {
    const std::vector<std::string> lines = wrapped(text, most);
    std::string first = lines.empty() ? std::string() : lines.front();
    if (lines.size() > 1) first += " ...";
    return first;
}

struct Panel {
    double width, height;  // pixels
};

constexpr double edge = 8.0;  // above a figure: gnuplot sets the first line of a legend on the border
constexpr std::size_t narrow_note =
    100;  // characters: longer notes have the whole width, shorter ones stand in columns

// What text takes, in pixels.
struct Letters {
    double size = 1.0;  // over the usual ones
    double row = 17.0 * size, width = 7.2 * size;
    double of_note = 6.4 * size;  // width of a letter of the notes, which are smaller
};

bool named(const PlotSeries& series) { return !series.name.empty(); }

double legend_height(const Plot& plot, double width, const Letters& font) {
    if (std::none_of(plot.series.begin(), plot.series.end(), named)) return 0.0;
    std::size_t letters = 0;
    for (const PlotSeries& series : plot.series) letters = std::max(letters, characters(series.name));
    const double column = 60.0 + font.width * static_cast<double>(letters);
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor((width - 40.0) / column)));
    const std::size_t lines = (plot.series.size() + columns - 1) / columns;
    return font.row * static_cast<double>(lines);
}

bool turned_names(const Plot& plot, double width, const Letters& font) {
    std::size_t letters = 0;
    for (const std::string& name : plot.x.names) letters = std::max(letters, characters(name));
    return font.width * static_cast<double>(letters + 1) * static_cast<double>(plot.x.names.size()) > width - 110.0;
}

std::string name_of(const std::string& name) {
    return characters(name) > 32 ? cut(name, 28) + (cut(name, 28).ends_with("...") ? "" : "...") : name;
}

Panel panel_of(const Plot& plot, Panel panel, const Letters& font) {
    panel.height += edge + legend_height(plot, panel.width, font);
    if (!plot.x.names.empty() && turned_names(plot, panel.width, font)) {
        std::size_t letters = 0;
        for (const std::string& name : plot.x.names) letters = std::max(letters, characters(name_of(name)));
        panel.height += 5.0 * font.size * static_cast<double>(letters);
    }
    return panel;
}

// The lines under all figures, in as many columns as fit: the first lines in the first column.
struct Notes {
    double row = 0.0;  // its height
    std::vector<std::string> lines{};
    std::size_t columns = 1;

    [[nodiscard]] std::size_t rows() const { return (lines.size() + columns - 1) / columns; }
    [[nodiscard]] double height() const { return lines.empty() ? 0.0 : 12.0 + row * static_cast<double>(rows()); }
};

Notes notes_of(std::span<const Plot> plots, double width, const Letters& font) {
    Notes notes{font.row};
    std::size_t longest = 0;
    for (const Plot& plot : plots) {
        for (const std::string& note : plot.notes) longest = std::max(longest, characters(escaped(note)));
    }
    const double fit = (width - 40.0) / font.of_note;
    const auto letters = static_cast<std::size_t>(fit);
    if (longest <= narrow_note)
        notes.columns = std::max<std::size_t>(1, letters / std::max<std::size_t>(longest + 2, 1));
    for (const Plot& plot : plots) {
        for (const std::string& note : plot.notes) {
            for (std::string& line : wrapped(escaped(note), letters, 2)) notes.lines.push_back(std::move(line));
        }
    }
    notes.columns = std::min(notes.columns, std::max<std::size_t>(notes.lines.size() / 4, 1));  // few lines, one column
    return notes;
}

std::string data_of(const Plot& plot, std::size_t panel) {
    std::string out;
    if (plot.kind == PlotKind::map) {
        out += fmt::format("$d{}_0 << EOD\n", panel);
        for (const PlotTile& t : plot.tiles) out += fmt::format("{} {} {}\n", t.x, t.y, t.value);
        return out + "EOD\n";
    }
    const bool bars = plot.kind == PlotKind::bars;
    const double group = bars ? group_width(plot) : 0.0;
    const auto count = static_cast<double>(plot.series.size());
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
        out += fmt::format("$d{}_{} << EOD\n", panel, s);
        for (const PlotPoint& p : plot.series[s].points) {
            if (bars) {
                const double left = p.x - group / 2.0 + group * static_cast<double>(s) / count;
                const double right = left + group / count;
                out += fmt::format("{} {} {} {} {} {}\n", (left + right) / 2.0, p.y, left, right, std::min(0.0, p.y),
                                   std::max(0.0, p.y));
            } else {
                out += fmt::format("{} {} {}\n", p.x, p.y, p.half_width.value_or(0.0));
            }
        }
        out += "EOD\n";
    }
    return out;
}

std::string curve(const Plot& plot, std::size_t panel, std::size_t s) {
    const PlotSeries& series = plot.series[s];
    const bool intervals = std::any_of(series.points.begin(), series.points.end(),
                                       [](const PlotPoint& p) { return p.half_width.has_value(); });
    const std::string style = fmt::format("lc rgb '{}' lw 2 pt {} ps 0.8", colours[s % colours.size()],
                                          mark_numbers[s % mark_numbers.size()]);
    // Colours repeat after seven, dashes after five: all pairs differ.
    const std::string dash = fmt::format(" dt {}", dashes[s % dashes.size()]);
    const std::string title = named(series) ? "title " + quoted(series.name) : "notitle";
    const std::string data = fmt::format("$d{}_{}", panel, s);
    if (series.joined)
        return fmt::format("{} using 1:2{} with {} {}{} {}", data, intervals ? ":3" : "",
                           intervals ? "yerrorlines" : "linespoints", style, dash, title);
    return fmt::format("{} using 1:2{} with {} {} {}", data, intervals ? ":3" : "", intervals ? "yerrorbars" : "points",
                       style, title);
}

std::string axis(const char* which, const PlotRange& range, const PlotAxis& axis, bool down = false) {
    return fmt::format("set {}range [{}:{}]\n", which, down ? range.most : range.least,
                       down ? range.least : range.most) +
           (axis.logarithmic ? fmt::format("set logscale {}\n", which) : "") +
           fmt::format("set {}label {}\n", which, quoted(axis.label));
}

std::string map(const Plot& plot, std::size_t panel) {
    double width = 0.0, height = 0.0, least = plot.tiles.front().value, most = least;
    for (const PlotTile& t : plot.tiles) {
        width = std::max(width, t.x), height = std::max(height, t.y);
        least = std::min(least, t.value), most = std::max(most, t.value);
    }
    least = std::min(least, 0.0);
    if (most <= least) most = least + 1.0;
    return axis("x", {-0.5, width + 0.5}, plot.x) + axis("y", {-0.5, height + 0.5}, plot.y, true) +
           "set size ratio -1\n"
           "set palette defined (0 '#00224E', 1 '#35456C', 2 '#666970', 3 '#948E77', 4 '#C8B866', 5 '#FEE838')\n" +
           fmt::format("set cbrange [{}:{}]\nset cblabel {}\n", least, most, quoted(plot.value_label)) +
           fmt::format(
               "plot $d{}_0 using 1:2:(0.48):(0.48):3 with boxxyerror fillstyle solid noborder linecolor "
               "palette notitle\n",
               panel);
}

std::string names(const Plot& plot, double width, const Letters& font) {
    const std::size_t every =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(static_cast<double>(plot.x.names.size()) * 15.0 *
                                                                    font.size / std::max(1.0, width - 110.0))));
    std::string all;
    for (std::size_t i = 0; i < plot.x.names.size(); i += every)
        all += fmt::format("{}{} {}", all.empty() ? "" : ", ", quoted(name_of(plot.x.names[i])), i);
    return fmt::format("set xtics {}scale 0 ({})\n", turned_names(plot, width, font) ? "rotate by 35 right " : "", all);
}

// A logarithmic axis has few round numbers: where there are few abscissas they have the ticks.
std::string ticks_of_points(const Plot& plot) {
    const std::set<double> at = abscissas(plot);
    if (at.size() > 9) return "";
    std::string all;
    for (const double x : at) all += fmt::format("{}'{}' {}", all.empty() ? "" : ", ", tick_text(x), x);
    return "set xtics (" + all + ")\n";
}

std::string drawn(const Plot& plot, std::size_t panel, double width, const Letters& font) {
    const bool bars = plot.kind == PlotKind::bars;
    std::string out = fmt::format(
        "set title {}\n", quoted(cut(escaped(plot.title), static_cast<std::size_t>(width / (8.0 * font.size)))));
    if (plot.kind == PlotKind::map) return out + map(plot, panel);
    out += axis("x", x_range(plot), plot.x) + axis("y", y_range(plot), plot.y);
    if (!plot.x.names.empty()) out += names(plot, width, font);
    else if (plot.x.logarithmic) out += ticks_of_points(plot);
    out += "plot ";
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
        out += s > 0 ? ", \\\n  " : "";
        if (bars)
            out +=
                fmt::format("$d{}_{} using 1:2:3:4:5:6 with boxxyerror fillstyle {} lc rgb '{}' lw 1.2 {}", panel, s,
                            plot.series.size() > 1 ? fmt::format("pattern {}", fills[s % fills.size()]) : "solid 0.6",
                            colours[s % colours.size()],
                            named(plot.series[s]) ? "title " + quoted(plot.series[s].name) : "notitle");
        else out += curve(plot, panel, s);
    }
    return out + "\n";
}

std::string terminal(Picture picture, double width, double height, double points) {
    if (picture == Picture::svg)
        return fmt::format(
            "set terminal svg noenhanced size {:.0f},{:.0f} font 'sans-serif,{:g}' background '#FFFFFF'\n", width,
            height, 1.3 * points);
    if (picture == Picture::png)
        return fmt::format("set terminal pngcairo noenhanced size {:.0f},{:.0f} font 'Sans,{:g}'\n", width, height,
                           points);
    return fmt::format("set terminal pdfcairo noenhanced size {:.3f}in,{:.3f}in font 'Sans,{:g}'\n", width / 96.0,
                       height / 96.0, points);
}

}  // namespace

std::string gnuplot_script(std::span<const Plot> plots, Picture picture, const PictureLook& look) {
    const std::size_t n = plots.size();
    const std::size_t columns = n == 1 ? 1 : n <= 4 ? 2 : n <= 9 ? 3 : 4;
    const Letters font{look.font_size / PictureLook().font_size};
    Panel usual = n == 1 ? Panel{900.0, 540.0} : Panel{620.0, 420.0};
    if (look.width) usual.width = *look.width / static_cast<double>(columns);
    std::vector<Panel> panels;
    for (const Plot& plot : plots) panels.push_back(panel_of(plot, usual, font));
    std::vector<double> heights;  // of the rows
    for (std::size_t i = 0; i < n; ++i) {
        if (i % columns == 0) heights.push_back(0.0);
        heights.back() = std::max(heights.back(), panels[i].height);
    }
    const double width = static_cast<double>(columns) * panels.front().width;
    const std::vector<std::string> heading =
        wrapped(escaped(plots.front().heading), static_cast<std::size_t>((width - 40.0) / font.width));
    const double above = plots.front().heading.empty() ? 0.0 : 10.0 + font.row * static_cast<double>(heading.size());
    const Notes notes = notes_of(plots, width, font);
    double height = above + std::accumulate(heights.begin(), heights.end(), 0.0) + notes.height();
    if (look.height) {  // the axes take what the texts leave
        const double more = (*look.height - height) / static_cast<double>(heights.size());
        for (double& row : heights) row += more;
        height = *look.height, usual.height += more;
    }
    if (usual.width < 150.0 || usual.height < 110.0)
        throw InputError("the picture has no room beside its texts, need a larger --size or a smaller --font-size");
    std::string out = "set encoding utf8\n" + terminal(picture, width, height, look.font_size);
    for (std::size_t i = 0; i < n; ++i) out += data_of(plots[i], i);
    out += "set multiplot\n";
    double top = height - above;
    for (std::size_t i = 0; i < n; ++i) {
        const Panel& panel = panels[i];
        if (i > 0 && i % columns == 0) top -= heights[i / columns - 1];
        const double left = static_cast<double>(i % columns) * panel.width;
        // All figures of a row end at the same height.
        out +=
            "reset\nset border 3\nset tics nomirror\nset grid back lc rgb '#DDDDDD' lw 1 dt solid\n"
            "set key tmargin center horizontal Left reverse noautotitle samplen 3 width 2\nset rmargin 4\n";
        out += fmt::format("set origin {},{}\nset size {},{}\n", left / width, (top - heights[i / columns]) / height,
                           panel.width / width, (heights[i / columns] - edge) / height);
        std::size_t label = 0;
        const auto line = [&](const std::string& text, double x, double y, const char* at, double size) {
            out += fmt::format("set label {} {} at screen {},{} {} font ',{:g}'\n", ++label, quoted(text), x / width,
                               y / height, at, size);
        };
        if (i == 0) {
            for (std::size_t l = 0; l < heading.size() && above > 0.0; ++l)
                line(heading[l], width / 2.0, height - 8.0 - font.row * (static_cast<double>(l) + 0.5), "center",
                     (picture == Picture::svg ? 14 : 11) * font.size);
            const double room = (width - 40.0) / static_cast<double>(notes.columns);
            for (std::size_t l = 0; l < notes.lines.size(); ++l) {
                const std::size_t column = l / notes.rows(), row = l % notes.rows();
                line(notes.lines[l], 20.0 + room * static_cast<double>(column),
                     notes.height() - 6.0 - font.row * (static_cast<double>(row) + 0.5), "left",
                     (picture == Picture::svg ? 12 : 9) * font.size);
            }
        }
        out += drawn(plots[i], i, panel.width, font);
    }
    return out + "unset multiplot\n";
}

}  // namespace wafernet
