// The hexagon of n nodes on an edge in the triangular grid.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "shared/claims.hpp"

namespace wafernet {

inline std::uint64_t hexagon_nodes(std::uint64_t n) { return 3 * n * (n - 1) + 1; }

/// Nodes (x,y) with |x|, |y|, |x+y| < n, by y and then by x.
class Hexagon {
public:
    using Place = std::pair<int, int>;
    /// Steps of the axes 0, 1 and 2.
    static constexpr Place steps[3] = {{1, 0}, {0, 1}, {1, -1}};

    explicit Hexagon(int n) : n_(n) {
        for (int y = 1 - n; y < n; ++y) {
            first_.push_back(static_cast<Node>(places_.size()));
            for (int x = least_x(y); x < n && x + y < n; ++x) places_.emplace_back(x, y);
        }
    }

    [[nodiscard]] Place place(Node v) const { return places_[v]; }
    [[nodiscard]] bool has(Place at) const {
        const auto near = [&](int c) { return c > -n_ && c < n_; };
        return near(at.first) && near(at.second) && near(at.first + at.second);
    }
    [[nodiscard]] Node node(Place at) const {
        return first_[static_cast<std::size_t>(at.second + n_ - 1)] + static_cast<Node>(at.first - least_x(at.second));
    }

    /// Links inside the hexagon.
    [[nodiscard]] LinkList links() const {
        LinkList list;
        for (const auto& [x, y] : places_) {
            for (std::uint8_t axis = 0; axis < 3; ++axis) {
                const Place to{x + steps[axis].first, y + steps[axis].second};
                if (has(to)) list.join(node({x, y}), node(to), 1, axis);
            }
        }
        return list;
    }

    /// "(x,y)" of every node.
    [[nodiscard]] std::vector<std::string> labels() const {
        std::vector<std::string> all;
        for (const auto& [x, y] : places_) all.push_back("(" + std::to_string(x) + "," + std::to_string(y) + ")");
        return all;
    }

private:
    [[nodiscard]] int least_x(int y) const { return y < 0 ? 1 - n_ - y : 1 - n_; }

    int n_;
    std::vector<Place> places_;
    std::vector<Node> first_;  // of every row
};

}  // namespace wafernet
