// What a graph settles by counting: nodes, links, degrees, the ports that the levels of a hierarchy use.
#include <algorithm>
#include <cmath>

#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/router_graph.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

constexpr std::uint64_t most_nodes_built = 1U << 20U;

// Without building what is only counted.
Evaluation nodes(const Subject& s, Workbench& bench) {
    const std::string word = resolve_model_word(s.network);
    if (!is_graph_file_word(word)) {
        const NetworkWord parsed = parse_network_word(word);
        const std::uint64_t count = parsed.family->nodes(parsed.parameters);
        if (count > most_nodes_built) return {static_cast<std::int64_t>(count)};
    }
    return {std::int64_t{bench.network(word).graph.nodes()}};
}

Evaluation links(const Subject& s, Workbench& bench) { return {std::int64_t{bench.network(s.network).graph.links()}}; }

// The link count of one network as a multiple of another's: argument `reference`.
Evaluation links_ratio(const Subject& s, Workbench& bench) {
    const Link own = bench.network(s.network).graph.links();
    const Link other = bench.network(s.word("reference")).graph.links();
    if (other == 0) return {Missing{"the reference has no links"}};
    return {static_cast<double>(own) / other};
}

// Against a hypercube of as many nodes, which need not be a power of two: (N/2) log2 N links.
Evaluation links_per_hypercube(const Subject& s, Workbench& bench) {
    const Graph& graph = bench.network(s.network).graph;
    if (graph.nodes() < 2) return {Missing{"needs 2 nodes"}};
    return {graph.links() / (graph.nodes() / 2.0 * std::log2(graph.nodes()))};
}

Evaluation degree_max(const Subject& s, Workbench& bench) {
    return {std::int64_t{degree_range(bench.network(s.network).graph).second}};
}

// A bidirectional link is two channels.
Evaluation directed_channels(const Subject& s, Workbench& bench) {
    return {std::int64_t{bench.network(s.network).graph.channels()}};
}
Evaluation directed_degree(const Subject& s, Workbench& bench) {
    return {2 * std::int64_t{degree_range(bench.network(s.network).graph).second}};
}

Evaluation regular(const Subject& s, Workbench& bench) {
    const auto [least, most] = degree_range(bench.network(s.network).graph);
    return answer(least == most);
}

// Channels that leave a basic module for other modules, the most of any module: of one level where `level` is given, of
// one axis where `axis` is.
std::int64_t ports_out(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const auto level = s.maybe_number("level");
    const auto axis = s.maybe_number("axis");
    std::vector<std::int64_t> ports(network.graph.nodes() / network.module_size());
    for (Channel c = 0; c < network.graph.channels(); ++c) {
        const LinkLabel& label = network.graph.label(Graph::link(c));
        if (label.level < 2 || (level && label.level != *level) || (axis && label.axis != *axis)) continue;
        ++ports[network.graph.source(c) / network.module_size()];
    }
    return ports.empty() ? 0 : *std::max_element(ports.begin(), ports.end());
}

Evaluation module_ports(const Subject& s, Workbench& bench) { return {ports_out(s, bench)}; }

// Highest level that the ports of a module allow: argument `free_ports` of them, used at the rate of this network's
// Level 2.
Evaluation levels_by_ports(const Subject& s, Workbench& bench) {
    Subject level2 = s;
    level2.arguments["level"] = 2.0;
    const std::int64_t used = ports_out(level2, bench);
    if (used == 0) return {Missing{"no Level-2 links"}};
    return {1 + static_cast<std::int64_t>(s.number("free_ports")) / used};
}

constexpr Quantity list[] = {
    {"nodes", "nodes of the graph", Kind::exact, true, nodes},
    {"links", "links of the graph", Kind::exact, true, links},
    {"links_ratio", "links as a multiple of another network's", Kind::exact, true, links_ratio},
    {"links_per_hypercube", "links as a multiple of (N/2) log2 N", Kind::exact, true, links_per_hypercube},
    {"degree_max", "largest degree in the graph", Kind::exact, true, degree_max},
    {"directed_channels", "channels, two a link, counted", Kind::exact, true, directed_channels},
    {"directed_degree", "largest number of channels to and from a router, counted", Kind::exact, true, directed_degree},
    {"regular", "all degrees equal", Kind::exact, true, regular},
    {"module_ports", "channels that leave a basic module, counted", Kind::exact, true, module_ports},
    {"levels_by_ports", "levels that the ports of a basic module allow", Kind::exact, true, levels_by_ports},
};

}  // namespace

std::span<const Quantity> graph_counts_quantities() { return list; }

}  // namespace wafernet::published
