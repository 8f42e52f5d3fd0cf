// Vertical wires of one interface in groups that share spares, with faults that gather or not: closed form, counted
// patterns and drawing.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random_faults.hpp"
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

constexpr std::uint64_t most_faults = 100'000;

double log_choose(std::uint64_t n, std::uint64_t k) {
    return std::lgamma(static_cast<double>(n) + 1.0) - std::lgamma(static_cast<double>(k) + 1.0) -
           std::lgamma(static_cast<double>(n - k) + 1.0);
}

// P(K = k) of n, each with probability p.
double binomial_term(std::uint64_t n, std::uint64_t k, double p) {
    if (p <= 0.0) return k == 0 ? 1.0 : 0.0;
    if (p >= 1.0) return k == n ? 1.0 : 0.0;
    return std::exp(log_choose(n, k) + static_cast<double>(k) * std::log(p) +
                    static_cast<double>(n - k) * std::log1p(-p));
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
        case WireClusters::interface:
            break;
    }
    double sum = 0.0;
    for (const GammaNode& node : gamma_nodes(alpha)) {
        sum += node.weight *
               all([&](std::uint64_t signals) { return poisson_at_most(wires.spares, mean(signals) * node.factor); });
    }
    return sum;
}

WireClusters wire_clusters(std::string_view name) {
    if (name == "none") return WireClusters::none;
    if (name == "group") return WireClusters::group;
    if (name == "interface") return WireClusters::interface;
    throw InputError("clusters '" + std::string(name.substr(0, 40)) + "', need none, group or interface");
}

std::vector<double> repairable_share(const WireGroups& wires, std::uint64_t most, bool distinct) {
    if (most > most_faults)
        throw InputError("patterns of up to " + std::to_string(most) + " faulty wires, need at most " +
                         std::to_string(most_faults));
    const Groups g = groups_of(wires);
    std::vector<double> share(most + 1, 0.0);  // of the patterns in the groups so far
    share[0] = 1.0;
    std::uint64_t wires_so_far = 0;
    const auto add = [&](std::uint64_t size) {
        const std::uint64_t before = wires_so_far;
        wires_so_far += size;
        std::vector<double> next(most + 1, 0.0);
        for (std::uint64_t k = 0; k <= most; ++k) {
            if (distinct && k > wires_so_far) break;
            for (std::uint64_t i = distinct && k > before ? k - before : 0;
                 i <= std::min({k, wires.spares, distinct ? size : k}); ++i) {
                // Of k faults so many fall into this group.
                const double part =
                    distinct ? std::exp(log_choose(size, i) + log_choose(before, k - i) - log_choose(wires_so_far, k))
                             : binomial_term(k, i, static_cast<double>(size) / static_cast<double>(wires_so_far));
                next[k] += part * share[k - i];
            }
        }
        share = std::move(next);
    };
    for (std::uint64_t i = 0; i < g.full; ++i) add(g.size + wires.spares);
    if (g.rest > 0) add(g.rest + wires.spares);
    return share;
}

std::optional<double> counted_interface_yield(const WireGroups& wires, double failure, WireClusters clusters,
                                              double alpha) {
    check(failure, alpha);
    if (clusters == WireClusters::group) return std::nullopt;
    const Groups g = groups_of(wires);
    const std::uint64_t groups = g.full + (g.rest > 0 ? 1 : 0), all = wires.signals + groups * wires.spares;
    const auto n = static_cast<double>(all);
    const bool distinct = clusters == WireClusters::none;
    const double repairable = static_cast<double>(groups * wires.spares);  // more faults are never repaired
    const double likely = n * failure * (distinct ? 1.0 : 40.0 + 40.0 / alpha) + 20.0 * std::sqrt(n * failure) + 40.0;
    const double most = std::min({n, repairable, likely});
    if (most > static_cast<double>(most_faults))
        throw InputError("an interface in which more than " + std::to_string(most_faults) +
                         " faulty wires are likely, need fewer to count their patterns");
    const std::vector<double> share = repairable_share(wires, static_cast<std::uint64_t>(most), distinct);
    double sum = 0.0, clustered = std::pow(1.0 + n * failure / alpha, -alpha);
    for (std::uint64_t k = 0; k < share.size(); ++k) {
        sum += share[k] * (distinct ? binomial_term(all, k, failure) : clustered);
        const auto j = static_cast<double>(k + 1);
        clustered *= (alpha + j - 1.0) / j * n * failure / (alpha + n * failure);
    }
    return std::min(sum, 1.0);
}

Estimate simulate_interface(const WireGroups& wires, double failure, WireClusters clusters, double alpha,
                            std::uint64_t trials, std::uint64_t seed) {
    check(failure, alpha);
    if (trials == 0 || trials > 10'000'000)
        throw InputError(std::to_string(trials) + " interfaces to draw, need 1 to 10000000");
    const Groups g = groups_of(wires);
    RandomFaults random(seed);
    std::uint64_t good = 0;
    for (std::uint64_t t = 0; t < trials; ++t) {
        double rate = clusters == WireClusters::interface ? gamma_factor(alpha, random.uniform()) : 1.0;
        bool works = true;
        for (std::uint64_t i = 0; i < g.full + (g.rest > 0 ? 1 : 0) && works; ++i) {
            const std::uint64_t all = (i < g.full ? g.size : g.rest) + wires.spares;
            std::uint64_t faults = 0;
            if (clusters == WireClusters::none) {
                for (std::uint64_t w = 0; w < all; ++w) faults += random.happens(failure) ? 1 : 0;
            } else {
                if (clusters == WireClusters::group) rate = gamma_factor(alpha, random.uniform());
                faults = random.poisson(std::exp(-static_cast<double>(all) * failure * rate));
            }
            works = faults <= wires.spares;
        }
        good += works ? 1 : 0;
    }
    Estimate estimate;
    estimate.confidence = 0.999;
    estimate.trials = trials;
    const auto n = static_cast<double>(trials);
    estimate.value = static_cast<double>(good) / n;
    estimate.half_width = normal_quantile(estimate.confidence) *
                          std::sqrt(std::max(estimate.value * (1.0 - estimate.value), 1.0 / n) / n);
    return estimate;
}

}  // namespace wafernet
