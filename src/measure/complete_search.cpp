#include "complete_search.hpp"

#include <algorithm>

#include "partition.hpp"

namespace wafernet {

CompleteSearch::CompleteSearch(const Adjacency& adjacency, const Halving& halving, std::uint64_t upper)
    : a_(adjacency),
      halving_(halving),
      order_(breadth_first_order(adjacency, 0)),
      best_(upper),
      side_(adjacency.nodes(), 2),
      links_(adjacency.nodes()) {}

std::optional<std::uint64_t> CompleteSearch::run() {
    assign(0, 0, 0);
    return budget_ == 0 ? std::nullopt : std::optional(best_);
}

void CompleteSearch::assign(std::size_t depth, std::uint64_t cut, std::uint64_t forced) {
    const std::uint64_t larger = (halving_.total + 1) / 2;
    const std::uint64_t most = std::max(weight_[0], weight_[1]);
    const std::uint64_t leave = most > larger ? most - larger : 0;  // loose terminals, at least
    if (budget_ == 0 || leave > halving_.all_loose || cut + forced + leave >= best_) return;
    --budget_;
    if (depth == order_.size()) {
        if (!Balance(halving_, side_).holds()) return;
        best_ = cut + leave;
        best_sides_ = side_;
        return;
    }
    const Node v = order_[depth];
    const std::uint8_t nearer = links_[v][0] >= links_[v][1] ? 0 : 1;
    for (const std::uint8_t side : {nearer, static_cast<std::uint8_t>(1 - nearer)}) {
        if (depth == 0 && side == 1) continue;  // the sides may change names
        weight_[side] += halving_.weight[v];
        side_[v] = side;
        std::uint64_t still_forced = forced - std::min(links_[v][0], links_[v][1]);
        for (const Node w : a_.of(v)) {
            if (side_[w] != 2) continue;
            still_forced -= std::min(links_[w][0], links_[w][1]);
            ++links_[w][side];
            still_forced += std::min(links_[w][0], links_[w][1]);
        }
        assign(depth + 1, cut + links_[v][1 - side], still_forced);
        for (const Node w : a_.of(v)) {
            if (side_[w] == 2) --links_[w][side];
        }
        side_[v] = 2;
        weight_[side] -= halving_.weight[v];
    }
}

}  // namespace wafernet
