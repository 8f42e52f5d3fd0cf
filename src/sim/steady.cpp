#include "sim/steady.hpp"

#include <cmath>
#include <vector>

#include "wafernet/sim/load_curve.hpp"

namespace wafernet::sim {

namespace {

constexpr std::size_t least_values = 32;
constexpr std::size_t least_batches = 16;
constexpr double two_sided_90 = 1.645;  // of the normal distribution

double mean_of(std::span<const double> values) {
    double sum = 0.0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

double correlation(std::span<const double> values, double mean) {
    double squares = 0.0, products = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        squares += (values[i] - mean) * (values[i] - mean);
        if (i > 0) products += (values[i] - mean) * (values[i - 1] - mean);
    }
    return squares > 0.0 ? products / squares : 0.0;
}

}  // namespace

std::optional<std::size_t> end_of_transient(std::span<const double> values) {
    constexpr std::size_t least_rest = 5;  // fewer have a small error by chance
    const std::size_t n = values.size();
    if (n < least_values) return std::nullopt;
    std::size_t best = n;
    double least = 0.0, sum = 0.0, squares = 0.0;
    const double shift = values.back();  // against rounding
    for (std::size_t d = n; d-- > 0;) {
        const double v = values[d] - shift, rest = static_cast<double>(n - d);
        sum += v;
        squares += v * v;
        if (n - d < least_rest) continue;
        const double error = std::fmax(squares - sum * sum / rest, 0.0) / (rest * rest);
        if (best == n || error <= least) {
            least = error;
            best = d;
        }
    }
    return best <= n / 2 ? std::optional(best) : std::nullopt;
}

std::optional<SteadyMean> steady_mean(std::span<const double> values) {
    if (values.size() < least_values) return std::nullopt;
    std::vector<double> batches(values.begin(), values.end());
    SteadyMean out;
    while (true) {
        out.mean = mean_of(batches);
        const auto k = static_cast<double>(batches.size());
        const double r = correlation(batches, out.mean);
        const double likely = std::min(r + 1.0 / k, 0.99);  // the sample's is too low by 1 / k
        const double stretch = likely > 0.0 ? std::sqrt((1.0 + likely) / (1.0 - likely)) : 1.0;
        out.half = interval95(batches).value() * stretch;
        out.independent = std::abs(r) <= two_sided_90 / std::sqrt(k);
        if (out.independent || batches.size() / 2 < least_batches) return out;
        for (std::size_t i = 0; i < batches.size() / 2; ++i) batches[i] = (batches[2 * i] + batches[2 * i + 1]) / 2.0;
        batches.resize(batches.size() / 2);
    }
}

}  // namespace wafernet::sim
