// xoshiro256++ (Blackman and Vigna, 2019), seeded by splitmix64: the same numbers on every machine.
#pragma once

#include <cmath>
#include <cstdint>

namespace wafernet::sim {

class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9E3779B97F4A7C15ULL;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
            z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
            word = z ^ (z >> 31U);
        }
    }
    std::uint64_t bits() {
        const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17U;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }
    /// Uniform in [0, 1).
    double unit() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
    /// Uniform in 0 .. n-1.
    std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>((static_cast<unsigned __int128>(bits()) * n) >> 64U);
    }
    /// Exponential with mean 1.
    double exponential() { return -std::log1p(-unit()); }

private:
    static std::uint64_t rotate(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }
    std::uint64_t state_[4]{};
};

}  // namespace wafernet::sim
