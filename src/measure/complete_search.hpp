// Every balanced partition of a very small graph.
#pragma once

#include <optional>
#include <vector>

#include "halving.hpp"

namespace wafernet {

/// Tries every partition into halves, pruned by links that are cut already, by those that an unassigned node must cut
/// whichever side it goes to and by loose terminals that must leave their side.
class CompleteSearch {
public:
    static constexpr Node most_nodes = 40;

    /// Looks for cuts of less than `upper` links. `adjacency` is that of halving.graph().
    CompleteSearch(const Adjacency& adjacency, const Halving& halving, std::uint64_t upper);

    /// Returns the least cut, `upper` where no partition has less, or nothing where the budget runs out first.
    std::optional<std::uint64_t> run();
    /// The sides of that partition; empty where none has less.
    [[nodiscard]] const Sides& best_sides() const { return best_sides_; }

private:
    void assign(std::size_t depth, std::uint64_t cut, std::uint64_t forced);

    struct Links {
        std::uint64_t to[2] = {0, 0};
        std::uint64_t& operator[](std::size_t side) { return to[side]; }
    };
    const Adjacency& a_;
    const Halving& halving_;
    std::vector<Node> order_;
    std::uint64_t best_;
    Sides side_, best_sides_;
    std::vector<Links> links_;
    std::uint64_t weight_[2] = {0, 0};
    std::uint64_t budget_ = 400000;
};

}  // namespace wafernet
