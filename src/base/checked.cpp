#include "wafernet/base/checked.hpp"

#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

[[noreturn]] void overflow(std::string_view what) {
    throw InputError("the number of " + std::string(what) + " does not fit 64 bits, need smaller parameters");
}

}  // namespace

std::uint64_t checked_add(std::uint64_t a, std::uint64_t b, std::string_view what) {
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) overflow(what);
    return sum;
}

std::uint64_t checked_mul(std::uint64_t a, std::uint64_t b, std::string_view what) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) overflow(what);
    return product;
}

std::uint64_t checked_pow(std::uint64_t base, std::uint64_t exponent, std::string_view what) {
    if (base <= 1) return exponent == 0 ? 1 : base;
    std::uint64_t power = 1;
    for (std::uint64_t i = 0; i < exponent; ++i) power = checked_mul(power, base, what);
    return power;
}

}  // namespace wafernet
