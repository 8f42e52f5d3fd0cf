// Pieces of SVG: numbers, texts, paths and the frame of a picture.
#pragma once

#include <string>
#include <string_view>

#include "wafernet/report/provenance.hpp"

namespace wafernet {

struct Point {
    double x = 0.0;
    double y = 0.0;
};

/// Colours that stay apart for the colour-blind (Okabe and Ito, 2008), the first two also in grey.
namespace colours {
inline constexpr const char* grey = "#999999";
inline constexpr const char* ink = "#222222";
inline constexpr const char* blue = "#0072B2";
inline constexpr const char* vermilion = "#D55E00";
inline constexpr const char* green = "#009E73";
inline constexpr const char* purple = "#CC79A7";
inline constexpr const char* orange = "#E69F00";
}  // namespace colours

/// Steps of a scale from little to much, darker and darker (ColorBrewer, YlGnBu).
inline constexpr const char* load_scale[] = {"#C7E9B4", "#7FCDBB", "#41B6C4", "#1D91C0",
                                             "#225EA8", "#253494", "#081D58"};
inline constexpr std::size_t load_steps = 7;

/// Returns a number with at most two decimals: a hundredth of a pixel.
std::string svg_number(double value);
/// Returns a text as XML holds it, control characters escaped.
std::string xml_text(std::string_view text);

enum class Anchor { start, middle, end };

/// What a picture is made of; what comes later lies above.
class Svg {
public:
    void line(std::string& path, Point a, Point b) const;
    /// Adds a path: `style` are attributes, such as stroke="#222".
    void path(const std::string& d, const std::string& style);
    void circle(Point at, double radius, const std::string& style, std::string_view hover = {});
    void box(Point corner, double width, double height, const std::string& style, double round = 0.0,
             std::string_view hover = {});
    void text(Point at, std::string_view text, double size, Anchor anchor = Anchor::start,
              const std::string& style = {});

    /// Returns the picture: a title, which is also shown, and what made it inside.
    [[nodiscard]] std::string picture(double width, double height, std::string_view title,
                                      const Provenance* made_by) const;

private:
    std::string body_;
};

double text_width(std::string_view text, double size);

/// Returns the triangle of an arrow that ends at `to`, as a path.
std::string arrow_head(Point from, Point to, double size);

}  // namespace wafernet
