// What the pictures of networks, tiles and stacks have in common: sizes, strokes, heading and legend.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "report/drawing.hpp"
#include "report/svg.hpp"

namespace wafernet {

inline constexpr double margin = 24.0, label_size = 10.0, note_size = 11.0, line_height = 16.0;
inline constexpr const char* halo = "stroke=\"#FFFFFF\" stroke-width=\"3\" paint-order=\"stroke\"";

inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(double f, Point a) { return {f * a.x, f * a.y}; }
inline double length(Point a) { return std::hypot(a.x, a.y); }

/// Returns the attributes of a line; `more` are further ones.
std::string stroke(std::string_view colour, double width, std::string_view more = {});
std::string filled(std::string_view colour);

/// Returns the load of the busiest channel, 0 where no loads are shown.
double most_load(const Shown& shown);
std::size_t step_of(double load, double most);

void heading(Svg& svg, const std::string& title, double width);
double title_width(const std::string& title);
void draw_cross(Svg& svg, Point corner, Point opposite, double width);

/// The lines below a picture, each its own or an item of the legend.
class Legend {
public:
    Legend(Svg& svg, double top, double width) : svg_(svg), y_(top), width_(width) {}

    /// Adds a short line and what it stands for; items stand side by side.
    void item(const std::string& style, const std::string& what, bool dot = false);
    void line(const std::string& text);
    void scale(double most, const std::string& unit);
    /// Adds what stands for route, cycle, faults and loads, and the notes.
    void shown(const Shown& shown);
    [[nodiscard]] double bottom() const { return y_ + margin * 0.7; }

private:
    void next() { x_ = margin; }
    // Characters of a line that begins `indent` from the margin.
    [[nodiscard]] std::size_t fits(double indent) const;

    Svg& svg_;
    double y_, width_;
    double x_ = margin;
};

}  // namespace wafernet
