#include "dense_search.hpp"

#include <bit>

namespace wafernet {

DenseSearch::DenseSearch(const Graph& graph)
    : nodes_(graph.nodes()), words_((std::size_t{nodes_} + 63) / 64), neighbours_(nodes_ * words_) {
    for (Channel c = 0; c < graph.channels(); ++c) {
        const Node to = graph.target(c);
        neighbours_[graph.source(c) * words_ + to / 64] |= std::uint64_t{1} << (to % 64);
    }
}

// The nodes of `among` that have a neighbour in `set`.
DenseSearch::Bits DenseSearch::next_to(const std::uint64_t* set, const Bits& among) const {
    Bits found(words_);
    for (std::size_t w = 0; w < words_; ++w) {
        for (std::uint64_t left = among[w]; left != 0; left &= left - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(left));
            const std::uint64_t* const neighbours = row(static_cast<Node>(64 * w + bit));
            std::size_t i = 0;
            while (i < words_ && (neighbours[i] & set[i]) == 0) ++i;
            if (i < words_) found[w] |= std::uint64_t{1} << bit;
        }
    }
    return found;
}

bool DenseSearch::run(Node source, std::vector<std::uint64_t>& histogram) const {
    Bits later(words_, ~std::uint64_t{0});
    if (nodes_ % 64 != 0) later.back() = (std::uint64_t{1} << (nodes_ % 64)) - 1;
    for (std::size_t w = 0; w < source / 64; ++w) later[w] = 0;
    later[source / 64] &= ~std::uint64_t{1} << (source % 64);
    if (histogram.empty()) histogram.push_back(0);
    ++histogram[0];

    // The later nodes at each distance; those before `source` matter from distance 3 on, as steps on the way.
    std::uint64_t missing = nodes_ - 1 - source;
    Bits beyond = later;                                   // not reached
    Bits frontier(row(source), row(source) + words_);      // at this distance
    for (std::size_t distance = 1; missing > 0; ++distance) {
        std::uint64_t count = 0;
        bool any = false;
        for (std::size_t w = 0; w < words_; ++w) {
            beyond[w] &= ~frontier[w];
            any = any || frontier[w] != 0;
            count += static_cast<std::uint64_t>(std::popcount(frontier[w] & later[w]));
        }
        if (!any) return false;
        if (histogram.size() <= distance) histogram.resize(distance + 1);
        histogram[distance] += 2 * count;
        missing -= count;
        if (missing == 0) break;
        if (distance == 2) {  // not all within two hops: now the earlier nodes too
            for (std::size_t w = 0; w < words_; ++w) {
                const std::uint64_t exist = w + 1 == words_ && nodes_ % 64 != 0 ? (std::uint64_t{1} << (nodes_ % 64)) - 1 : ~std::uint64_t{0};
                beyond[w] |= exist & ~later[w] & ~row(source)[w];
            }
            beyond[source / 64] &= ~(std::uint64_t{1} << (source % 64));
            const Bits earlier = next_to(row(source), beyond);
            for (std::size_t w = 0; w < words_; ++w) {
                frontier[w] |= earlier[w];
                beyond[w] &= ~earlier[w];
            }
        }
        frontier = next_to(frontier.data(), beyond);
    }
    return true;
}

}  // namespace wafernet
