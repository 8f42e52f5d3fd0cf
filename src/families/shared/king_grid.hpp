// Grids whose nodes are also joined along both diagonals: the squares that a king of chess reaches.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/claims.hpp"

namespace wafernet {

/// Steps (y,x) of the axes 0 to 3: x, y and the two diagonals.
inline constexpr std::int64_t king_steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

/// Returns the network of `rows` x `columns` nodes, by rows; with `wrap` lines go on at the other side.
inline Network king_grid(std::uint64_t rows, std::uint64_t columns, bool wrap) {
    const auto r = static_cast<std::int64_t>(rows), c = static_cast<std::int64_t>(columns);
    LinkList list;
    for (std::int64_t y = 0; y < r; ++y) {
        for (std::int64_t x = 0; x < c; ++x) {
            for (std::uint8_t axis = 0; axis < 4; ++axis) {
                const std::int64_t to_y = y + king_steps[axis][0], to_x = x + king_steps[axis][1];
                const bool inside = to_y < r && to_x >= 0 && to_x < c;
                if (!inside && !wrap) continue;
                list.join(static_cast<Node>(y * c + x), static_cast<Node>((to_y + r) % r * c + (to_x + c) % c), 1, axis,
                          !inside);
            }
        }
    }
    return flat_network(rows * columns, std::move(list), digits({rows, columns}));
}

}  // namespace wafernet
