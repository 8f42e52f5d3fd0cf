// Complete binary trees in HOW(p,w,2): four squares of trees of two levels less, their roots joined in nodes that they
// leave idle (ziavras, sec. 4.2). Where each square has its root and its idle node is searched for, so that the links
// at the top are short too.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/windows/embeddings.hpp"

namespace wafernet {

namespace {

using Cell = std::uint32_t;  // row * side + column

// Which (root, idle) cells a square can have. One row of bits a root.
struct Square {
    std::uint32_t levels = 0;
    std::uint32_t side = 0;
    std::vector<std::vector<bool>> idle;  ///< [root][cell]
};

std::uint32_t apart(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

class TreeSearch {
public:
    // `tighter`: the search with one hop less, for squares that can do with it.
    TreeSearch(std::uint32_t w, std::uint32_t dilation, std::uint32_t levels, const TreeSearch* tighter)
        : w_(w), dilation_(dilation), tighter_(tighter) {
        const std::uint32_t first = levels % 2 == 0 ? 4 : 3;
        squares_.push_back(smallest(first));
        for (std::uint32_t d = first + 2; d < levels; d += 2) {
            reaches_.push_back(reach_of(squares_.back()));
            squares_.push_back(larger(squares_.back(), reaches_.back()));
        }
        if (first < levels) reaches_.push_back(reach_of(squares_.back()));
    }

    // The tree in a square: images of its nodes in the order of levels, root first.
    [[nodiscard]] std::optional<std::vector<Cell>> tree(std::uint32_t levels) const {
        if (levels == squares_.front().levels) {
            for (Cell root = 0; root < squares_.front().side * squares_.front().side; ++root) {
                if (auto image = place_small(levels, squares_.front().side, root, std::nullopt)) return image;
            }
            return std::nullopt;
        }
        const std::uint32_t side = 2 * squares_.back().side;
        for (Cell root = 0; root < side * side; ++root) {
            if (const auto top = find_top(squares_.back(), reaches_.back(), root, std::nullopt))
                return compose(squares_.size() - 1, *top);
        }
        return std::nullopt;
    }

private:
    // The three nodes at the top, and for each square the cell of the top that its root hangs from and its idle cell
    // within it.
    struct Top {
        std::array<Cell, 3> cells{};          ///< root and its children, in the large square
        std::array<std::uint32_t, 2> left{};  ///< the two squares below the first child
        std::array<std::optional<Cell>, 4>
            idle{};  ///< cell of each square that its tree leaves out, in the small square
    };
    // [square][cell of the large square]: cells of the small square that can be idle when its root is near that cell.
    using Reach = std::array<std::vector<std::vector<bool>>, 4>;

    [[nodiscard]] std::uint32_t hops(Cell a, Cell b, std::uint32_t side) const {
        return (apart(a / side, b / side) + w_ - 1) / w_ + (apart(a % side, b % side) + w_ - 1) / w_;
    }

    static Cell large(std::uint32_t square, Cell cell, std::uint32_t side) {
        return (square / 2 * side + cell / side) * 2 * side + square % 2 * side + cell % side;
    }
    static std::uint32_t square_of(Cell cell, std::uint32_t side) {
        return cell / (2 * side) / side * 2 + cell % (2 * side) / side;
    }
    static Cell within(Cell cell, std::uint32_t side) {
        return cell / (2 * side) % side * side + cell % (2 * side) % side;
    }

    std::vector<Cell> near(Cell at, std::uint32_t side) const {
        std::vector<Cell> cells;
        const std::uint32_t far = dilation_ * w_;
        const auto least = [far](std::uint32_t i) { return i > far ? i - far : 0; };
        for (std::uint32_t row = least(at / side); row < side && row <= at / side + far; ++row) {
            for (std::uint32_t column = least(at % side); column < side && column <= at % side + far; ++column) {
                const Cell c = row * side + column;
                if (c != at && hops(at, c, side) <= dilation_) cells.push_back(c);
            }
        }
        return cells;
    }

    // Every place for one node after the other, the parent always placed before.
    bool place_rest(std::vector<Cell>& image, std::vector<bool>& used, std::uint32_t count, std::uint32_t side) const {
        if (image.size() == count) return true;
        const Cell parent = image[(image.size() - 1) / 2];
        // Of two leaves of one parent the order does not matter.
        const bool twin = image.size() % 2 == 0 && 2 * image.size() + 1 >= count;
        for (Cell c = twin ? image.back() + 1 : 0; c < side * side; ++c) {
            if (used[c] || hops(parent, c, side) > dilation_) continue;
            used[c] = true;
            image.push_back(c);
            if (place_rest(image, used, count, side)) return true;
            image.pop_back();
            used[c] = false;
        }
        return false;
    }

    std::optional<std::vector<Cell>> place_small(std::uint32_t levels, std::uint32_t side, Cell root,
                                                 std::optional<Cell> idle) const {
        std::vector<bool> used(std::size_t{side} * side, false);
        if (idle) used[*idle] = true;
        if (used[root]) return std::nullopt;
        used[root] = true;
        std::vector<Cell> image{root};
        if (!place_rest(image, used, (1U << levels) - 1, side)) return std::nullopt;
        return image;
    }

    [[nodiscard]] Square smallest(std::uint32_t levels) const {
        Square square{levels, levels, {}};  // 3 levels in 3 x 3, 4 in 4 x 4
        const std::uint32_t cells = levels * levels;
        square.idle.assign(cells, std::vector<bool>(cells, false));
        for (Cell root = 0; root < cells; ++root) {
            for (Cell idle = 0; idle < cells; ++idle)
                square.idle[root][idle] = place_small(levels, levels, root, idle).has_value();
        }
        return square;
    }

    [[nodiscard]] Reach reach_of(const Square& small) const {
        const std::uint32_t side = 2 * small.side;
        const std::size_t cells = std::size_t{small.side} * small.side;
        Reach reach;
        for (auto& of : reach) of.assign(std::size_t{side} * side, std::vector<bool>(cells, false));
        for (Cell at = 0; at < side * side; ++at) {
            for (const Cell root : near(at, side)) {
                const std::vector<bool>& from = small.idle[within(root, small.side)];
                std::vector<bool>& to = reach[square_of(root, small.side)][at];
                for (std::size_t i = 0; i < cells; ++i) to[i] = to[i] || from[i];
            }
        }
        return reach;
    }

    // All ways to put the root's two children: visit(top, square without a node of the top, cell its root hangs from).
    template <class Visit> bool tops(const Square& small, const Reach& reach, Cell root, Visit visit) const {
        const std::uint32_t side = 2 * small.side;
        const std::vector<Cell> around = near(root, side);
        constexpr std::uint32_t pairs[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                               {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
        const std::uint32_t in_root = square_of(root, small.side);
        for (const Cell a : around) {
            const std::uint32_t in_a = square_of(a, small.side);
            if (in_a == in_root) continue;
            for (const Cell b : around) {
                const std::uint32_t in_b = square_of(b, small.side);
                if (in_b == in_root || in_b == in_a) continue;
                const std::uint32_t rest = 6 - in_root - in_a - in_b;
                for (const auto& pair : pairs) {
                    const auto parent = [&](std::uint32_t square) {
                        return square == pair[0] || square == pair[1] ? a : b;
                    };
                    if (!reach[in_root][parent(in_root)][within(root, small.side)] ||
                        !reach[in_a][parent(in_a)][within(a, small.side)] ||
                        !reach[in_b][parent(in_b)][within(b, small.side)]) {
                        continue;
                    }
                    Top top{{root, a, b}, {pair[0], pair[1]}, {}};
                    top.idle[in_root] = within(root, small.side);
                    top.idle[in_a] = within(a, small.side);
                    top.idle[in_b] = within(b, small.side);
                    if (visit(top, rest, parent(rest))) return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] std::optional<Top> find_top(const Square& small, const Reach& reach, Cell root,
                                              std::optional<Cell> idle) const {
        std::optional<Top> found;
        tops(small, reach, root, [&](Top top, std::uint32_t rest, Cell parent) {
            if (idle && square_of(*idle, small.side) != rest) return false;
            const std::vector<bool>& can = reach[rest][parent];
            const Cell wanted = idle ? within(*idle, small.side)
                                     : static_cast<Cell>(std::find(can.begin(), can.end(), true) - can.begin());
            if (wanted >= can.size() || !can[wanted]) return false;
            top.idle[rest] = wanted;
            found = top;
            return true;
        });
        return found;
    }

    [[nodiscard]] Square larger(const Square& small, const Reach& reach) const {
        const std::uint32_t side = 2 * small.side;
        const std::size_t cells = std::size_t{side} * side;
        Square square{small.levels + 2, side, std::vector<std::vector<bool>>(cells, std::vector<bool>(cells, false))};
        std::vector<std::vector<bool>> done(
            4);  // [square left over][cell its root hangs from]: its idle cells are in already
        for (Cell root = 0; root < cells; ++root) {
            for (auto& d : done) d.assign(cells, false);
            tops(small, reach, root, [&](const Top&, std::uint32_t rest, Cell parent) {
                if (done[rest][parent]) return false;
                done[rest][parent] = true;
                for (Cell i = 0; i < small.side * small.side; ++i) {
                    if (reach[rest][parent][i]) square.idle[root][large(rest, i, small.side)] = true;
                }
                return false;
            });
        }
        return square;
    }

    // The tree whose top is given, its squares being those of squares_[at].
    std::vector<Cell> compose(std::size_t at, const Top& top) const {
        const Square& small = squares_[at];
        const std::uint32_t side = 2 * small.side;
        std::vector<Cell> image((std::size_t{1} << (small.levels + 2)) - 1);
        for (std::size_t i = 0; i < 3; ++i) image[i] = top.cells[i];
        std::array<std::uint32_t, 4> order{};  // squares below nodes 3, 4, 5, 6
        order[0] = top.left[0];
        order[1] = top.left[1];
        for (std::uint32_t square = 0, next = 2; square < 4; ++square) {
            if (square != top.left[0] && square != top.left[1]) order[next++] = square;
        }
        for (std::size_t k = 0; k < 4; ++k) {
            const Cell parent = top.cells[1 + k / 2];
            std::optional<std::vector<Cell>> part;
            for (Cell root = 0; root < small.side * small.side && !part; ++root) {
                if (hops(large(order[k], root, small.side), parent, side) > dilation_ ||
                    !small.idle[root][*top.idle[order[k]]])
                    continue;
                part = square_tree(at, root, *top.idle[order[k]]);
            }
            // Level l of the small tree is level l + 2 of the whole, from node 2^(l+2) - 1 + k 2^l on.
            for (std::size_t v = 0; v < part->size(); ++v) {
                std::size_t level = 0;
                while (v + 1 >= std::size_t{2} << level) ++level;
                const std::size_t in_level = v + 1 - (std::size_t{1} << level);
                image[(std::size_t{4} << level) - 1 + (k << level) + in_level] =
                    large(order[k], (*part)[v], small.side);
            }
        }
        return image;
    }

    [[nodiscard]] std::vector<Cell> square_tree(std::size_t at, Cell root, Cell idle) const {
        if (tighter_ != nullptr && tighter_->squares_[at].idle[root][idle])
            return tighter_->square_tree(at, root, idle);
        if (at == 0) return *place_small(squares_[0].levels, squares_[0].side, root, idle);
        return compose(at - 1, *find_top(squares_[at - 1], reaches_[at - 1], root, idle));
    }

    std::uint32_t w_;
    std::uint32_t dilation_;
    const TreeSearch* tighter_;
    std::vector<Square> squares_;  // from the smallest up, all but the whole
    std::vector<Reach> reaches_;   // of the same, in the square that four of them make
};

}  // namespace

std::uint32_t tree_side(std::uint32_t levels) {
    if (levels < 3 || levels > 10)
        throw InputError("a tree of " + std::to_string(levels) + " levels, need from 3 to 10");
    return levels % 2 == 0 ? 1U << levels / 2 : 3U << (levels - 3) / 2;
}

std::vector<Node> tree_in_windows(std::uint32_t levels, std::uint32_t w) {
    const std::uint32_t side = tree_side(levels);
    if (w < 1 || w >= side)
        throw InputError("w = " + std::to_string(w) + ", need a window from 1 to " + std::to_string(side - 1));
    std::deque<TreeSearch> searches;
    for (std::uint32_t dilation = 1; dilation <= 2 * side; ++dilation) {
        searches.emplace_back(w, dilation, levels, searches.empty() ? nullptr : &searches.back());
        if (const auto image = searches.back().tree(levels)) return {image->begin(), image->end()};
    }
    throw ComputationError("no map of the tree was found");
}

std::uint32_t tree_dilation_least(std::uint32_t levels, std::uint32_t p, std::uint32_t w) {
    if (levels < 2 || levels > 24)
        throw InputError("a tree of " + std::to_string(levels) + " levels, need from 2 to 24");
    const std::uint64_t cells = std::uint64_t{p} * p;
    const std::uint64_t nodes = (std::uint64_t{1} << levels) - 1;
    if (w < 1 || w >= p || p > 8192)
        throw InputError("p = " + std::to_string(p) + ", w = " + std::to_string(w) + ", need 1 <= w < p <= 8192");
    if (cells < nodes)
        throw InputError("a tree of " + std::to_string(nodes) + " nodes in " + std::to_string(cells) +
                         ", need at least as many");
    // Cells and their opposites are disjoint pairs; every idle cell spoils one. Of the pairs from the farthest on, one
    // that is not spoilt holds two nodes of the tree, at most 2(levels - 1) links apart.
    std::vector<std::uint64_t> pairs(2 * std::size_t{p} + 1, 0);  // by distance
    for (std::uint32_t row = 0; row < p; ++row) {
        for (std::uint32_t column = 0; column < p; ++column)
            ++pairs[(apart(2 * row, p - 1) + w - 1) / w + (apart(2 * column, p - 1) + w - 1) / w];
    }
    std::uint64_t left = cells - nodes;
    std::size_t farthest = pairs.size();
    while (farthest > 1) {
        --farthest;
        const std::uint64_t here = pairs[farthest] / 2;  // both ends were counted
        if (here > left) break;
        left -= here;
    }
    const std::size_t links = std::size_t{2} * levels - 2;
    auto dilation = static_cast<std::uint32_t>((farthest + links - 1) / links);
    // All nodes are at most levels - 1 links from the root. No cell has more cells within so many hops than that in the
    // middle.
    const auto reached = [&](std::uint64_t radius) {
        std::uint64_t within = 0;
        for (std::uint32_t row = 0; row < p; ++row) {
            const std::uint64_t hops = (apart(row, (p - 1) / 2) + w - 1) / w;
            if (hops > radius) continue;
            const std::uint64_t columns = (radius - hops) * w;
            within += std::min<std::uint64_t>(columns, (p - 1) / 2) + std::min<std::uint64_t>(columns, p / 2) + 1;
        }
        return within;
    };
    while (reached(std::uint64_t{dilation} * (levels - 1)) < nodes) ++dilation;
    return dilation;
}

}  // namespace wafernet
