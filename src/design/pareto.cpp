#include "wafernet/design/pareto.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <numeric>
#include <set>

namespace wafernet {

double ten_digits(double number) {
    char text[40];
    const int length = std::snprintf(text, sizeof text, "%.9e", number);
    double rounded = number;
    std::from_chars(text, text + length, rounded);
    return rounded;
}

bool dominates(std::span<const double> a, std::span<const double> b) {
    bool less = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > b[i]) return false;
        less = less || a[i] < b[i];
    }
    return less;
}

std::vector<std::size_t> pareto_front(std::span<const std::vector<double>> points) {
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return points[a] < points[b]; });
    // What dominates a point comes before it in this order, and something on the front dominates it too.
    std::vector<std::size_t> front;
    for (const std::size_t i : order) {
        if (std::none_of(front.begin(), front.end(), [&](std::size_t f) { return dominates(points[f], points[i]); }))
            front.push_back(i);
    }
    return front;
}

std::optional<std::size_t> knee(std::span<const std::vector<double>> points, std::span<const std::size_t> front) {
    std::set<std::vector<double>> different;
    for (const std::size_t i : front) different.insert(points[i]);
    if (different.size() < 3) return std::nullopt;
    std::vector<double> sums(front.size());
    for (std::size_t objective = 0; objective < points[front.front()].size(); ++objective) {
        const auto value = [&](std::size_t i) { return points[i][objective]; };
        const auto [least, most] =
            std::minmax_element(front.begin(), front.end(), [&](auto a, auto b) { return value(a) < value(b); });
        const double from = value(*least), range = value(*most) - from;
        for (std::size_t i = 0; i < front.size() && range > 0.0; ++i) sums[i] += (value(front[i]) - from) / range;
    }
    return static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
}

}  // namespace wafernet
