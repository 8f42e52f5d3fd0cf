// Simulated points kept in a store: simulated once, compared with many times.
#pragma once

#include <map>
#include <string>

#include "dynamic_options.hpp"
#include "points/store.hpp"
#include "wafernet/sim/load_curve.hpp"

namespace wafernet::cli {

/// How every point is simulated.
struct SimulationEffort {
    std::uint64_t seeds = 5;
    std::uint64_t cycles = 20000;  ///< that are measured, at least
    std::uint64_t messages = 0;    ///< that are measured, at least; not where the preset measures from an empty network
    std::uint64_t first_seed = 1;
};

/// Points by case and load. With a store they are read from it, and every new one is kept as soon as it is known.
class Reference {
public:
    /// Reads the store. An empty name: nothing is kept. Throws as Store does.
    explicit Reference(const std::string& file);
    /// Returns the point, from the store where it is there, else simulated.
    SimulatedPoint at(const std::string& network, const DynamicChoice& choice, const LatencyCase& c, double load,
                      const SimulationEffort& effort);
    /// Returns the saturation load by search_saturation within 2 %; mean latencies from creation are limited by
    /// `limit`. The found value depends on `guess` only where nothing is known. Throws ComputationError where a run
    /// deadlocks.
    SimulatedSaturation saturation(const std::string& network, const DynamicChoice& choice, const LatencyCase& c,
                                   double limit, double guess, const SimulationEffort& effort);

private:
    using Points = std::map<std::string, std::map<double, SimulatedPoint>>;  // by case and load

    SimulatedPoint point(NamedValues options, const LatencyCase& c, double load, const SimulationEffort& effort);

    std::shared_ptr<Store> store_;
    Points known_;
};

/// Returns the load with four digits, as a file keeps it.
double four_digits(double load);

}  // namespace wafernet::cli
