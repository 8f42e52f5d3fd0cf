// Networks compared at equal cost: what they may use of one resource is the same, and link widths follow.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/design/design_point.hpp"

namespace wafernet {

/// The resource of which every network has as much as the first one.
enum class Equal : std::uint8_t {
    vcs,             ///< virtual channels: as many as the network that needs most
    buffer_bits,     ///< bits of input buffers of the widest router
    pins,            ///< wires of the widest router's links
    bisection,       ///< wires across the bisection (Dally 1990; Agarwal 1991)
    vertical_links,  ///< wires over the busiest gap between planes
};

/// Returns the resource called "vcs", "buffer-bits", "pins", "bisection" or "vertical-links". Throws InputError for any
/// other word.
Equal equal_named(std::string_view name);

/// Returns a design point for every network word: that of the first one, with the VCs, the buffers or the link width,
/// and so the flits of a message, that leave the resource as it is for the first; of vertical links the width of these
/// alone, at most that of the others. Widths and buffers are rounded down to whole bits and flits, messages up to whole
/// flits. Throws InputError where a network would get no VC, no buffer or no wire, or has none of the resource.
std::vector<DesignPoint> equalized(std::span<const std::string> words, const DesignPoint& point, Equal equal);

}  // namespace wafernet
