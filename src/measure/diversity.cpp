#include "wafernet/measure/diversity.hpp"

#include <algorithm>
#include <random>

#include "measure/spectral.hpp"
#include "measure/unit_flow.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

// Node v is two, 2 v where messages come in and 2 v + 1 where they leave, with one channel between them.
Graph with_split_nodes(const Graph& graph) {
    std::vector<LinkSpec> links;
    for (Node v = 0; v < graph.nodes(); ++v) {
        links.push_back({2 * v, 2 * v + 1, {}, true});
        for (const Channel c : graph.out(v)) links.push_back({2 * v + 1, 2 * graph.target(c), {}, true});
    }
    return Graph(2 * std::uint64_t{graph.nodes()}, std::move(links));
}

}  // namespace

Diversity measure_diversity(const Network& network, const DiversityOptions& options) {
    const Graph& graph = network.graph;
    const std::vector<Node> ends = terminals_of(network);
    if (ends.size() < 2) throw InputError(network.word + ": one terminal has no pairs, need at least 2");
    Diversity d;
    d.pairs = std::uint64_t{ends.size()} * (ends.size() - 1);
    d.disjoint_pairs = std::min(d.pairs, options.pairs);
    const std::uint64_t work = ends.size() + d.disjoint_pairs;
    std::uint64_t done = 0;
    const auto go_on = [&] {
        if (options.progress && !options.progress(done, work)) throw ComputationError("interrupted");
        ++done;
    };
    double sum = 0.0;
    std::uint64_t single = 0;
    std::vector<std::uint32_t> distance(graph.nodes());
    std::vector<double> paths(graph.nodes());
    std::vector<Node> queue;
    constexpr std::uint32_t unreached = 0xFFFFFFFFU;
    for (const Node source : ends) {
        go_on();
        std::fill(distance.begin(), distance.end(), unreached);
        std::fill(paths.begin(), paths.end(), 0.0);
        queue.assign(1, source);
        distance[source] = 0;
        paths[source] = 1.0;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Node v = queue[i];
            for (const Channel c : graph.out(v)) {
                const Node next = graph.target(c);
                if (distance[next] == unreached) {
                    distance[next] = distance[v] + 1;
                    queue.push_back(next);
                }
                if (distance[next] == distance[v] + 1) paths[next] += paths[v];
            }
        }
        for (const Node v : ends) {
            if (v == source) continue;
            if (distance[v] == unreached)
                throw InputError(network.word + ": no path from node " + network.addresses.print(source) + " to node " +
                                 network.addresses.print(v) + ", need a connected network");
            sum += paths[v];
            d.least_minimal_paths = d.least_minimal_paths == 0.0 ? paths[v] : std::min(d.least_minimal_paths, paths[v]);
            single += paths[v] == 1.0 ? 1 : 0;
        }
    }
    d.mean_minimal_paths = sum / static_cast<double>(d.pairs);
    d.single_path_share = static_cast<double>(single) / static_cast<double>(d.pairs);
    const Graph split = with_split_nodes(graph);
    UnitFlow by_channels(graph), by_nodes(split);
    const auto between = [](UnitFlow& flow, Node from, Node to) {
        const std::uint64_t all = ~std::uint64_t{0};
        return static_cast<std::uint32_t>(flow.run(
            {&from, 1}, [&](Node v) { return v == to; }, all));
    };
    std::mt19937_64 draw(options.seed);
    d.least_edge_disjoint = d.least_node_disjoint = 0xFFFFFFFFU;
    for (std::uint64_t i = 0; i < d.disjoint_pairs; ++i) {
        go_on();
        const std::uint64_t pair = d.disjoint_pairs == d.pairs ? i : draw() % d.pairs;
        const std::uint64_t from = pair / (ends.size() - 1), to = pair % (ends.size() - 1);
        const Node source = ends[from], destination = ends[to + (to >= from ? 1 : 0)];
        const std::uint32_t edges = between(by_channels, source, destination),
                            nodes = between(by_nodes, 2 * source + 1, 2 * destination);
        d.mean_edge_disjoint += edges;
        d.mean_node_disjoint += nodes;
        d.least_edge_disjoint = std::min(d.least_edge_disjoint, edges);
        d.least_node_disjoint = std::min(d.least_node_disjoint, nodes);
    }
    d.mean_edge_disjoint /= static_cast<double>(d.disjoint_pairs);
    d.mean_node_disjoint /= static_cast<double>(d.disjoint_pairs);
    if (!graph.directed()) d.algebraic_connectivity = fiedler(graph, 1e-9, options.seed).value;
    return d;
}

}  // namespace wafernet
