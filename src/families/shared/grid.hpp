// Meshes and tori of any extents, and dimension-order routing on them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Extents of a grid, most significant axis first, as in the network word: {4, 8} has 4 rows of 8 nodes; the last
/// extent is axis 0 (x). Along an axis a node is joined to all within `reach` steps, with `wrap` across the ends too;
/// no pair twice.
struct GridShape {
    std::vector<std::uint32_t> extents;
    bool wrap = false;
    std::uint32_t reach = 1;
};

GridShape grid_shape(std::span<const std::uint64_t> extents, bool wrap);
/// Throws InputError where the axes are too many or there is only one node.
void check_grid(std::span<const std::uint64_t> extents);
std::uint64_t grid_nodes(std::span<const std::uint64_t> extents);
std::uint64_t grid_links(std::span<const std::uint64_t> extents, bool wrap, std::uint64_t reach = 1);

/// Returns the network of a grid: one address group of all digits, one level.
Network build_grid(const GridShape& shape);

/// Returns dimension-order routing, x first, on a grid of reach 1 that build_grid made: minimal in every axis, equal
/// ways by `ties`.
std::unique_ptr<Routing> grid_dor(const Network& network, const GridShape& shape, Ties ties);

}  // namespace wafernet
