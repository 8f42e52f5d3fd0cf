// Dies of a wafer.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/wsi/cost.hpp"

namespace wafernet {

namespace {

constexpr double most_rows = 1e6;

// Dies of one row whose corners lie within `half` of the middle; `first`: left edge of one of them.
double dies_in_row(double half, double first, double width, double pitch) {
    const double right = std::floor((half - width - first) / pitch + 1e-9);
    const double left = std::ceil((-half - first) / pitch - 1e-9);
    return std::max(0.0, right - left + 1.0);
}

// The grid's middle is along each axis, by the bits of `dies_in`, the middle of a die or of a scribe line.
double dies_on_grid(double radius, double width, double height, double scribe, unsigned dies_in) {
    const double pitch_x = width + scribe, pitch_y = height + scribe;
    const double first_x = (dies_in & 1U) != 0 ? -width / 2.0 : scribe / 2.0,
                 first_y = (dies_in & 2U) != 0 ? -height / 2.0 : scribe / 2.0;
    double dies = 0.0;
    const double rows = std::ceil(radius / pitch_y) + 1.0;
    for (double row = -rows; row <= rows; row += 1.0) {
        const double low = first_y + row * pitch_y;
        const double farthest = std::max(std::abs(low), std::abs(low + height));
        if (farthest > radius) continue;
        dies += dies_in_row(std::sqrt(radius * radius - farthest * farthest), first_x, width, pitch_x);
    }
    return dies;
}

// Area of a quarter of a rectangle of half sides w and h, its corner in the middle of a circle, that lies in it.
double quarter_inside(double radius, double w, double h) {
    w = std::min(w, radius), h = std::min(h, radius);
    if (w * w + h * h <= radius * radius) return w * h;
    // Under the circle from where it leaves the top side to w.
    const auto under = [&](double x) {
        return (x * std::sqrt(std::max(0.0, radius * radius - x * x)) + radius * radius * std::asin(x / radius)) / 2.0;
    };
    const double leaves = std::sqrt(radius * radius - h * h);
    return leaves * h + under(w) - under(leaves);
}

void check_length(Length length, const char* what, bool zero) {
    const double mm = length.in(units::mm);
    if (!(std::isfinite(mm) && (zero ? mm >= 0.0 : mm > 0.0)))
        throw InputError(std::string(what) + " is " + std::to_string(mm) + " mm, need " +
                         (zero ? "0 or more" : "more than 0"));
}

}  // namespace

double dies_per_wafer(const Wafer& wafer, Length width, Length height, DieForm form) {
    check_length(wafer.diameter, "the diameter of the wafer", false);
    check_length(wafer.edge, "the edge of the wafer", true);
    check_length(wafer.scribe, "the scribe line", true);
    check_length(width, "the width of a die", false);
    check_length(height, "the height of a die", false);
    const double d = (wafer.diameter - 2.0 * wafer.edge).in(units::mm);
    if (d <= 0.0)
        throw InputError(fmt::format(
            "the edge of {} mm takes the whole wafer of {} mm, wafer_edge must be less than half of wafer_diameter",
            wafer.edge.in(units::mm), wafer.diameter.in(units::mm)));
    const double w = width.in(units::mm), h = height.in(units::mm), scribe = wafer.scribe.in(units::mm);
    const double area = (w + scribe) * (h + scribe), pi = std::numbers::pi;
    if (form == DieForm::textbook) return pi * d * d / (4.0 * area) - pi * d / std::sqrt(2.0 * area);
    if (d / (h + scribe) > most_rows) throw InputError("more than 1000000 rows of dies on a wafer, need larger dies");
    double most = 0.0;
    for (unsigned dies_in = 0; dies_in < 4; ++dies_in)
        most = std::max(most, dies_on_grid(d / 2.0, w, h, scribe, dies_in));
    if (most < 1.0 && 1.0 - quarter_inside(d / 2.0, w / 2.0, h / 2.0) / (w * h / 4.0) <= wafer.corners) return 1.0;
    return most;
}

}  // namespace wafernet
