// Whole-number arithmetic that reports an overflow instead of wrapping.
#pragma once

#include <cstdint>
#include <string_view>

namespace wafernet {

/// Returns a + b. Throws InputError naming `what` where the sum does not fit 64 bits.
std::uint64_t checked_add(std::uint64_t a, std::uint64_t b, std::string_view what);
/// Returns a * b. Throws InputError naming `what` where the product does not fit 64 bits.
std::uint64_t checked_mul(std::uint64_t a, std::uint64_t b, std::string_view what);
/// Returns base^exponent. Throws InputError naming `what` where the power does not fit 64 bits.
std::uint64_t checked_pow(std::uint64_t base, std::uint64_t exponent, std::string_view what);

}  // namespace wafernet
