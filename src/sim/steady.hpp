// When a series has left its transient, and how exactly its mean is known.
//
// Warm-up: MSER-5 (White 1997; White, Cobb and Spratt 2000). Of a series x_0 .. x_{n-1} of means of 5 messages or more
// the first d are dropped that minimise the squared standard error sum_{i >= d} (x_i - mean)^2 / (n - d)^2 of the rest;
// the series is too short where that d lies in its second half.
//
// Interval: batch means. With k batches, their mean m, standard deviation s and lag-1 correlation r the half width of
// 95 % is t(k - 1) s / sqrt(k) sqrt((1 + q) / (1 - q)), q = r + 1 / k, the last factor only where q > 0 (Tafazzoli,
// Wilson, Lada and Steiger 2011); of independent values r is -1 / k in the mean (Kendall 1954). Batches count as
// independent where |r| <= 1.645 / sqrt(k), the 90 % band of the lag-1 correlation of independent values; else pairs
// are merged, down to 16 batches.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace wafernet::sim {

/// Returns how many values at the front MSER drops, or nothing where that is more than half of them, or there are fewer
/// than 32.
std::optional<std::size_t> end_of_transient(std::span<const double> values);

struct SteadyMean {
    double mean = 0.0;
    double half = 0.0;         ///< half width of the interval of 95 %
    bool independent = false;  ///< the batches pass the test
};

/// Returns the mean of at least 32 values and its interval; nothing for fewer.
std::optional<SteadyMean> steady_mean(std::span<const double> values);

}  // namespace wafernet::sim
