// Random numbers for faults, the same with every library.
#pragma once

#include <cstdint>
#include <random>

namespace wafernet {

/// The standard distributions differ between libraries; these do not.
class RandomFaults {
public:
    explicit RandomFaults(std::uint64_t seed) : engine_(seed) {}
    double uniform() { return (static_cast<double>(engine_() >> 11U) + 0.5) * 0x1.0p-53; }
    bool happens(double probability) { return uniform() < probability; }
    /// Returns a Poisson number of which 0 has this probability, above 0.
    std::uint64_t poisson(double none) {
        std::uint64_t events = 0;
        for (double product = uniform(); product > none; product *= uniform()) ++events;
        return events;
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace wafernet
