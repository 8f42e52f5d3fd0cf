// Connectivity and bisection width.
#include "wafernet/base/error.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

Evaluation connectivity(const Subject& s, Workbench& bench) {
    const auto& channels =
        bench.remember("connectivity " + s.network, [&] { return arc_connectivity(bench.network(s.network).graph); });
    return {std::int64_t{channels}};
}

// The best cut known; what is proven is that the least one lies between the bounds.
Evaluation bisection(const Subject& s, Workbench& bench) {
    const Bisection& cut = bench.remember("bisection " + s.network, [&] {
        return measure_bisection(bench.network(s.network), BisectionOptions{.seed = bench.seed});
    });
    Evaluation out{static_cast<std::int64_t>(cut.upper)};
    if (!cut.exact()) out.bounds = {static_cast<double>(cut.lower), static_cast<double>(cut.upper)};
    return out;
}

// The X-tree of Eq. 2.2 as printed: lines on the levels of 1 < j < d alone, none between the children of the root.
// Nodes from 1.
Evaluation x_tree_as_printed(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    if (network.family == nullptr || network.family->name != "xtree")
        throw InputError(network.word + " is no X-tree, need xtree");
    const Node nodes = network.graph.nodes();
    std::vector<LinkSpec> links;
    for (Node i = 2; i <= nodes; ++i) links.push_back({i / 2 - 1, i - 1, {}});
    for (Node first = 4; first <= nodes; first *= 2) {
        for (Node i = first; i + 1 < 2 * first; ++i) links.push_back({i - 1, i, {}});
    }
    Network printed;
    printed.word = network.word + " by Eq. 2.2";
    printed.graph = Graph(nodes, std::move(links));
    return {static_cast<std::int64_t>(measure_bisection(printed, BisectionOptions{.seed = bench.seed}).upper)};
}

constexpr Quantity list[] = {
    {"arc_connectivity", "least number of links that disconnect the graph", Kind::exact, true, connectivity},
    {"bisection_links", "least number of links between two halves", Kind::exact, true, bisection},
    {"x_tree_bisection_as_printed", "bisection width of the links of Eq. 2.2 as printed", Kind::exact, true,
     x_tree_as_printed},
};

}  // namespace

std::span<const Quantity> cuts_quantities() { return list; }

}  // namespace wafernet::published
