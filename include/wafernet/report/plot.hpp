// Figures of results: series over axes, bars, maps of tiles; computed first, drawn once, as pictures or as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wafernet {

/// What a figure is drawn as.
enum class Picture : std::uint8_t { svg, png, pdf, text };

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    std::optional<double> half_width{};  ///< of y's interval
};

struct PlotSeries {
    std::string name;
    std::vector<PlotPoint> points;
    bool joined = true;  ///< by a line, in the order of the points; else marks alone
};

struct PlotAxis {
    std::string label;                 ///< with its unit: "latency (cycles)"
    std::vector<std::string> names{};  ///< of the positions 0, 1, ... of bars; empty: the axis has numbers
    bool logarithmic = false;
};

/// One tile of a map.
struct PlotTile {
    double x = 0.0;
    double y = 0.0;  ///< downwards
    double value = 0.0;
};

enum class PlotKind : std::uint8_t { curves, bars, map };

/// One figure. Curves and bars have series, a map has tiles.
struct Plot {
    std::string title;
    PlotKind kind = PlotKind::curves;
    PlotAxis x, y;
    std::vector<PlotSeries> series{};
    std::vector<PlotTile> tiles{};
    std::string value_label{};         ///< of a map: what its tiles show, with the unit
    std::vector<std::string> notes{};  ///< lines under it; in a picture of several figures under them all
    std::string heading{};             ///< of the first figure: line above all figures of a picture
};

/// How large a picture is, in 96ths of an inch, and its letters, in points. Where nothing is said of the size each
/// figure has its usual one.
struct PictureLook {
    std::optional<double> width{}, height{};
    double font_size = 10.0;
};

/// The most series that one figure may have: more cannot be told apart.
inline constexpr std::size_t most_series = 18;
/// The most figures of one picture.
inline constexpr std::size_t most_plots = 36;

/// Throws InputError where nothing draws such a picture: all but text is drawn by gnuplot, which is looked for on the
/// PATH.
void check_can_draw(Picture picture);

/// Returns the figures as one picture, side by side where there are several; as text of at most `width` characters a
/// line. Texts appear as they are, without what gnuplot or SVG would obey. Throws InputError where there is nothing to
/// draw, a number is infinite or NaN, a logarithmic axis has a number not above 0, there are too many series or
/// figures, or the size leaves them no room; ComputationError where gnuplot fails.
std::string draw(std::span<const Plot> plots, Picture picture, std::size_t width = 80, const PictureLook& look = {});

}  // namespace wafernet
