// Places along rings and lines.
#pragma once

#include <cstdint>

namespace wafernet {

/// Returns the place after `here` on a ring of `extent` places, or on a line that does not end there.
[[nodiscard]] inline std::uint32_t next_place(std::uint32_t here, std::uint32_t extent, bool negative) {
    if (negative) return here == 0 ? extent - 1 : here - 1;
    return here + 1 == extent ? 0 : here + 1;
}

}  // namespace wafernet
