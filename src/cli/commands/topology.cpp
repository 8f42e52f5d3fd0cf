// wafernet topology: the static metrics of networks, from the graph and from the paths of their routing.
#include <algorithm>
#include <functional>
#include <memory>

#include "../booksim_options.hpp"
#include "../command.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/metric.hpp"
#include "wafernet/core/router_config.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/diversity.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/measure/router_graph.hpp"
#include "wafernet/report/plot_table.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::cli {

namespace {

struct TopologyOptions {
    std::vector<std::string> networks;
    std::optional<std::string> average, routing, ties;
    BooksimWords booksim;
    bool exhaustive = false;
    bool histogram = false;
    bool no_bisection = false;
    bool links = false;
    bool diversity = false;
};

// Columns routed_diameter_hops, routed_avg_distance_hops and routing.
struct RoutedCells {
    Value longest, mean, routing;
};

RoutedCells routed_cells(const Network& network, const Distances& distances, const TopologyOptions& options,
                         Pairs pairs, unsigned threads) {
    const RoutingSpec spec = find_routing(options.routing.value_or(""), network);
    RoutedCells cells{Missing{distances.reason}, Missing{distances.reason}, std::string(spec.name)};
    if (distances.components != 1) return cells;
    if (!options.routing && spec.name == "minimal" && network.terminals.empty() &&
        network.channel_latency_cycles.empty()) {  // its paths have fewest hops
        if (const auto diameter = distances.diameter()) cells.longest = whole(*diameter);
        if (const auto mean = distances.average(pairs)) cells.mean = *mean;
        return cells;
    }
    const auto none = [&](const std::string& reason) {
        return RoutedCells{Missing{reason}, Missing{reason}, std::string(spec.name)};
    };
    const auto slow = [&](std::uint64_t paths) {
        return none("following " + std::to_string(paths) + " paths takes long, --exhaustive starts it");
    };
    std::unique_ptr<Routing> routing;
    try {
        // Where nobody has asked for it, its table of all pairs is not begun either.
        const std::uint64_t pairs_of_nodes = std::uint64_t{network.graph.nodes()} * network.graph.nodes();
        if (!options.routing && spec.name == "minimal" && !options.exhaustive && pairs_of_nodes > unasked_paths)
            return slow(pairs_of_nodes);
        routing = spec.make(network, {options.ties ? ties_named(*options.ties) : Preset{}.ties});
    } catch (const InputError& error) {
        if (options.routing) throw;
        return none(error.what());
    }
    const RoutedOptions how{threads, options.exhaustive};
    const std::uint64_t paths = paths_to_follow(network, *routing, how);
    if (!options.exhaustive && paths > unasked_paths) return slow(paths);
    const RoutedLengths r = measure_routed(network, *routing, how);
    cells.longest = whole(r.longest);
    if (pairs == Pairs::all) cells.mean = r.mean_all_pairs();
    else cells.mean = r.pairs == 0 ? Value(Missing{"one node has no pairs"}) : Value(r.mean());
    return cells;
}

// Columns arc_connectivity, bisection_links, bisection_lower_links, bisection, canonical_cut_links.
std::vector<Value> cut_cells(const Network& network, const TopologyOptions& options, std::uint64_t seed) {
    const Node n = network.graph.nodes();
    if (n > connectivity_nodes && !options.exhaustive) {
        const Missing large{"more than " + std::to_string(connectivity_nodes) + " nodes, --exhaustive starts it"};
        return {large, large, large, large, large};
    }
    const std::uint32_t connectivity = options.exhaustive ? arc_connectivity(network.graph) : arc_connectivity(network);
    std::vector<Value> cells{whole(connectivity)};
    if (options.no_bisection || n < 2 || network.graph.directed()) {
        cells.insert(cells.end(), 4,
                     Missing{n < 2                  ? "one node has no halves"
                             : options.no_bisection ? "--no-bisection"
                                                    : one_way_bisection});
        return cells;
    }
    const Bisection b = measure_bisection(network, {.at_least = connectivity, .seed = seed});
    const char* what = b.exact()             ? "exact"
                       : n > bisection_nodes ? "upper bound, best of a few cuts"
                                             : "upper bound, least cut found";
    cells.insert(cells.end(), {whole(b.upper), whole(b.lower), std::string(what), whole(b.canonical)});
    return cells;
}

Pairs pairs_of(const TopologyOptions& options) { return options.average == "all-pairs" ? Pairs::all : Pairs::distinct; }

std::vector<Value> cycle_cells(const Network& network, const Distances& distances, const TopologyOptions& options) {
    if (network.channel_latency_cycles.empty()) return std::vector<Value>(2, Missing{"the links are alike"});
    if (distances.components != 1) return {2, Missing{distances.reason}};
    const std::uint64_t searches = std::uint64_t{network.graph.nodes()} * network.graph.channels();
    if (!options.exhaustive && searches > unasked_paths)
        return {2,
                Missing{"searches over " + std::to_string(searches) + " channels take long, --exhaustive starts them"}};
    const CycleDistances cycles = measure_cycles(network);
    return {whole(cycles.longest), value_or(cycles.average(pairs_of(options)), {"one node has no pairs"})};
}

struct Measured {
    Distances distances;
    RoutedCells routed;
    std::vector<Value> cuts, cycles;
    std::vector<Value> routers;
};

// Columns terminals, router_links, degree_router_min, degree_router_max, router_connectivity, diameter_router_hops,
// avg_router_hops: links to hosts left out.
constexpr const char* router_columns[] = {"terminals",         "router_links",        "degree_router_min",
                                          "degree_router_max", "router_connectivity", "diameter_router_hops",
                                          "avg_router_hops"};

std::vector<Value> router_cells(const Network& network, const TopologyOptions& options, unsigned threads) {
    std::vector<Value> cells{whole(terminals_of(network).size())};
    const std::optional<Graph> routers = router_graph(network);
    if (!routers || routers->nodes() == 0) {
        cells.resize(std::size(router_columns), Missing{"terminals switch for others"});
        return cells;
    }
    const auto [least, most] = degree_range(*routers);
    const Missing large{"more than " + std::to_string(connectivity_nodes) + " nodes, --exhaustive starts it"};
    const bool quick = routers->nodes() <= connectivity_nodes || options.exhaustive;
    cells.insert(cells.end(), {whole(routers->links()), whole(least), whole(most),
                               quick ? Value(whole(arc_connectivity(*routers))) : Value(large)});
    const Distances d = quick ? measure_distances(*routers, threads) : Distances{};
    const Missing none{!quick ? large.reason : d.reason.empty() ? "one router has no pairs" : d.reason};
    const auto diameter = d.diameter();
    cells.push_back(diameter ? whole(*diameter) : Value(none));
    cells.push_back(value_or(d.average(pairs_of(options)), none));
    return cells;
}

Measured measure(const Network& network, const TopologyOptions& options, unsigned threads, std::uint64_t seed,
                 const std::function<bool(std::uint64_t, std::uint64_t)>& progress) {
    Measured m;
    m.distances = measure_terminal_distances(
        network, {.threads = threads, .exhaustive = options.exhaustive, .progress = progress});
    if (options.histogram && m.distances.histogram.empty())
        throw ComputationError(network.word + ": " + m.distances.reason);
    if (options.histogram) return m;
    if (!network.terminals.empty()) m.routers = router_cells(network, options, threads);
    m.routed = routed_cells(network, m.distances, options, pairs_of(options), threads);
    m.cuts = cut_cells(network, options, seed);
    m.cycles = cycle_cells(network, m.distances, options);
    return m;
}

// Every link of the networks, in the order of the graph. The node numbers and the cycles stand last: what is before
// them may hold commas.
int list_links(Run& run, const std::vector<std::shared_ptr<const Network>>& networks) {
    RowStream rows = run.stream(
        {"links",
         {"network", "link", "from", "to", "level", "axis", "wrap", "from_node", "to_node", "latency_cycles",
          "back_latency_cycles"},
         {},
         {"axis: its direction from the first end to the second; latency: from there to the second end, and back"}},
        true);
    const Missing alike{"the links are alike"};
    const Missing untold{"a graph file tells neither levels nor axes"};
    for (const auto& network : networks) {
        const Graph& graph = network->graph;
        const std::vector<std::uint32_t>& cycles = network->channel_latency_cycles;
        for (Link l = 0; l < graph.links() && !Run::interrupted(); ++l) {
            const Channel there = 2 * l;
            const LinkLabel& label = graph.label(l);
            const Node from = graph.source(there), to = graph.target(there);
            std::vector<Value> row =
                cells_of(network->word, l, network->addresses.print(from), network->addresses.print(to), label.level,
                         axis_of(graph, there), label.wrap ? "yes" : "no", from, to, alike, alike);
            if (network->family == nullptr) std::fill(row.begin() + 4, row.begin() + 7, untold);
            if (!cycles.empty()) {
                row[9] = whole(cycles[there]);
                row[10] = whole(cycles[Graph::reverse(there)]);
            }
            if (graph.one_way(l)) row[10] = Missing{"a one-way link"};
            rows.add(std::move(row));
        }
        if (!Run::interrupted()) continue;
        // Some links of a network are another network: a file of them is not written.
        run.keep_finished(network->word, run.common().output.empty());
        break;
    }
    rows.end();
    return Run::interrupted() ? 1 : 0;
}

int list_diversity(Run& run, const std::vector<std::shared_ptr<const Network>>& networks) {
    Table table{"ways from terminal to terminal",
                {"network", "pairs", "mean_minimal_paths", "least_minimal_paths", "single_path_share",
                 "mean_edge_disjoint_paths", "least_edge_disjoint_paths", "mean_node_disjoint_paths",
                 "least_node_disjoint_paths", "disjoint_pairs", "algebraic_connectivity"}};
    for (const auto& network : networks) {
        const auto done =
            Run::unless_interrupted([network, seed = run.common().seed,
                                     progress = run.watch("topology " + network->word + ", sources and pairs", 1)] {
                DiversityOptions options;
                options.seed = seed;
                options.progress = progress;
                return measure_diversity(*network, options);
            });
        if (!done) {
            run.keep_finished(network->word, !table.rows.empty());
            break;
        }
        const Diversity& d = *done;
        table.row(network->word, d.pairs, d.mean_minimal_paths, d.least_minimal_paths, d.single_path_share,
                  d.mean_edge_disjoint, d.least_edge_disjoint, d.mean_node_disjoint, d.least_node_disjoint,
                  d.disjoint_pairs, value_or(d.algebraic_connectivity, {"links go one way"}));
        if (d.disjoint_pairs < d.pairs)
            table.notes.push_back(network->word + ": disjoint paths of " + std::to_string(d.disjoint_pairs) + " of " +
                                  std::to_string(d.pairs) + " pairs, drawn (--seed)");
    }
    run.print(table);
    return run.interrupted() ? 1 : 0;
}

// What shows a table of its own goes with none of the options of the others.
void check_options(const TopologyOptions& options) {
    const std::pair<bool, const char*> others[] = {{options.average.has_value(), "--average"},
                                                   {options.routing.has_value(), "--routing"},
                                                   {options.ties.has_value(), "--ties"},
                                                   {options.no_bisection, "--no-bisection"}};
    for (const auto& [given, option] : others) {
        if (given && options.histogram)
            throw InputError("--histogram with " + std::string(option) +
                             ", it counts pairs along shortest paths and shows nothing else");
        if (given && options.links)
            throw InputError("--links with " + std::string(option) + ", it lists the links and measures nothing");
        if (given && options.diversity)
            throw InputError("--diversity with " + std::string(option) + ", it counts paths and shows nothing else");
    }
    if (options.diversity && (options.links || options.histogram || options.exhaustive))
        throw InputError("--diversity with " +
                         std::string(options.links       ? "--links"
                                     : options.histogram ? "--histogram"
                                                         : "--exhaustive") +
                         ", it counts paths and shows nothing else");
    if (options.links && options.histogram) throw InputError("--links with --histogram, need one of them");
    if (options.links && options.exhaustive)
        throw InputError("--links with --exhaustive, it lists the links and measures nothing");
}

int topology(Run& run, const TopologyOptions& options) {
    check_options(options);
    const Pairs pairs = pairs_of(options);
    Table table{
        "static metrics",
        {"network", "nodes", "links", "degree_min", "degree_max", std::string(name(Metric::diameter_hops)),
         "avg_distance_hops", "routed_diameter_hops", "routed_avg_distance_hops", "arc_connectivity", "bisection_links",
         "cost", "components", "bisection_lower_links", "bisection", "canonical_cut_links", "routing"}};
    if (options.average) table.columns.push_back({"average", ""});  // what the averages are over
    const auto column = [&](const char* name) { table.columns.push_back({name, ""}); };
    std::vector<std::shared_ptr<const Network>> networks;
    for (const std::string& word : options.networks)
        networks.push_back(std::make_shared<const Network>(make_network(word)));
    const bool hosts = std::ranges::any_of(networks, [](const auto& n) { return !n->terminals.empty(); });
    if (hosts) std::ranges::for_each(router_columns, column);
    Table histogram{"ordered pairs at each distance", {"network", "distance_hops", "pairs"}};
    if (options.links) return list_links(run, networks);
    if (options.diversity) return list_diversity(run, networks);
    const bool latencies =
        std::any_of(networks.begin(), networks.end(), [](const auto& n) { return !n->channel_latency_cycles.empty(); });
    if (latencies) column("diameter_cycles"), column("avg_distance_cycles");
    for (const auto& shared : networks) {
        const Network& network = *shared;
        // The searches look whether they are to stop, the rest is left where it is.
        const auto done =
            Run::unless_interrupted([shared, options, threads = run.common().threads, seed = run.common().seed,
                                     progress = run.watch("topology " + network.word + ", searches", 1)] {
                return measure(*shared, options, threads, seed, progress);
            });
        if (!done) {
            run.keep_finished(network.word, !table.rows.empty() || !histogram.rows.empty());
            break;
        }
        const Distances& d = done->distances;
        std::vector<std::string>& notes = (options.histogram ? histogram : table).notes;
        if (!network.terminals.empty()) {
            const std::string nodes = std::to_string(network.graph.nodes()),
                              sending = std::to_string(network.terminals.size());
            std::string note = network.word + ": distances are between the " + sending + " of " + nodes +
                               " nodes that send, links to them included";
            if (halves_hosts(network) && !options.histogram)
                note +=
                    "; degree_min, degree_max and arc_connectivity are those of all nodes, the bisection halves the " +
                    sending + ", switches where they cut least";
            notes.push_back(std::move(note));
        }
        if (network.graph.directed() && !options.histogram)
            notes.push_back(
                network.word +
                ": some links go one way; degrees count the links out of a node, components are strong ones");
        if (options.histogram) {
            std::uint64_t apart = std::uint64_t{d.nodes} * d.nodes;  // pairs that no path joins
            for (std::size_t h = 0; h < d.histogram.size(); ++h) {
                histogram.row(network.word, h, d.histogram[h]);
                apart -= d.histogram[h];
            }
            if (d.components > 1) histogram.row(network.word, Missing{"no path joins them"}, apart);
            continue;
        }
        const auto [least, most] = degree_range(network.graph);
        const Missing missing{d.reason.empty() ? "one node has no pairs" : d.reason};
        const auto diameter = d.diameter();
        const RoutedCells& routed = done->routed;
        const std::vector<Value>& cuts = done->cuts;
        std::vector<Value> row =
            cells_of(network.word, network.graph.nodes(), network.graph.links(), least, most,
                     diameter ? whole(*diameter) : Value(missing), value_or(d.average(pairs), missing), routed.longest,
                     routed.mean, cuts[0], cuts[1], diameter ? whole(std::uint64_t{most} * *diameter) : Value(missing),
                     d.components, cuts[2], cuts[3], cuts[4], routed.routing);
        if (options.average) row.emplace_back(*options.average);
        if (hosts && network.terminals.empty())
            row.insert(row.end(), {row[1], row[2], row[3], row[4], cuts[0], row[5], row[6]});
        else if (hosts) row.insert(row.end(), done->routers.begin(), done->routers.end());
        if (latencies) row.insert(row.end(), done->cycles.begin(), done->cycles.end());
        table.add(std::move(row));
    }
    run.print(options.histogram ? histogram : table);
    return run.interrupted() ? 1 : 0;
}

}  // namespace

Command topology_command() {
    const auto o = std::make_shared<TopologyOptions>();
    Command command{{{"networks", &o->networks},
                     {"--average", &o->average, one_of("distinct", "all-pairs")},
                     {"--routing", &o->routing},
                     {"--ties", &o->ties, one_of("positive", "literal", "split", "parity")},
                     {"--exhaustive", &o->exhaustive},
                     {"--no-bisection", &o->no_bisection},
                     {"--histogram", &o->histogram},
                     {"--diversity", &o->diversity},
                     {"--links", &o->links}},
                    {}};
    add_options(command.options, o->booksim.options());
    command.draw = [](const Table& table, const std::string&) -> std::vector<Plot> {
        if (table.columns.size() < 3 || table.columns[1].name != "distance_hops") return {};
        Plot plot = bars(table, "distance_hops", {{"pairs"}}, {"network"});
        plot.y.label = "ordered pairs";
        return {std::move(plot)};
    };
    command.draws = "--histogram";
    command.run = [o, options = command.options](Run& run) {
        apply_booksim(run, o->booksim, options, o->networks);
        return topology(run, *o);
    };
    return command;
}

}  // namespace wafernet::cli
