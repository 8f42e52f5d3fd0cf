// Meshes, tori and hypercubes seen as grids of coordinates, and planes of tiles by the axes of their links.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

struct GridView {
    std::vector<std::uint32_t> extents;  ///< x first
    std::vector<std::uint32_t> strides;
    bool wrap = false;

    [[nodiscard]] int axes() const { return static_cast<int>(extents.size()); }
    [[nodiscard]] std::uint32_t at(Node node, std::size_t axis) const { return node / strides[axis] % extents[axis]; }
};

/// Returns the grid that a mesh, torus, hypercube, ring, array or double-y network is; nothing for other families and
/// for user graphs.
std::optional<GridView> grid_view(const Network& network);

/// Returns the number of axes along which a message may turn: those of the grid, or of a plane of tiles (hexagonal and
/// octagonal meshes, brickwalls), whose links are labelled with them, and where no way along positive channels alone,
/// or negative ones, leads back. 0 for all other networks.
int turn_axes(const Network& network);

}  // namespace wafernet
