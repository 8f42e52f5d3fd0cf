// Grids whose lines or rings join all nodes within a window: HOW networks, generalized hypercubes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// `n` axes of `p` nodes; along an axis a node is joined to all within `w` steps, across the ends too where `wrap`.
struct WindowShape {
    std::uint32_t p = 2;
    std::uint32_t w = 1;
    std::uint32_t n = 1;
    bool wrap = false;

    /// The farthest neighbour along an axis: a ring has none beyond p/2.
    [[nodiscard]] std::uint32_t reach() const { return wrap && w > p / 2 ? p / 2 : w; }
};

std::uint64_t window_nodes(const WindowShape& shape);
std::uint64_t window_links(const WindowShape& shape);

/// Returns the network: one address group of n digits, the last is axis 0.
Network build_windows(const WindowShape& shape);

/// How far a hop goes where several lengths lie on shortest paths.
enum class WindowSteps : std::uint8_t {
    longest_first,  ///< whole windows, then the remainder
    any,            ///< every length that keeps the path shortest, preferring the longest (ziavras, sec. 2.1)
};

/// Returns dimension-order routing, axis 0 first, the nearer way round; equally near ways by `ties`.
std::unique_ptr<Routing> window_dor(const Network& network, const WindowShape& shape, WindowSteps steps, Ties ties);

/// Returns source classes under rotation (rings, complete lines) or reflection (lines) of every axis.
std::vector<SourceClass> window_source_classes(const WindowShape& shape);

}  // namespace wafernet
