// 3D tori pruned along two of the three directions: rahman2006, sec. 6.2.1, Fig. 6.4.
#include <array>

#include "wafernet/core/error.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

// Eq. 6.2 with the given sum of coordinates ("x+y", "x+z", "y+z") in place of x + y + z: links along z stay, a node of
// even sum has links to x+1 and y+1, one of odd sum to x-1 and y-1. A link is there when one of its two ends asks for
// it.
Graph pruned_torus(std::uint32_t k, const std::string& pruning) {
    if (k < 4 || k % 2 != 0 || k > 16)
        throw InputError("k = " + std::to_string(k) + ", need an even number from 4 to 16");
    if (pruning != "x+y" && pruning != "x+z" && pruning != "y+z")
        throw InputError("pruning = '" + pruning + "', need x+y, x+z or y+z");
    const auto node = [k](std::array<std::uint32_t, 3> a) { return (a[2] * k + a[1]) * k + a[0]; };
    std::vector<LinkSpec> links;
    const auto sum = [&](const std::array<std::uint32_t, 3>& a) {
        return (pruning[0] == 'x' ? a[0] : a[1]) + (pruning[2] == 'y' ? a[1] : a[2]);
    };
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

const Graph& graph(const Subject& s, Workbench& bench) {
    const double k = s.number("k");
    const std::string pruning = s.word("pruning");
    return bench.remember("pruned torus " + std::to_string(k) + pruning,
                          [&] { return pruned_torus(static_cast<std::uint32_t>(k), pruning); });
}

Evaluation components(const Subject& s, Workbench& bench) {
    return {std::int64_t{count_components(graph(s, bench))}, {}};
}
Evaluation connected(const Subject& s, Workbench& bench) {
    return {std::string(count_components(graph(s, bench)) == 1 ? "yes" : "no"), {}};
}
Evaluation degree(const Subject& s, Workbench& bench) {
    const Graph& g = graph(s, bench);
    std::uint32_t most = 0;
    for (Node v = 0; v < g.nodes(); ++v) most = std::max(most, g.degree(v));
    return {std::int64_t{most}, {}};
}

constexpr Quantity list[] = {
    {"pruned_torus_components", "components of the pruned torus", Kind::exact, true, components},
    {"pruned_torus_connected", "the pruned torus is connected", Kind::exact, true, connected},
    {"pruned_torus_degree", "largest degree of the pruned torus", Kind::exact, true, degree},
};

}  // namespace

namespace quantity_list {
std::span<const Quantity> pruning() { return list; }
}  // namespace quantity_list

}  // namespace wafernet::published
