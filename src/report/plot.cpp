#include "wafernet/report/plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/program.hpp"
#include "base/text.hpp"
#include "report/gnuplot_script.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

void check_number(double number, bool logarithmic, const Plot& plot) {
    if (!std::isfinite(number))
        throw InputError("figure '" + escaped(plot.title) +
                         "' has a number that is infinite or none, need finite ones");
    if (logarithmic && number <= 0.0)
        throw InputError(
            fmt::format("figure '{}' has {} on a logarithmic axis, need numbers above 0", escaped(plot.title), number));
}

// The line that says what is wrong, of those with the script's own text, carets and places.
std::string complaint(const std::string& said) {
    std::string last;
    for (const std::string_view line : split(said, '\n')) {
        if (line.find_first_not_of(" \t^\r") != std::string_view::npos) last = line;
    }
    return last.empty() ? "no reason given" : escaped(last);
}

void check(const Plot& plot) {
    std::size_t points = 0;
    if (plot.series.size() > most_series)
        throw InputError(fmt::format("figure '{}' has {} series, need at most {}: more cannot be told apart",
                                     escaped(plot.title), plot.series.size(), most_series));
    for (const PlotSeries& series : plot.series) {
        points += series.points.size();
        for (const PlotPoint& p : series.points) {
            check_number(p.x, plot.x.logarithmic, plot);
            check_number(p.y, plot.y.logarithmic, plot);
            check_number(p.half_width.value_or(0.0), false, plot);
        }
    }
    for (const PlotTile& t : plot.tiles) {
        for (const double number : {t.x, t.y, t.value}) check_number(number, false, plot);
    }
    if (points == 0 && plot.tiles.empty())
        throw InputError("figure '" + escaped(plot.title) + "' has no number that could be drawn");
}

// The same bytes for the same figure: cairo writes the time of day into a PDF.
void blank_date(std::string& pdf) {
    constexpr std::string_view key = "/CreationDate (D:";
    const std::size_t at = pdf.find(key);
    if (at == std::string::npos) return;
    for (std::size_t i = at + key.size(), digit = 0; i < pdf.size() && pdf[i] >= '0' && pdf[i] <= '9'; ++i, ++digit)
        pdf[i] = "20000101000000"[std::min<std::size_t>(digit, 13)];
}

}  // namespace

void check_can_draw(Picture picture) {
    if (picture != Picture::text && !found_program("gnuplot"))
        throw InputError(
            "pictures are drawn by gnuplot, which is not on the PATH, need Debian's gnuplot-nox; .csv has the same "
            "data, --plot draws with text");
}

std::string draw(std::span<const Plot> plots, Picture picture, std::size_t width, const PictureLook& look) {
    if (plots.empty()) throw InputError("there is nothing to draw, need a table with numbers");
    if (plots.size() > most_plots)
        throw InputError(fmt::format("{} figures in one picture, need at most {}", plots.size(), most_plots));
    std::vector<Plot> good;
    for (const Plot& plot : plots) {
        check(plot);
        good.push_back(plot);
        std::erase_if(good.back().series, [](const PlotSeries& series) { return series.points.empty(); });
    }
    if (picture == Picture::text) {
        std::string out;
        for (const Plot& plot : good) out += (out.empty() ? "" : "\n") + text_plot(plot, width);
        return out;
    }
    check_can_draw(picture);
    // -d: without the user's own settings.
    ProgramOutput drawn = run_program(*found_program("gnuplot"), {"-d"}, gnuplot_script(good, picture, look));
    if (drawn.code != 0 || drawn.text.empty()) throw ComputationError("gnuplot failed: " + complaint(drawn.complaints));
    if (picture == Picture::pdf) blank_date(drawn.text);
    return std::move(drawn.text);
}

}  // namespace wafernet
