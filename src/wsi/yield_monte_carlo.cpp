// The second road to the yield: draw faults, repair by matching, count what works.
#include <cmath>
#include <string>

#include "base/random_faults.hpp"
#include "binomial.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet {

namespace {

constexpr std::uint64_t most_trials = 10'000'000;

void check_confidence(double confidence) {
    if (!(confidence > 0.0 && confidence < 1.0)) {
        throw InputError("confidence " + std::to_string(confidence) + ", need more than 0 and less than 1");
    }
}

class Simulation {
public:
    Simulation(const RedundantSystem& system, const DefectStatistics& statistics, DefectDensity density,
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

}  // namespace

MonteCarloYield simulate_yield(const RedundantSystem& system, const DefectStatistics& statistics, DefectDensity density,
                               std::uint64_t trials, std::uint64_t seed, double confidence) {
    check_system(system, statistics);
    if (trials == 0 || trials > most_trials)
        throw InputError(std::to_string(trials) + " trials, need 1.." + std::to_string(most_trials));
    check_confidence(confidence);
    (void)area_yield(statistics, system.node_area, density);  // throws what is wrong with the density
    Simulation simulation(system, statistics, density, seed);
    for (std::uint64_t t = 0; t < trials; ++t) (void)simulation.draw_system();
    const double z = normal_quantile(confidence);
    const auto estimate = [&](const Simulation::Count& count) {
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

std::uint64_t trials_for(double half_width, double confidence) {
    check_confidence(confidence);
    if (!(half_width > 0.0 && half_width < 1.0)) {
        throw InputError("half width " + std::to_string(half_width) +
                         " of the confidence interval, need more than 0 and less than 1");
    }
    const double z = normal_quantile(confidence);
    const double needed = std::ceil(z * z / (4.0 * half_width * half_width));
    if (!(needed <= static_cast<double>(most_trials))) {
        throw InputError("a half width that small cannot be reached at this confidence in " +
                         std::to_string(most_trials) + " trials, need a wider interval or less confidence");
    }
    return static_cast<std::uint64_t>(needed);
}

}  // namespace wafernet
