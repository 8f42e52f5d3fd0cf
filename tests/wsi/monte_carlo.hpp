// The second road to yields and costs, which shares no formula with the first: faults are drawn one by one, planes are
// repaired by matching, what was spent is divided by what works; patterns of faulty wires are counted. The same seed
// gives the same numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/normal.hpp>

#include "base/random_faults.hpp"
#include "wafernet/wsi/cost.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet::test {

/// Returns z with P(|normal| <= z) = confidence.
inline double normal_quantile(double confidence) {
    return boost::math::quantile(boost::math::normal_distribution<double>(), 0.5 + confidence / 2.0);
}

/// Returns the value of a gamma variable of shape alpha and mean 1 below which the share u lies.
inline double gamma_factor(double alpha, double u) {
    return boost::math::quantile(boost::math::gamma_distribution<double>(alpha, 1.0 / alpha), u);
}

/// A Monte Carlo estimate of a probability.
struct Estimate {
    double value = 0.0;
    double half_width = 0.0;  ///< of the normal confidence interval
    double confidence = 0.95;
    std::uint64_t trials = 0;
};

struct MonteCarloYield {
    Estimate basic_module;
    std::vector<Estimate> levels;
};

class DrawnSystem {
public:
    DrawnSystem(const RedundantSystem& system, const DefectStatistics& statistics, DefectDensity density,
                std::uint64_t seed)
        : system_(system),
          statistics_(statistics),
          density_(density),
          random_(seed),
          plane_{static_cast<int>(system.rows), static_cast<int>(system.columns),
                 static_cast<int>(system.spare_columns)},
          counts_only_(system.replacement == Replacement{}) {}

    // Draws a whole system of the highest level; counts tries and successes on each level below it.
    bool draw_system() {
        DefectDensity density = density_;
        if (statistics_.scope == ClusterScope::system)
            density = density * gamma_factor(statistics_.alpha, random_.uniform());
        return works(system_.levels.size(), density);
    }

    struct Count {
        std::uint64_t tries = 0;
        std::uint64_t good = 0;
    };
    std::vector<Count> counts;  // basic module, level 2, ...

private:
    bool works(std::size_t level, DefectDensity density) {
        if (counts.size() <= level) counts.resize(level + 1);
        bool good = false;
        if (level == 0) {
            good = module_works(density);
        } else {
            const SpareGroup& group = system_.levels[level - 1];
            std::uint64_t working = 0;
            for (std::uint64_t i = 0; i < group.needed + group.spares; ++i)
                working += works(level - 1, density) ? 1 : 0;
            good = working >= group.needed;
        }
        counts[level].tries += 1;
        counts[level].good += good ? 1 : 0;
        return good;
    }

    bool module_works(DefectDensity density) {
        if (statistics_.scope == ClusterScope::basic_module)
            density = density * gamma_factor(statistics_.alpha, random_.uniform());
        const bool shared = statistics_.scope != ClusterScope::module;
        const DefectStatistics local = shared ? DefectStatistics{} : statistics_;
        const double node = area_yield(local, system_.node_area, density);
        const double switches = area_yield(local, system_.switch_area(), density);
        bool good = true;
        for (std::uint64_t p = 0; p < system_.planes;
             ++p) {  // every plane draws the same amount whatever the others did
            faulty_.clear();
            for (int cell = 0; cell < plane_.cells(); ++cell) {
                if (!random_.happens(node)) faulty_.push_back(cell);
            }
            const bool switched = random_.happens(switches);
            const auto spares = static_cast<std::size_t>(plane_.rows) * static_cast<std::size_t>(plane_.spare_columns);
            good = good && switched && faulty_.size() <= spares &&
                   (faulty_.empty() || counts_only_ || repairable(plane_, system_.replacement, faulty_));
        }
        return good;
    }

    const RedundantSystem& system_;
    DefectStatistics statistics_;
    DefectDensity density_;
    RandomFaults random_;
    Plane plane_;
    bool counts_only_ = false;
    std::vector<int> faulty_;
};

/// Returns simulated yields: faults are drawn PE by PE, every plane is repaired by matching.
inline MonteCarloYield simulate_yield(const RedundantSystem& system, const DefectStatistics& statistics,
                                      DefectDensity density, std::uint64_t trials, std::uint64_t seed,
                                      double confidence = 0.95) {
    check_system(system, statistics);
    DrawnSystem simulation(system, statistics, density, seed);
    for (std::uint64_t t = 0; t < trials; ++t) (void)simulation.draw_system();
    const double z = normal_quantile(confidence);
    const auto estimate = [&](const DrawnSystem::Count& count) {
        // Modules of one system share its density where the scope is the system: only whole systems are then
        // independent.
        const std::uint64_t independent = statistics.scope == ClusterScope::system ? trials : count.tries;
        const double value = static_cast<double>(count.good) / static_cast<double>(count.tries);
        const auto n = static_cast<double>(independent);
        // Wilson's half width: it does not vanish where all or none of the trials succeed.
        const double half = z / (1.0 + z * z / n) * std::sqrt(value * (1.0 - value) / n + z * z / (4.0 * n * n));
        return Estimate{value, half, confidence, independent};
    };
    MonteCarloYield result;
    result.basic_module = estimate(simulation.counts.front());
    for (std::size_t level = 1; level < simulation.counts.size(); ++level)
        result.levels.push_back(estimate(simulation.counts[level]));
    return result;
}

struct WireGroup {
    std::uint64_t size, full, rest;  // signals of a group; whole groups; signals of the last, smaller one
};
inline WireGroup groups_of(const WireGroups& wires) {
    const std::uint64_t size = wires.group == 0 ? std::max<std::uint64_t>(wires.signals, 1) : wires.group;
    return {size, wires.signals / size, wires.signals % size};
}

inline double log_choose(std::uint64_t n, std::uint64_t k) {
    return std::lgamma(static_cast<double>(n) + 1.0) - std::lgamma(static_cast<double>(k) + 1.0) -
           std::lgamma(static_cast<double>(n - k) + 1.0);
}

// P(K = k) of n, each with probability p.
inline double binomial_term(std::uint64_t n, std::uint64_t k, double p) {
    if (p <= 0.0) return k == 0 ? 1.0 : 0.0;
    if (p >= 1.0) return k == n ? 1.0 : 0.0;
    return std::exp(log_choose(n, k) + static_cast<double>(k) * std::log(p) +
                    static_cast<double>(n - k) * std::log1p(-p));
}

/// Returns for 0, 1 .. `most` faults the share of their patterns that spares repair, no group having more faults than
/// spares, by counting the patterns group by group: of different wires where `distinct`, else a wire may be hit more
/// than once.
inline std::vector<double> repairable_share(const WireGroups& wires, std::uint64_t most, bool distinct = true) {
    const auto [size, full, rest] = groups_of(wires);
    std::vector<double> share(most + 1, 0.0);  // of the patterns in the groups so far
    share[0] = 1.0;
    std::uint64_t wires_so_far = 0;
    const auto add = [&](std::uint64_t of) {
        const std::uint64_t before = wires_so_far;
        wires_so_far += of;
        std::vector<double> next(most + 1, 0.0);
        for (std::uint64_t k = 0; k <= most; ++k) {
            if (distinct && k > wires_so_far) break;
            for (std::uint64_t i = distinct && k > before ? k - before : 0;
                 i <= std::min({k, wires.spares, distinct ? of : k}); ++i) {
                // Of k faults so many fall into this group.
                const double part =
                    distinct ? std::exp(log_choose(of, i) + log_choose(before, k - i) - log_choose(wires_so_far, k))
                             : binomial_term(k, i, static_cast<double>(of) / static_cast<double>(wires_so_far));
                next[k] += part * share[k - i];
            }
        }
        share = std::move(next);
    };
    for (std::uint64_t i = 0; i < full; ++i) add(size + wires.spares);
    if (rest > 0) add(rest + wires.spares);
    return share;
}

/// Returns interface_yield as the sum over the number of faults of how likely it is times repairable_share; nothing
/// where every group draws a rate of its own, whose patterns are not equally likely.
inline std::optional<double> counted_interface_yield(const WireGroups& wires, double failure, WireClusters clusters,
                                                     double alpha) {
    if (clusters == WireClusters::group) return std::nullopt;
    const auto [size, full, rest] = groups_of(wires);
    const std::uint64_t groups = full + (rest > 0 ? 1 : 0), all = wires.signals + groups * wires.spares;
    const auto n = static_cast<double>(all);
    const bool distinct = clusters == WireClusters::none;
    const double repairable = static_cast<double>(groups * wires.spares);  // more faults are never repaired
    const double likely = n * failure * (distinct ? 1.0 : 40.0 + 40.0 / alpha) + 20.0 * std::sqrt(n * failure) + 40.0;
    const double most = std::min({n, repairable, likely});
    const std::vector<double> share = repairable_share(wires, static_cast<std::uint64_t>(most), distinct);
    double sum = 0.0, clustered = std::pow(1.0 + n * failure / alpha, -alpha);
    for (std::uint64_t k = 0; k < share.size(); ++k) {
        sum += share[k] * (distinct ? binomial_term(all, k, failure) : clustered);
        const auto j = static_cast<double>(k + 1);
        clustered *= (alpha + j - 1.0) / j * n * failure / (alpha + n * failure);
    }
    return std::min(sum, 1.0);
}

/// Returns interface_yield by drawing `trials` interfaces, at 99.9 % confidence.
inline Estimate simulate_interface(const WireGroups& wires, double failure, WireClusters clusters, double alpha,
                                   std::uint64_t trials, std::uint64_t seed) {
    const auto [size, full, rest] = groups_of(wires);
    RandomFaults random(seed);
    std::uint64_t good = 0;
    for (std::uint64_t t = 0; t < trials; ++t) {
        double rate = clusters == WireClusters::interface ? gamma_factor(alpha, random.uniform()) : 1.0;
        bool works = true;
        for (std::uint64_t i = 0; i < full + (rest > 0 ? 1 : 0) && works; ++i) {
            const std::uint64_t all = (i < full ? size : rest) + wires.spares;
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

/// A Monte Carlo estimate of that cost.
struct SimulatedCost {
    Money total{};
    Money half_width{};        ///< of the confidence interval
    std::uint64_t stacks = 0;  ///< that were begun
    std::uint64_t working = 0;
};

class DrawnStacks {
public:
    DrawnStacks(const StackFlow& flow, std::uint64_t seed) : flow_(flow), random_(seed) {}

    // Makes one stack; adds what it takes to `spent`. Returns whether a working system comes of it, nothing where no
    // plane passes.
    std::optional<bool> make(Money& spent) {
        bool good = true;
        for (std::uint64_t p = 0; p < flow_.planes; ++p) {
            const std::optional<bool> plane = take_plane(flow_.unlike.empty() ? flow_.plane : flow_.unlike[p], spent);
            if (!plane) return std::nullopt;
            good = good && *plane;
            if (p == 0) continue;
            spent = spent + flow_.bond;
            good = random_.happens(flow_.interface_yield) && good;
            if (!flow_.test_each_bond) continue;
            spent = spent + flow_.bond_test;
            if (!good) return false;
        }
        spent = spent + flow_.stack_test;
        if (!good) return false;
        spent = spent + flow_.package + flow_.final_test;
        return random_.happens(flow_.assembly_yield);
    }

private:
    // Draws planes until one passes its test. Returns whether that one works.
    std::optional<bool> take_plane(const MadePlane& plane, Money& spent) {
        for (std::uint64_t draw = 0; draw < 1'000'000; ++draw) {
            spent = spent + plane.silicon + (flow_.known_good ? plane.test : Money{});
            const std::uint64_t faults = random_.poisson(plane.yield);
            bool found = false;
            for (std::uint64_t f = 0; f < faults && flow_.known_good; ++f)
                found = random_.happens(flow_.coverage) || found;
            if (!found) return faults == 0;
        }
        return std::nullopt;
    }

    const StackFlow& flow_;
    RandomFaults random_;
};

/// Returns the cost of a working system by drawing planes, tests, bonds and packages one by one; nothing where no
/// system works, or a plane does not pass in 10^6 draws. `z`: half width in standard deviations.
inline std::optional<SimulatedCost> simulate_cost(const StackFlow& flow, std::uint64_t stacks, std::uint64_t seed,
                                                  double z = 3.2905) {
    if (!stack_cost(flow)) return std::nullopt;  // its checks are these
    DrawnStacks line(flow, seed);
    SimulatedCost result;
    double spent = 0.0, squares = 0.0, of_working = 0.0;  // of_working: spent on stacks that work
    for (std::uint64_t i = 0; i < stacks; ++i) {
        Money on_this{};
        const std::optional<bool> works = line.make(on_this);
        if (!works) return std::nullopt;
        const double usd = on_this.in(units::usd);
        spent += usd;
        squares += usd * usd;
        ++result.stacks;
        if (!*works) continue;
        ++result.working;
        of_working += usd;
    }
    if (result.working == 0) return std::nullopt;
    const auto n = static_cast<double>(result.stacks), good = static_cast<double>(result.working);
    const double ratio = spent / good;
    // Variance of a ratio of sums: that of spent - ratio * works.
    const double spread = std::max(0.0, squares - 2.0 * ratio * of_working + ratio * ratio * good);
    result.total = ratio * units::usd + flow.development / flow.volume;
    result.half_width = z * std::sqrt(spread) / good * (n > 1.0 ? std::sqrt(n / (n - 1.0)) : 1.0) * units::usd;
    return result;
}

}  // namespace wafernet::test
