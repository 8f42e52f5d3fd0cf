// Which of several designs nobody would give up for another one: the Pareto front, and its knee.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace wafernet {

/// Returns a number to ten significant digits: figures that differ by rounding alone are equal there.
double ten_digits(double number);

/// Returns whether `a` is no more than `b` in every objective and less in one. Both have as many.
bool dominates(std::span<const double> a, std::span<const double> b);

/// Returns which of the points no other one dominates, in rising order of the first objective, then of the next ones,
/// then of their positions. Every objective is to be small. Points that are equal are all on the front.
std::vector<std::size_t> pareto_front(std::span<const std::vector<double>> points);

/// Returns where in `front`, positions of `points`, the knee is: the point whose objectives, each scaled to 0 .. 1
/// over the front, have the least sum; with two objectives the one that lies farthest below the line between both
/// ends. Nothing where fewer than three different points are on the front.
std::optional<std::size_t> knee(std::span<const std::vector<double>> points, std::span<const std::size_t> front);

}  // namespace wafernet
