// Finite fields of any prime power, for the networks that are built on them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wafernet {

/// p and m of q = p^m; none where q is no prime power.
struct PrimePower {
    std::uint64_t p = 0;
    std::uint32_t m = 0;
};
std::optional<PrimePower> prime_power(std::uint64_t q);

/// Returns the nearest values below and above q that `fits` and that are prime powers, for messages: "7 or 9".
std::string nearest_prime_powers(std::uint64_t q, bool (*fits)(std::uint64_t));

/// GF(q). An element is a number below q: its digits to the base p are the coefficients of a polynomial.
class GaloisField {
public:
    /// q must be a prime power.
    explicit GaloisField(std::uint32_t q);

    [[nodiscard]] std::uint32_t size() const { return q_; }
    [[nodiscard]] std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] std::uint32_t negative(std::uint32_t a) const;
    [[nodiscard]] std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const {
        return a == 0 || b == 0 ? 0 : power_[(log_[a] + log_[b]) % (q_ - 1)];
    }
    /// a / b for b other than 0.
    [[nodiscard]] std::uint32_t divide(std::uint32_t a, std::uint32_t b) const {
        return a == 0 ? 0 : power_[(log_[a] + (q_ - 1) - log_[b]) % (q_ - 1)];
    }
    /// The power of a primitive element, the same one always.
    [[nodiscard]] std::uint32_t power(std::uint32_t exponent) const { return power_[exponent % (q_ - 1)]; }

private:
    std::uint32_t q_, p_;
    std::vector<std::uint32_t> power_, log_;
};

}  // namespace wafernet
