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
/// no pair twice. Of a reach above 1 all extents are equal.
struct GridShape {
    std::vector<std::uint32_t> extents;
    bool wrap = false;
    std::uint32_t reach = 1;

    /// The farthest neighbour along an axis: a ring has none beyond half of it.
    [[nodiscard]] std::uint32_t farthest() const;
};

GridShape grid_shape(std::span<const std::uint64_t> extents, bool wrap);
/// Throws InputError where the axes are too many or there is only one node.
void check_grid(std::span<const std::uint64_t> extents);
std::uint64_t grid_nodes(std::span<const std::uint64_t> extents);
std::uint64_t grid_links(std::span<const std::uint64_t> extents, bool wrap, std::uint64_t reach = 1);

/// Returns the network of a grid: one address group of all digits, one level.
Network build_grid(const GridShape& shape);

/// How far a hop goes where several lengths lie on shortest paths.
enum class GridSteps : std::uint8_t {
    longest_first,  ///< as far as a link leads, then the remainder
    any,            ///< every length that keeps the path shortest, preferring the longest (ziavras, sec. 2.1)
};

/// Returns dimension-order routing, x first, on a grid that build_grid made: minimal in every axis, equal ways by
/// `ties`.
std::unique_ptr<Routing> grid_dor(const Network& network, const GridShape& shape, Ties ties,
                                  GridSteps steps = GridSteps::longest_first);

/// Returns source classes under rotation (rings, complete lines) or reflection (lines) of every axis.
std::vector<SourceClass> grid_source_classes(const GridShape& shape);

}  // namespace wafernet
