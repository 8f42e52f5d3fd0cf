// Rings and hypercubes in HOW(p,w,2): ziavras, sec. 4.1 and 4.3. Trees are in tree_map.cpp.
#include "wafernet/windows/embeddings.hpp"

#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

// All nodes of the first `rows` rows: to and fro through columns 1 .. p-1, and back along column 0.
std::vector<Node> ring_of_rows(std::uint32_t rows, std::uint32_t p) {
    std::vector<Node> ring;
    const auto node = [p](std::uint32_t row, std::uint32_t column) { return static_cast<Node>(row * p + column); };
    const bool odd = rows % 2 == 1;
    for (std::uint32_t row = 0; row < (odd ? rows - 1 : rows); ++row) {
        for (std::uint32_t i = 1; i < p; ++i) ring.push_back(node(row, row % 2 == 0 ? i : p - i));
    }
    if (odd) {
        // The last row begins in column 1 and must end next to column 0: odd columns up, even ones down.
        for (std::uint32_t column = 1; column < p; column += 2) ring.push_back(node(rows - 1, column));
        for (std::uint32_t column = (p - 1) / 2 * 2; column >= 2; column -= 2) ring.push_back(node(rows - 1, column));
    }
    for (std::uint32_t i = 0; i < rows; ++i) ring.push_back(node(rows - 1 - i, 0));
    return ring;
}

bool adjacent(Node a, Node b, std::uint32_t p, std::uint32_t w) {
    const std::uint32_t rows = a / p > b / p ? a / p - b / p : b / p - a / p;
    const std::uint32_t columns = a % p > b % p ? a % p - b % p : b % p - a % p;
    return (rows == 0) != (columns == 0) && rows + columns <= w;
}

}  // namespace

std::vector<Node> ring_in_windows(std::uint32_t p, std::uint32_t w, std::uint32_t length) {
    if (p < 2 || p > 4096 || w < 1 || w >= p)
        throw InputError("p = " + std::to_string(p) + ", w = " + std::to_string(w) + ", need 1 <= w < p <= 4096");
    if (length < 3 || length > p * p)
        throw InputError("a ring of " + std::to_string(length) + " nodes, need from 3 to " + std::to_string(p * p));
    if (w == 1 && length % 2 == 1)
        throw InputError("a ring of " + std::to_string(length) +
                         " nodes with w = 1, need an even number: the mesh has no odd cycles");
    if (w == 1 && (p % 2 == 1 || length != p * p))
        throw InputError("a ring of " + std::to_string(length) + " nodes with w = 1, need all " +
                         std::to_string(p * p) + " of an even p");
    if (length == 3) return {0, 1, 2};  // one window
    if (w >= 2 && length <= 2 * p) {
        // To and fro along two rows; an odd length leaves out the last node but one on the way back.
        const std::uint32_t columns = (length + 1) / 2;
        std::vector<Node> ring;
        for (std::uint32_t column = 0; column < columns; ++column) ring.push_back(column);
        for (std::uint32_t column = columns; column-- > 0;) {
            if (length % 2 == 0 || column + 2 != columns) ring.push_back(p + column);
        }
        return ring;
    }
    std::vector<Node> ring = ring_of_rows((length + p - 1) / p, p);
    // Leave out nodes whose two neighbours are within one window.
    for (std::size_t i = 0, idle = 0; ring.size() > length && idle <= ring.size();) {
        const std::size_t n = ring.size();
        if (adjacent(ring[(i + n - 1) % n], ring[(i + 1) % n], p, w)) {
            ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(i));
            idle = 0;
            i = ring.empty() ? 0 : i % ring.size();
        } else {
            i = (i + 1) % n;
            ++idle;
        }
    }
    if (ring.size() != length)
        throw InputError("a ring of " + std::to_string(length) + " nodes was not found in HOW(" + std::to_string(p) +
                         "," + std::to_string(w) + ",2)");
    return ring;
}

std::vector<Node> hypercube_in_windows(std::uint32_t d) {
    if (d < 1 || d > 24) throw InputError("a hypercube of " + std::to_string(d) + " dimensions, need from 1 to 24");
    // Rows and columns in natural binary order: the node keeps its number.
    std::vector<Node> image(std::size_t{1} << d);
    for (std::size_t v = 0; v < image.size(); ++v) image[v] = static_cast<Node>(v);
    return image;
}

std::uint64_t hypercube_dilation_printed(std::uint32_t d, std::uint64_t w) {
    const std::uint32_t h = (d + 1) / 2;
    if (d < 1 || d > 24 || w == 0)
        throw InputError("a hypercube of " + std::to_string(d) + " dimensions with w = " + std::to_string(w) +
                         ", need 1 to 24 and w >= 1");
    return ((std::uint64_t{1} << (h - 1)) + w - 1) / w;
}

std::uint64_t hypercube_congestion_printed(std::uint32_t d, std::uint64_t w) {
    (void)hypercube_dilation_printed(d, w);  // its checks
    const std::uint32_t h = (d + 1) / 2;
    for (std::uint32_t v = 0; v + 1 < h; ++v) {
        if (w == std::uint64_t{1} << v) return h - v;
    }
    return 1;
}

std::vector<Node> hypercube_in_threes(std::uint32_t d, CubeBlock block) {
    if (d < 3 || d > 23 || d % 2 == 0)
        throw InputError("a hypercube of " + std::to_string(d) + " dimensions, need an odd number from 3 to 23");
    // Cells of 000, 001, ..., 111 in the block, row * 3 + column:  000 001 101 / 010 011 111 / 110 100 ---  as printed.
    constexpr std::uint32_t cells[2][8] = {{0, 1, 3, 4, 7, 2, 6, 5}, {0, 1, 2, 4, 6, 3, 8, 5}};
    const std::uint32_t side = 3U << (d - 3) / 2;
    std::vector<Node> image(std::size_t{1} << d);
    for (std::size_t v = 0; v < image.size(); ++v) {
        const std::uint32_t cell = cells[block == CubeBlock::printed ? 0 : 1][v & 7U];
        std::uint32_t row = cell / 3;
        std::uint32_t column = cell % 3;
        for (std::uint32_t bit = 3; bit < d; ++bit) {
            if ((v >> bit & 1U) == 0) continue;
            (bit % 2 == 1 ? column : row) += 3U << (bit - 3) / 2;
        }
        image[v] = row * side + column;
    }
    return image;
}

}  // namespace wafernet
