// A pair of nodes meets at the lowest node above both. Where one is above the other, there is one pair a node and a
// distance up to its depth. The others are counted where their branches meet: every node hands up how many nodes lie
// how deep below it, in the list of its deepest branch, into which the shorter ones are counted.
#include "tree_distances.hpp"

#include <utility>

namespace wafernet {

namespace {

constexpr double most_products = 4e9;

struct Rooted {
    std::vector<Node> order;   // from the root down
    std::vector<Node> parent;  // of the root: itself
    std::vector<std::uint32_t> depth;
};

// Nothing where a node is met twice or not at all: then there is a ring, a double link, or more than one component.
std::optional<Rooted> rooted_at(Node root, const Adjacency& adjacency) {
    const Node nodes = adjacency.nodes();
    Rooted r{{root}, std::vector<Node>(nodes, nodes), std::vector<std::uint32_t>(nodes, 0)};
    r.order.reserve(nodes);
    r.parent[root] = root;
    for (std::size_t i = 0; i < r.order.size(); ++i) {
        const Node v = r.order[i];
        bool back = v == root;  // the link to the parent, which is met once
        for (const Node w : adjacency.of(v)) {
            if (w == r.parent[v] && !back) {
                back = true;
                continue;
            }
            if (r.parent[w] != nodes) return std::nullopt;
            r.parent[w] = v;
            r.depth[w] = r.depth[v] + 1;
            r.order.push_back(w);
        }
    }
    if (r.order.size() != nodes) return std::nullopt;
    return r;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> tree_distances(const Adjacency& adjacency) {
    const Node nodes = adjacency.nodes();
    if (nodes == 0) return std::nullopt;
    const auto any = rooted_at(0, adjacency);
    if (!any) return std::nullopt;
    // From an end of a longest path, so that it is handed up and never counted into another.
    const auto tree = rooted_at(any->order.back(), adjacency);
    std::vector<std::uint64_t> at_depth;
    for (const std::uint32_t depth : tree->depth) {
        if (at_depth.size() <= depth) at_depth.resize(depth + 1);
        ++at_depth[depth];
    }
    std::vector<std::uint64_t> pairs(2 * at_depth.size(), 0);
    std::uint64_t deeper = 0;
    for (std::size_t h = at_depth.size() - 1; h > 0; --h) pairs[h] = deeper += at_depth[h];

    // below[v], its last entry first: how many nodes of the branch of v lie 0, 1, .. hops below it.
    std::vector<std::vector<std::uint64_t>> below(nodes);
    double products = 0;
    for (std::size_t i = nodes; i-- > 0;) {
        const Node v = tree->order[i];
        below[v].push_back(1);
        if (i == 0) break;
        std::vector<std::uint64_t>& above = below[tree->parent[v]];
        std::vector<std::uint64_t> branch = std::move(below[v]);
        if (branch.size() > above.size()) branch.swap(above);
        products += static_cast<double>(branch.size()) * static_cast<double>(above.size());
        if (products > most_products) return std::nullopt;
        for (std::size_t a = 0; a < branch.size(); ++a) {
            for (std::size_t b = 0; b < above.size(); ++b)
                pairs[a + b + 2] += branch[branch.size() - 1 - a] * above[above.size() - 1 - b];
        }
        for (std::size_t a = 1; a <= branch.size(); ++a) above[above.size() - a] += branch[branch.size() - a];
    }
    while (pairs.size() > 1 && pairs.back() == 0) pairs.pop_back();
    for (std::uint64_t& count : pairs) count *= 2;
    pairs[0] = nodes;
    return pairs;
}

}  // namespace wafernet
