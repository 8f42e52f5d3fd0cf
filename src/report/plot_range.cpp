#include "report/plot_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace wafernet {

namespace {

PlotRange ranged(double least, double most, const PlotAxis& axis, bool from_zero) {
    if (axis.logarithmic) {
        if (most <= least) return {least / 2.0, most * 2.0};
        return {least / 1.1, most * 1.1};
    }
    // Where the values fill more than a third of what begins at 0, it does.
    if (least >= 0.0 && (from_zero || least < 0.67 * most)) least = 0.0;
    if (most <= 0.0 && from_zero) most = 0.0;
    if (most <= least) {
        const double around = least == 0.0 ? 1.0 : 0.1 * std::abs(least);
        return {least == 0.0 ? 0.0 : least - around, most + around};
    }
    const double edge = 0.04 * (most - least);
    return {least == 0.0 ? 0.0 : least - edge, most + edge};
}

}  // namespace

std::set<double> abscissas(const Plot& plot) {
    std::set<double> at;
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& p : series.points) at.insert(p.x);
    }
    return at;
}

double group_width(const Plot& plot) {
    const std::set<double> at = abscissas(plot);
    double least = std::numeric_limits<double>::infinity();
    for (auto i = at.begin(); i != at.end() && std::next(i) != at.end(); ++i)
        least = std::min(least, *std::next(i) - *i);
    return 0.8 * (std::isfinite(least) ? least : 1.0);
}

PlotRange x_range(const Plot& plot) {
    if (!plot.x.names.empty()) return {-0.6, static_cast<double>(plot.x.names.size()) - 0.4};
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& p : series.points) least = std::min(least, p.x), most = std::max(most, p.x);
    }
    if (plot.kind == PlotKind::bars) return {least - 0.75 * group_width(plot), most + 0.75 * group_width(plot)};
    return ranged(least, most, plot.x, false);
}

PlotRange y_range(const Plot& plot) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& p : series.points) {
            const double around = plot.y.logarithmic ? 0.0 : p.half_width.value_or(0.0);
            least = std::min(least, p.y - around), most = std::max(most, p.y + around);
        }
    }
    return ranged(least, most, plot.y, plot.kind == PlotKind::bars);
}

std::vector<double> ticks(const PlotRange& range, std::size_t count) {
    const double rough = (range.most - range.least) / static_cast<double>(std::max<std::size_t>(count, 1));
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    }
    std::vector<double> out;
    for (double i = std::ceil(range.least / step - 1e-9); i * step <= range.most + 1e-9 * step; i += 1.0)
        out.push_back(i == 0.0 ? 0.0 : i * step);
    return out;
}

std::string tick_text(double tick) {
    const bool whole = tick == std::round(tick) && std::abs(tick) < 1e9;
    return whole ? fmt::format("{:.0f}", tick) : fmt::format("{:.6g}", tick);
}

}  // namespace wafernet
