// Tori pruned along two of the three directions, by permuted equations and by Eq. 6.3: rahman2006, sec. 6.2.1,
// Fig. 6.4.
#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

// Eq. 6.2 with x + y in place of x + y + z, the one sum of two that leaves nodes of one degree: links along z stay, a
// node of even sum has links to x+1 and y+1, one of odd sum to x-1 and y-1. A link is there when one of its two ends
// asks for it.
Graph pruned_torus(std::uint32_t k) {
    if (k < 4 || k % 2 != 0 || k > 16)
        throw InputError("k = " + std::to_string(k) + ", need an even number from 4 to 16");
    const auto node = [k](std::array<std::uint32_t, 3> a) { return (a[2] * k + a[1]) * k + a[0]; };
    std::vector<LinkSpec> links;
    const auto sum = [](const std::array<std::uint32_t, 3>& a) { return a[0] + a[1]; };
    for (std::uint32_t z = 0; z < k; ++z) {
        for (std::uint32_t y = 0; y < k; ++y) {
            for (std::uint32_t x = 0; x < k; ++x) {
                const std::array<std::uint32_t, 3> here{x, y, z};
                links.push_back({node(here), node({x, y, (z + 1) % k}), {}});
                for (const std::size_t axis : {0U, 1U}) {
                    std::array<std::uint32_t, 3> next = here;
                    next[axis] = (here[axis] + 1) % k;
                    if (sum(here) % 2 == 0 || sum(next) % 2 == 1) links.push_back({node(here), node(next), {}});
                }
            }
        }
    }
    return Graph(std::uint64_t{k} * k * k, std::move(links));
}

using Triple = std::array<std::uint32_t, 3>;

Node number(const Triple& a, std::uint32_t k) { return (a[2] * k + a[1]) * k + a[0]; }

// The neighbours of a node by Eq. 6.1 (T1) or Eq. 6.2 (T2) with its letters x, y and z in the places `axis` of the
// address.
std::vector<Triple> neighbours(int equation, const Triple& at, const Triple& axis, std::uint32_t k) {
    std::vector<Triple> all;
    const auto add = [&](std::size_t letter, std::uint32_t step) {
        Triple next = at;
        next[axis[letter]] = (at[axis[letter]] + step) % k;
        all.push_back(next);
    };
    add(2, 1), add(2, k - 1);
    if (equation == 1) {
        const std::size_t letter = at[axis[2]] % 2 == 0 ? 0 : 1;
        add(letter, 1), add(letter, k - 1);
    } else {
        const std::uint32_t step = (at[0] + at[1] + at[2]) % 2 == 0 ? 1 : k - 1;
        add(0, step), add(1, step);
    }
    return all;
}

// Whether each permutation of X, Y and Z in the equation gives the network of the family, node (x, y, z) sent to that
// with the permuted address: all links go to links, and there are as many.
Evaluation permutations(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const int equation = network.family->name == "prunedtorus1" ? 1 : 2;
    const std::uint32_t k = network.addresses.radices().front().front();
    const auto linked = [&](Node a, Node b) {
        const auto out = network.graph.out(a);
        return std::any_of(out.begin(), out.end(), [&](Channel c) { return network.graph.target(c) == b; });
    };
    Triple axis{0, 1, 2};
    int isomorphic = 0, tried = 0;
    do {
        ++tried;
        bool all = true;
        std::uint64_t ends = 0;
        for (Node v = 0; v < network.graph.nodes(); ++v) {
            const Triple at{v % k, v / k % k, v / k / k};
            const auto image = [&](const Triple& a) { return number({a[axis[0]], a[axis[1]], a[axis[2]]}, k); };
            for (const Triple& next : neighbours(equation, at, axis, k)) {
                ++ends;
                all = all && linked(image(at), image(next));
            }
        }
        isomorphic += all && ends == 2 * std::uint64_t{network.graph.links()} ? 1 : 0;
    } while (std::next_permutation(axis.begin(), axis.end()));
    return answer(isomorphic == tried, std::to_string(isomorphic) + " of " + std::to_string(tried) + " permutations");
}

// Links of a 2D torus pruned by Eq. 6.3: x rings stay, a node of even x + y has a link to y + 1, one of odd to y - 1.
Evaluation equation_6_3(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const std::uint32_t k = network.addresses.radices().front().front();
    std::set<std::pair<Node, Node>> asked, there;
    const auto add = [&](Node a, Node b) { asked.insert({std::min(a, b), std::max(a, b)}); };
    for (std::uint32_t y = 0; y < k; ++y) {
        for (std::uint32_t x = 0; x < k; ++x) {
            add(y * k + x, y * k + (x + 1) % k);
            add(y * k + x, (y + ((x + y) % 2 == 0 ? 1 : k - 1)) % k * k + x);
        }
    }
    for (Link l = 0; l < network.graph.links(); ++l) {
        const Node a = network.graph.source(2 * l), b = network.graph.target(2 * l);
        there.insert({std::min(a, b), std::max(a, b)});
    }
    return answer(asked == there);
}

const Graph& graph(const Subject& s, Workbench& bench) {
    const double k = s.number("k");
    return bench.remember("pruned torus " + std::to_string(k),
                          [&] { return pruned_torus(static_cast<std::uint32_t>(k)); });
}

Evaluation connected(const Subject& s, Workbench& bench) { return answer(count_components(graph(s, bench)) == 1); }

constexpr Quantity list[] = {
    {"pruned_torus_connected", "the pruned torus is connected", Kind::exact, true, connected},
    {"pruned_permutations", "every permutation of the axes gives an isomorphic network", Kind::exact, true,
     permutations},
    {"pruned_by_eq_6_3", "the network's links are those of Eq. 6.3", Kind::exact, true, equation_6_3},
};

}  // namespace

std::span<const Quantity> pruning_quantities() { return list; }

}  // namespace wafernet::published
