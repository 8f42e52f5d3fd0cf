// Symmetry of small graphs, by searching for automorphisms; and a Hamiltonian cycle, by searching for one.
#include <algorithm>
#include <numeric>

#include "measure/isomorphism.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

constexpr Node most_nodes = 512;
constexpr std::uint64_t most_steps = 2'000'000;

// An automorphism of the graph that sends a to c and b to d; empty where there is none, nothing where the search gave
// up.
std::optional<std::vector<Node>> automorphism(const Graph& graph, Node a, Node b, Node c, Node d) {
    Colours before(graph.nodes()), after(graph.nodes());
    ++before[a], ++after[c];
    before[b] += 2, after[d] += 2;
    return graph_map(graph, graph, std::move(before), std::move(after));
}

// Classes of links under all automorphisms. Two classes are joined where an automorphism that sends a representative of
// one to one of the other exists, and along everything else which that automorphism moves.
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

Value orbit_count(const Graph& graph) {
    if (graph.nodes() > most_nodes) return Missing{"more than 512 nodes"};
    Orbits orbits(graph.links());
    std::vector<Link> representatives;
    for (Link x = 0; x < graph.links(); ++x) {
        bool known = false;
        for (const Link r : representatives) known = known || orbits.find(r) == orbits.find(x);
        for (std::size_t i = 0; i < representatives.size() && !known; ++i) {
            const Node a = graph.source(2 * representatives[i]), b = graph.target(2 * representatives[i]);
            auto image = automorphism(graph, a, b, graph.source(2 * x), graph.target(2 * x));
            if (image && image->empty()) image = automorphism(graph, a, b, graph.target(2 * x), graph.source(2 * x));
            if (!image) return Missing{"too many candidates to search"};
            if (image->empty()) continue;
            for (Link l = 0; l < graph.links(); ++l)
                orbits.join(l, Graph::link(graph.channel_between((*image)[graph.source(2 * l)],
                                                                 (*image)[graph.target(2 * l)])));
            known = true;
        }
        if (!known) representatives.push_back(x);
    }
    return orbits.count();
}

Evaluation edge_orbits(const Subject& s, Workbench& bench) {
    return {bench.remember("edge orbits " + s.network, [&] { return orbit_count(bench.network(s.network).graph); })};
}
Evaluation edge_symmetric(const Subject& s, Workbench& bench) {
    Evaluation orbits = edge_orbits(s, bench);
    const auto* count = std::get_if<std::int64_t>(&orbits.value);
    return count == nullptr ? orbits : answer(*count == 1);
}

// Depth-first with the neighbour of fewest free neighbours first (Warnsdorff). Says "yes" only with a cycle in hand.
bool continue_cycle(const Graph& graph, std::vector<Node>& path, std::vector<bool>& used, std::uint64_t& steps) {
    if (++steps > most_steps) return false;
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
    if (steps > most_steps) return {Missing{"no cycle found in the time allowed"}};
    return answer(false);
}

constexpr Quantity list[] = {
    {"edge_orbits", "classes of links under the graph's automorphisms", Kind::exact, true, edge_orbits},
    {"edge_symmetric", "one class of links under the graph's automorphisms", Kind::exact, true, edge_symmetric},
    {"hamiltonian", "a cycle through all nodes exists", Kind::exact, true, hamiltonian},
};

}  // namespace

std::span<const Quantity> symmetry_quantities() { return list; }

}  // namespace wafernet::published
