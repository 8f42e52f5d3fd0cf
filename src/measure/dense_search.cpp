#include "dense_search.hpp"

#include <algorithm>
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
    Bits all(words_, ~std::uint64_t{0});
    if (nodes_ % 64 != 0) all.back() = (std::uint64_t{1} << (nodes_ % 64)) - 1;
    Bits later = all;
    for (std::size_t w = 0; w < source / 64; ++w) later[w] = 0;
    later[source / 64] &= ~std::uint64_t{1} << (source % 64);
    if (histogram.empty()) histogram.push_back(0);
    ++histogram[0];

    std::uint64_t missing = nodes_ - 1 - source;  // later nodes without a distance
    Bits beyond = later;  // nodes not reached; up to two hops only the later ones are looked for
    Bits frontier(row(source), row(source) + words_);  // nodes reached last
    for (std::size_t distance = 1; missing > 0; ++distance) {
        std::uint64_t count = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            beyond[w] &= ~frontier[w];
            count += static_cast<std::uint64_t>(std::popcount(frontier[w] & later[w]));
        }
        if (count > 0) {
            if (histogram.size() <= distance) histogram.resize(distance + 1);
            histogram[distance] += 2 * count;
            missing -= count;
        }
        if (missing > 0 && distance == 2) {  // the way on may lead over earlier nodes
            Bits earlier(words_);
            for (std::size_t w = 0; w < words_; ++w) earlier[w] = all[w] & ~later[w] & ~row(source)[w];
            earlier[source / 64] &= ~(std::uint64_t{1} << (source % 64));
            const Bits found = next_to(row(source), earlier);
            for (std::size_t w = 0; w < words_; ++w) {
                frontier[w] |= found[w];
                beyond[w] |= earlier[w] & ~found[w];
            }
        }
        frontier = next_to(frontier.data(), beyond);
        // From two hops on the frontier is whole: where it is empty, the rest is in other components.
        if (distance >= 2 && std::all_of(frontier.begin(), frontier.end(), [](std::uint64_t w) { return w == 0; }))
            return missing == 0;
    }
    return true;
}

}  // namespace wafernet
