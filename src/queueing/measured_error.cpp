#include "queueing/measured_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace wafernet::queueing {

namespace {

constexpr double mostly_held =
    0.55;  // load over the bound of virtual channels, above which virtual channels decide what gets through, not cycles

enum Class : std::size_t { held, permutation, other };

// Simulated over modelled values of the cases of tests/queueing/drawn.csv whose half is `derive`: the quantiles of 4.7
// and 95.3 %, or the estimate itself where that lies outside. The other half has had no part in it. test_validation
// finds them anew and prints the rows.
constexpr std::array<ErrorClass, other + 1> classes = {{
    {"virtual channels held", 87, {0.213, 0.182}, {{0.012, 0.038}, {0.051, 0.131}, {0.079, 0.290}}},
    {"permutation", 57, {0.048, 0.094}, {{0.024, 0.013}, {0.041, 0.028}, {0.085, 0.100}}},
    {"other", 125, {0.090, 0.121}, {{0.019, 0.021}, {0.030, 0.088}, {0.082, 0.205}}},
}};

}  // namespace

std::span<const ErrorClass> error_classes() { return classes; }

const ErrorClass& error_class(const QueueNetwork& net, double load) {
    // No drawn case has channels narrower than a flit: theirs is the widest interval.
    if (std::ranges::any_of(net.resources, [](const Resource& r) { return r.capacity < 1.0; })) return classes[held];
    if (load / net.bounds.vc > mostly_held) return classes[held];
    return classes[net.totals.few_pairs ? permutation : other];
}

ModelError latency_band(const ErrorClass& of, double share) {
    constexpr std::array<double, 5> at{0.0, 0.3, 0.6, 0.8, 1.0};
    const std::array<ModelError, 5> bands{ModelError{}, of.latency[0], of.latency[1], of.latency[2], of.saturation};
    std::size_t k = 1;
    while (k + 1 < at.size() && share > at[k]) ++k;
    const double part = std::clamp((share - at[k - 1]) / (at[k] - at[k - 1]), 0.0, 1.0);
    return {std::lerp(bands[k - 1].below, bands[k].below, part), std::lerp(bands[k - 1].above, bands[k].above, part)};
}

}  // namespace wafernet::queueing
