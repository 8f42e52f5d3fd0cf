// Vertical wires of one interface in groups that share spares, with faults that gather or not: closed forms.
#include <algorithm>
#include <cmath>
#include <string>

#include "binomial.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet {

namespace {

struct Groups {
    std::uint64_t size = 0, full = 0, rest = 0;  // signals of a group; whole groups; signals of the last, smaller one
};

Groups groups_of(const WireGroups& wires) {
    const std::uint64_t size = wires.group == 0 ? std::max<std::uint64_t>(wires.signals, 1) : wires.group;
    return {size, wires.signals / size, wires.signals % size};
}

void check(double failure, double alpha) {
    if (!(failure >= 0.0 && failure <= 1.0))
        throw InputError("a vertical wire fails with probability " + std::to_string(failure) + ", need 0..1");
    if (!(alpha >= 0.01 && alpha <= 1e6))
        throw InputError("alpha is " + std::to_string(alpha) + ", need 0.01 to 1000000");
}

// P(K <= most) for Poisson faults of this mean.
double poisson_at_most(std::uint64_t most, double mean) {
    double term = std::exp(-mean), sum = term;
    for (std::uint64_t k = 1; k <= most; ++k) sum += term *= mean / static_cast<double>(k);
    return std::min(sum, 1.0);
}

// The same where the mean is gamma-distributed: negative binomial.
double clustered_at_most(std::uint64_t most, double mean, double alpha) {
    double term = std::pow(1.0 + mean / alpha, -alpha), sum = term;
    for (std::uint64_t k = 1; k <= most; ++k) {
        const auto n = static_cast<double>(k);
        sum += term *= (alpha + n - 1.0) / n * mean / (alpha + mean);
    }
    return std::min(sum, 1.0);
}

}  // namespace

double interface_yield(const WireGroups& wires, double failure, WireClusters clusters, double alpha) {
    check(failure, alpha);
    const Groups g = groups_of(wires);
    // A group of so many signals, to the power of how many there are.
    const auto all = [&](const auto& group) {
        const double rest = g.rest > 0 ? group(g.rest) : 1.0;
        return (g.full > 0 ? std::pow(group(g.size), static_cast<double>(g.full)) : 1.0) * rest;
    };
    const auto mean = [&](std::uint64_t signals) { return static_cast<double>(signals + wires.spares) * failure; };
    switch (clusters) {
        case WireClusters::none:
            if (wires.group == 0 && wires.spares == 0)
                return std::pow(1.0 - failure, static_cast<double>(wires.signals));
            return all([&](std::uint64_t signals) {
                return binomial_at_least(signals, signals + wires.spares, 1.0 - failure);
            });
        case WireClusters::group:
            return all([&](std::uint64_t signals) { return clustered_at_most(wires.spares, mean(signals), alpha); });
        case WireClusters::interface: break;
    }
    double sum = 0.0;
    for (const GammaNode& node : gamma_nodes(alpha))
        sum += node.weight *
               all([&](std::uint64_t signals) { return poisson_at_most(wires.spares, mean(signals) * node.factor); });
    return sum;
}

WireClusters wire_clusters(std::string_view name) {
    if (name == "none") return WireClusters::none;
    if (name == "group") return WireClusters::group;
    if (name == "interface") return WireClusters::interface;
    throw InputError("clusters '" + std::string(name.substr(0, 40)) + "', need none, group or interface");
}

}  // namespace wafernet
