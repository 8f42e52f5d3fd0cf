// Places along rings and lines, and which way messages go there.
#pragma once

#include <cstdint>

#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Places 0 .. extent - 1 in a row; of a ring the last one is next to the first.
struct Row {
    std::uint32_t extent = 1;
    bool wraps = false;
};

/// A way along a row, in one direction.
struct Course {
    std::uint32_t here = 0, there = 0;
    bool negative = false;
};

/// Returns the place after `here` on a ring of `extent` places, or on a line that does not end there.
[[nodiscard]] inline std::uint32_t next_place(std::uint32_t here, std::uint32_t extent, bool negative) {
    if (negative) return here == 0 ? extent - 1 : here - 1;
    return here + 1 == extent ? 0 : here + 1;
}

struct Directions {
    bool positive = false, negative = false;
};

/// Returns the direction of the shorter way, both where the two are equally long and ties are split. `odd`: the digits
/// of the source's address have an odd sum, which Ties::parity looks at.
[[nodiscard]] inline Directions directions(const Row& row, std::uint32_t here, std::uint32_t there, Ties ties,
                                           bool odd) {
    const bool up = there > here;
    if (!row.wraps) return {up, !up};
    const std::uint32_t forward = up ? there - here : there + row.extent - here;
    if (2 * forward != row.extent) return {2 * forward<row.extent, 2 * forward> row.extent};
    switch (ties) {
        case Ties::positive: return {true, false};
        case Ties::literal: return {up, !up};
        case Ties::parity: return {!odd, odd};
        case Ties::split: break;
    }
    return {true, true};
}

/// Returns where a hop over `step` places stands relative to the wrap-around link of its ring, which the message has
/// used (`wrapped`) or not.
[[nodiscard]] inline Dateline dateline(const Row& row, const Course& way, bool wrapped, std::uint32_t step = 1) {
    if (wrapped) return Dateline::after;
    if (!row.wraps || (way.negative ? way.there < way.here : way.there > way.here)) return Dateline::never;
    const bool on = way.negative ? way.here < step : way.here + step >= row.extent;
    return on ? Dateline::on : Dateline::before;
}

/// Whether a message has used the wrap-around link after such a hop.
[[nodiscard]] inline bool wrapped_after(Dateline hop) { return hop == Dateline::on || hop == Dateline::after; }

}  // namespace wafernet
