// Parameters that are powers of two.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

/// Throws InputError with the nearest values that work where `value` is no power of two.
inline void need_power_of_two(const char* name, std::uint64_t value) {
    if (std::has_single_bit(value)) return;
    const std::uint64_t below = std::bit_floor(value);
    throw InputError(std::string(name) + " = " + std::to_string(value) + ", need a power of two, such as " +
                     std::to_string(below) + " or " + std::to_string(2 * below));
}

}  // namespace wafernet
