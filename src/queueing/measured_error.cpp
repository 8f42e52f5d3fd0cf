#include "queueing/measured_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace wafernet::queueing {

namespace {

constexpr double mostly_held =
    0.55;  // load over the bound of virtual channels, above which virtual channels decide what gets through, not cycles

enum Class : std::size_t { held, permutation, other };

// Simulated over modelled values of the cases of tests/queueing/drawn.csv whose half is `derive`: the quantiles of 4.5
// and 95.5 %, or the estimate itself where that lies outside. The other half has had no part in it. test_validation
// finds them anew and prints the rows.
constexpr std::array<ErrorClass, other + 1> classes = {{
    {"virtual channels held", 128, {0.205, 0.192}, {{0.011, 0.058}, {0.047, 0.135}, {0.113, 0.314}}},
    {"permutation", 104, {0.042, 0.208}, {{0.032, 0.015}, {0.067, 0.050}, {0.106, 0.137}}},
    {"other", 167, {0.089, 0.159}, {{0.017, 0.022}, {0.032, 0.075}, {0.106, 0.170}}},
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
