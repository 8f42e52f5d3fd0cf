#include <algorithm>
#include <numeric>
#include <random>

#include "halves.hpp"
#include "partition.hpp"

namespace wafernet {

namespace {

constexpr Node few_nodes = 60;
constexpr int first_halves = 12;  // of the coarsest graph, of which the best goes on

// The graph with every node and a free neighbour made one: that to which most links lead, of these a light one. What
// its uneven nodes cannot halve a finer graph does. Nodes on different sides of `within`, if given, stay apart.
Halving coarser(const Halving& fine, std::mt19937_64& random, std::vector<Node>& place, const Sides* within) {
    const Adjacency a(fine.graph());
    const Node n = a.nodes();
    std::vector<Node> order(n), links_to(n, 0);
    std::iota(order.begin(), order.end(), Node{0});
    for (Node v = n; v > 1; --v) std::swap(order[v - 1], order[random() % v]);
    constexpr Node none = 0xFFFFFFFFU;
    place.assign(n, none);
    Node left = 0;
    for (const Node v : order) {
        if (place[v] != none) continue;
        Node mate = none;
        for (const Node w : a.of(v)) ++links_to[w];
        for (const Node w : a.of(v)) {
            if (place[w] != none || (within != nullptr && (*within)[w] != (*within)[v])) continue;
            if (mate == none || links_to[w] > links_to[mate] ||
                (links_to[w] == links_to[mate] && fine.weight[w] < fine.weight[mate]))
                mate = w;
        }
        for (const Node w : a.of(v)) links_to[w] = 0;
        place[v] = left;
        if (mate != none) place[mate] = left;
        ++left;
    }
    std::vector<LinkSpec> links;
    const Graph& graph = fine.graph();
    for (Link l = 0; l < graph.links(); ++l) {
        const Node x = place[graph.source(2 * l)], y = place[graph.target(2 * l)];
        if (x != y) links.push_back({x, y});
    }
    Halving coarse(graph);
    coarse.contracted.emplace(left, std::move(links));
    coarse.weight.assign(left, 0);
    coarse.loose.assign(left, 0);
    for (Node v = 0; v < n; ++v) {
        coarse.weight[place[v]] += fine.weight[v];
        coarse.loose[place[v]] += fine.loose[v];
    }
    coarse.total = fine.total;
    coarse.all_loose = fine.all_loose;
    coarse.slack = *std::max_element(coarse.weight.begin(), coarse.weight.end()) / 2;
    coarse.switches = std::find(coarse.weight.begin(), coarse.weight.end(), 0U) != coarse.weight.end();
    return coarse;
}

// Of some searches in breadth, improved, the halves that cut the fewest links.
Sides best_halves(const Adjacency& a, const Halving& halving, std::mt19937_64& random) {
    Sides best;
    std::int64_t fewest = 0;
    for (int i = 0; i < first_halves; ++i) {
        const auto start = static_cast<Node>(random() % a.nodes());
        Sides sides = refine(a, halving, halves(halving, breadth_first_order(a, start)));
        const Balance balance(halving, sides);
        const std::int64_t links = static_cast<std::int64_t>(cut_of(a, sides)) + balance.excess();
        if (!best.empty() && (!balance.holds() || links >= fewest)) continue;
        fewest = balance.holds() ? links : std::int64_t{1} << 60;
        best = std::move(sides);
    }
    return best;
}

// `within`: halves to begin with, which every level keeps and improves.
Sides halves_of(const Halving& halving, std::mt19937_64& random, bool finest, const Sides* within) {
    const Adjacency a(halving.graph());
    const Node n = a.nodes();
    Sides sides;
    std::vector<Node> place;
    if (n > few_nodes) {
        const Halving coarse = coarser(halving, random, place, within);
        if (coarse.graph().nodes() < n - n / 10) {
            Sides kept(within == nullptr ? 0 : coarse.graph().nodes());
            for (Node v = 0; within != nullptr && v < n; ++v) kept[place[v]] = (*within)[v];
            const Sides there = halves_of(coarse, random, false, within == nullptr ? nullptr : &kept);
            sides.resize(n);
            for (Node v = 0; v < n; ++v) sides[v] = there[place[v]];
        }
    }
    if (sides.empty()) sides = within != nullptr ? *within : best_halves(a, halving, random);
    return finest ? sides : refine(a, halving, std::move(sides), 100 + n / 20);
}

}  // namespace

Sides multilevel_halves(const Halving& halving, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return halves_of(halving, random, true, nullptr);
}

Sides multilevel_again(const Halving& halving, const Sides& sides, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return halves_of(halving, random, true, &sides);
}

}  // namespace wafernet
