#include "queueing/measured_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace wafernet::queueing {

namespace {

constexpr double mostly_held = 0.6;  // vc_use above which virtual channels decide what gets through, not cycles

enum Class : std::size_t { held, permutation, other };

constexpr std::array<ErrorClass, other + 1> classes = {{
    {"virtual channels held", 40, {0.20, 0.12}, {{0.05, 0.05}, {0.10, 0.10}, {0.2, 0.2}}},
    {"permutation", 40, {0.10, 0.12}, {{0.05, 0.05}, {0.10, 0.10}, {0.2, 0.2}}},
    {"other", 40, {0.10, 0.10}, {{0.05, 0.05}, {0.10, 0.10}, {0.2, 0.2}}},
}};

}  // namespace

std::span<const ErrorClass> error_classes() { return classes; }

const ErrorClass& error_class(const CaseTraits& t) {
    if (t.vc_use > mostly_held) return classes[held];
    return classes[t.few_pairs ? permutation : other];
}

CaseTraits traits_of(const QueueNetwork& net, double load) {
    CaseTraits t{.few_pairs = net.totals.few_pairs, .vc_use = load / net.bounds.vc, .flits = net.message.flits};
    bool any = false;
    for (std::uint32_t i = net.resource_of(0); i < net.resources.size(); ++i) {
        if (!net.is_channel(i)) continue;
        const Resource& p = net.resources[i];
        t.most_vcs = std::max(t.most_vcs, p.vcs);
        t.least_buffer = any ? std::min(t.least_buffer, p.depth) : p.depth;
        any = true;
    }
    return t;
}

Band latency_band(const ErrorClass& of, double share) {
    constexpr std::array<double, 5> at{0.0, 0.3, 0.6, 0.8, 1.0};
    const std::array<Band, 5> bands{Band{}, of.latency[0], of.latency[1], of.latency[2], of.saturation};
    std::size_t k = 1;
    while (k + 1 < at.size() && share > at[k]) ++k;
    const double part = std::clamp((share - at[k - 1]) / (at[k] - at[k - 1]), 0.0, 1.0);
    return {std::lerp(bands[k - 1].below, bands[k].below, part), std::lerp(bands[k - 1].above, bands[k].above, part)};
}

}  // namespace wafernet::queueing
