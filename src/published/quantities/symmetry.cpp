// Symmetry of small graphs, by searching for automorphisms; and a Hamiltonian cycle, by searching for one.
#include <algorithm>
#include <numeric>

#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

constexpr Node most_nodes = 512;
constexpr std::uint64_t most_steps = 20'000'000;

using Image = std::vector<Node>;
constexpr Node unmapped = 0xFFFFFFFFU;

// Nodes in breadth-first order from `first` then `second`; every other node comes after one of its neighbours.
std::vector<Node> search_order(const Graph& graph, Node first, Node second) {
    std::vector<Node> order{first};
    std::vector<bool> seen(graph.nodes());
    seen[first] = true;
    if (second != first) {
        order.push_back(second);
        seen[second] = true;
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const Channel c : graph.out(order[i])) {
            const Node to = graph.target(c);
            if (seen[to]) continue;
            seen[to] = true;
            order.push_back(to);
        }
    }
    return order;
}

int links_between(const Graph& graph, Node a, Node b) {
    int count = 0;
    for (const Channel c : graph.out(a)) count += graph.target(c) == b ? 1 : 0;
    return count;
}

// Whether sending `v` to `w` keeps every adjacency with the nodes mapped so far.
bool fits(const Graph& graph, const Image& image, const Image& preimage, Node v, Node w) {
    if (preimage[w] != unmapped || graph.degree(v) != graph.degree(w)) return false;
    for (const Channel c : graph.out(v)) {
        const Node u = graph.target(c);
        if (image[u] != unmapped && links_between(graph, v, u) != links_between(graph, w, image[u])) return false;
    }
    for (const Channel c : graph.out(w)) {
        const Node x = graph.target(c);
        if (preimage[x] != unmapped && links_between(graph, w, x) != links_between(graph, v, preimage[x])) return false;
    }
    return true;
}

bool extend(const Graph& graph, const std::vector<Node>& order, std::size_t at, Image& image, Image& preimage,
            std::uint64_t& steps) {
    if (at == order.size()) return true;
    if (++steps > most_steps) return false;
    const Node v = order[at];
    Node anchor = unmapped;  // a neighbour that is mapped already
    for (const Channel c : graph.out(v)) {
        if (image[graph.target(c)] != unmapped) anchor = image[graph.target(c)];
    }
    if (anchor == unmapped) return false;
    for (const Channel c : graph.out(anchor)) {
        const Node w = graph.target(c);
        if (!fits(graph, image, preimage, v, w)) continue;
        image[v] = w;
        preimage[w] = v;
        if (extend(graph, order, at + 1, image, preimage, steps)) return true;
        image[v] = unmapped;
        preimage[w] = unmapped;
    }
    return false;
}

// An automorphism of a connected graph that sends a to c and b to d; empty where there is none.
Image automorphism(const Graph& graph, Node a, Node b, Node c, Node d, std::uint64_t& steps) {
    Image image(graph.nodes(), unmapped);
    Image preimage(graph.nodes(), unmapped);
    const auto map = [&](Node v, Node w) {
        if (!fits(graph, image, preimage, v, w)) return false;
        image[v] = w;
        preimage[w] = v;
        return true;
    };
    const std::vector<Node> order = search_order(graph, a, b);
    if (order.size() != graph.nodes() || !map(a, c) || (b != a && !map(b, d))) return {};
    return extend(graph, order, a == b ? 1 : 2, image, preimage, steps) ? image : Image{};
}

// Classes of nodes (or of links) under all automorphisms. Two classes are joined where an automorphism that sends a
// representative of one to one of the other exists, and along everything else which that automorphism moves.
struct Orbits {
    std::vector<std::uint32_t> parent;
    explicit Orbits(std::uint32_t count) : parent(count) { std::iota(parent.begin(), parent.end(), 0U); }
    std::uint32_t find(std::uint32_t x) {
        while (parent[x] != x) x = parent[x] = parent[parent[x]];
        return x;
    }
    void join(std::uint32_t a, std::uint32_t b) { parent[find(a)] = find(b); }
    std::int64_t count() {
        std::int64_t roots = 0;
        for (std::uint32_t x = 0; x < parent.size(); ++x) roots += find(x) == x ? 1 : 0;
        return roots;
    }
};

Link link_between(const Graph& graph, Node a, Node b) { return Graph::link(graph.channel_between(a, b)); }

Value orbit_count(const Graph& graph, bool of_links) {
    if (graph.nodes() > most_nodes) return Missing{"more than 512 nodes"};
    Orbits orbits(of_links ? graph.links() : graph.nodes());
    const auto absorb = [&](const Image& image) {
        if (of_links) {
            for (Link l = 0; l < graph.links(); ++l)
                orbits.join(l, link_between(graph, image[graph.source(2 * l)], image[graph.target(2 * l)]));
        } else {
            for (Node v = 0; v < graph.nodes(); ++v) orbits.join(v, image[v]);
        }
    };
    std::uint64_t steps = 0;
    std::vector<std::uint32_t> representatives;
    for (std::uint32_t x = 0; x < orbits.parent.size(); ++x) {
        bool known = false;
        for (const std::uint32_t r : representatives) known = known || orbits.find(r) == orbits.find(x);
        for (std::size_t i = 0; i < representatives.size() && !known; ++i) {
            const std::uint32_t r = representatives[i];
            const Node a = of_links ? graph.source(2 * r) : r;
            const Node b = of_links ? graph.target(2 * r) : r;
            const Node c = of_links ? graph.source(2 * x) : x;
            const Node d = of_links ? graph.target(2 * x) : x;
            Image image = automorphism(graph, a, b, c, d, steps);
            if (image.empty() && of_links) image = automorphism(graph, a, b, d, c, steps);
            if (steps > most_steps) return Missing{"too many candidates to search"};
            if (image.empty()) continue;
            absorb(image);
            known = true;
        }
        if (!known) representatives.push_back(x);
    }
    return orbits.count();
}

const Value& remembered_orbits(const Subject& s, Workbench& bench, bool of_links) {
    return bench.remember((of_links ? "edge orbits " : "node orbits ") + s.network,
                          [&] { return orbit_count(bench.network(s.network).graph, of_links); });
}

Value one_orbit(const Value& orbits) {
    const auto* count = std::get_if<std::int64_t>(&orbits);
    return count == nullptr ? orbits : Value(std::string(*count == 1 ? "yes" : "no"));
}

// Depth-first with the neighbour of fewest free neighbours first (Warnsdorff). Says "yes" only with a cycle in hand.
bool continue_cycle(const Graph& graph, std::vector<Node>& path, std::vector<bool>& used, std::uint64_t& steps) {
    if (++steps > most_steps / 10) return false;
    if (path.size() == graph.nodes()) return graph.channel_between(path.back(), path.front()) != no_channel;
    std::vector<std::pair<int, Node>> choices;
    for (const Channel c : graph.out(path.back())) {
        const Node to = graph.target(c);
        if (used[to]) continue;
        int free = 0;
        for (const Channel d : graph.out(to)) free += used[graph.target(d)] ? 0 : 1;
        choices.emplace_back(free, to);
    }
    std::sort(choices.begin(), choices.end());
    for (const auto& [free, to] : choices) {
        used[to] = true;
        path.push_back(to);
        if (continue_cycle(graph, path, used, steps)) return true;
        path.pop_back();
        used[to] = false;
    }
    return false;
}

Evaluation hamiltonian(const Subject& s, Workbench& bench) {
    const Graph& graph = bench.network(s.network).graph;
    if (graph.nodes() > most_nodes || graph.nodes() < 3) return {Missing{"needs 3 to 512 nodes"}};
    const Node first = 0;
    std::vector<Node> path{first};
    std::vector<bool> used(graph.nodes());
    used[first] = true;
    std::uint64_t steps = 0;
    if (continue_cycle(graph, path, used, steps)) return answer(true);
    if (steps > most_steps / 10) return {Missing{"no cycle found in the time allowed"}};
    return answer(false);
}

Evaluation edge_orbits(const Subject& s, Workbench& bench) { return {remembered_orbits(s, bench, true)}; }
Evaluation edge_symmetric(const Subject& s, Workbench& bench) { return {one_orbit(remembered_orbits(s, bench, true))}; }
Evaluation vertex_symmetric(const Subject& s, Workbench& bench) {
    return {one_orbit(remembered_orbits(s, bench, false))};
}

constexpr Quantity list[] = {
    {"edge_orbits", "classes of links under the graph's automorphisms", Kind::exact, true, edge_orbits},
    {"edge_symmetric", "one class of links under the graph's automorphisms", Kind::exact, true, edge_symmetric},
    {"vertex_symmetric", "one class of nodes under the graph's automorphisms", Kind::exact, true, vertex_symmetric},
    {"hamiltonian", "a cycle through all nodes exists", Kind::exact, true, hamiltonian},
};

}  // namespace

std::span<const Quantity> symmetry_quantities() { return list; }

}  // namespace wafernet::published
