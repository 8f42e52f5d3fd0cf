// Counts and distances of the graph, and lengths of the paths of the routing, the network's own where none is chosen.

#include "../figures.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/metric.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/measure/router_graph.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::cli {

namespace {

template <class T> Value or_missing(const std::optional<T>& value, const Missing& reason) {
    if (!value) return reason.reason.empty() ? Missing{"one node has no pairs"} : reason;
    if constexpr (std::is_same_v<T, double>) return *value;
    else return whole(*value);
}

Figure counted(std::string_view section, Metric metric, Value value) {
    return {std::string(section), std::string(name(metric)),
            std::move(value),     std::string(unit(metric)),
            kinds::exact,         "graph"};
}

std::vector<Figure> cuts(const FigureRequest& request) {
    const Graph& graph = request.network().graph;
    if (graph.nodes() < 2) return {};
    // The least cut known, whether it is proven to be the least, and what was proven.
    const auto halves = [hosts = halves_hosts(request.network())](std::uint64_t links, bool exact, const char* how,
                                                                  Value lower) {
        const std::string status = exact ? "exact" : std::string("upper bound, ") + how;
        Figure least = counted("structure", Metric::bisection_links, whole(links));
        if (hosts) least.source = "graph, halves of the nodes that send";
        if (!exact) {
            least.kind = kinds::bound;
            least.source =
                std::string(hosts ? "graph, halves of the nodes that send, upper bound, " : "graph, upper bound, ") +
                how;
        }
        return std::vector<Figure>{std::move(least),
                                   {"structure", "bisection_lower_links", std::move(lower), "links",
                                    exact ? kinds::exact : kinds::bound, "graph, lower bound"},
                                   {"structure", "bisection", status, "status", kinds::exact, "graph"}};
    };
    std::vector<Figure> all;
    if (graph.directed()) {
        const Value connectivity =
            request.shown.cuts ? whole(arc_connectivity(graph)) : Value(left_out(request, request.seconds.cuts));
        return {counted("structure", Metric::arc_connectivity, connectivity),
                counted("structure", Metric::bisection_links, Missing{one_way_bisection})};
    }
    if (!request.shown.cuts) {
        const Missing later = left_out(request, request.seconds.cuts);
        all =
            halves(measure_bisection(request.network(), {.few_cuts = true}).upper, false, "best of a few cuts", later);
        all.insert(all.begin(), counted("structure", Metric::arc_connectivity, later));
        return all;
    }
    const std::uint32_t connectivity = arc_connectivity(request.network());
    const Bisection b = measure_bisection(request.network(), {.at_least = connectivity,
                                                              .seeds = request.thorough ? 6U : 1U,
                                                              .seed = request.seed,
                                                              .most_paths = request.thorough ? 20'000'000U : 200'000U});
    all = halves(b.upper, b.exact(), graph.nodes() > bisection_nodes ? "best of a few cuts" : "least cut found",
                 whole(b.lower));
    all.insert(all.begin(), counted("structure", Metric::arc_connectivity, whole(connectivity)));
    return all;
}

// The routers among themselves, links to hosts left out; where every node sends these are the network's own figures.
void add_routers(std::vector<Figure>& all, const FigureRequest& request, const Distances& own,
                 const Missing& unmeasured) {
    const Network& network = request.network();
    const bool hosts = !network.terminals.empty();
    const std::optional<Graph> routers = router_graph(network);
    if (!routers || routers->nodes() == 0) return;
    const auto add = [&](const char* metric, const char* unit, Value value, const char* section) {
        all.push_back({section, metric, std::move(value), unit, kinds::exact,
                       hosts ? "graph, routers and the links between them" : "graph"});
        all.back().aside = !hosts;
    };
    const auto [least, most] = degree_range(*routers);
    const bool apart = hosts && request.shown.distances && own.components == 1;
    const Distances among = apart ? measure_distances(*routers, request.threads) : own;
    const Missing none = apart ? Missing{among.reason} : unmeasured;
    const auto distance = [&](auto value) { return hosts && !apart ? Value(none) : or_missing(value, none); };
    add("router_links", "links", whole(routers->links()), "structure");
    add("degree_router_min", "ports", whole(least), "structure");
    add("degree_router_max", "ports", whole(most), "structure");
    if (hosts)
        add("router_connectivity", "channels",
            request.shown.cuts ? whole(arc_connectivity(*routers)) : Value(left_out(request, request.seconds.cuts)),
            "structure");
    add("diameter_router_hops", "hops", distance(among.diameter()), "distances");
    add("avg_router_hops", "hops", distance(among.average(Pairs::distinct)), "distances");
}

struct Routed {
    Value longest, mean;
    std::string source;
};

Routed routed_lengths(const FigureRequest& request, const Distances& distances, const Missing& unmeasured) {
    const Network& network = request.network();
    const DynamicChoice& words = request.point().dynamic;
    const auto both = [](const Missing& reason) { return Routed{reason, reason, "paths of the routing"}; };
    if (distances.components != 1) return both(unmeasured);
    try {
        const RoutingSpec spec = find_routing(words.routing, network);
        const std::string source = "routing " + std::string(spec.name) +
                                   (words.ties.empty() ? "" : ", ties " + words.ties) +
                                   (network.terminals.empty() ? "" : ", between terminals");
        if (spec.name == "minimal" && network.terminals.empty() &&
            network.channel_latency_cycles.empty()) {  // its paths have fewest hops
            return {or_missing(distances.diameter(), unmeasured),
                    or_missing(distances.average(Pairs::distinct), unmeasured), source};
        }
        if (!request.shown.routed) {
            const Missing later = left_out(request, request.seconds.routed);
            return {later, later, source};
        }
        const RoutedLengths& lengths = request.design.routed(request.threads);
        return {whole(lengths.longest),
                lengths.pairs > 0 ? Value(lengths.mean()) : Value(Missing{"one node has no pairs"}), source};
    } catch (const Error& error) {
        return both({error.what()});
    }
}

}  // namespace

std::vector<Figure> structure_figures(const FigureRequest& request) {
    const Network& network = request.network();
    const Graph& graph = network.graph;
    const auto [least, most] = degree_range(graph);

    std::vector<Figure> all = {counted("structure", Metric::nodes, whole(graph.nodes())),
                               counted("structure", Metric::links, whole(graph.links())),
                               counted("structure", Metric::degree_min, whole(least)),
                               counted("structure", Metric::degree_max, whole(most))};
    if (!network.terminals.empty()) all[0].source = "graph, switches too";
    Figure terminals{"structure",  "terminals", whole(terminals_of(network).size()), "nodes",
                     kinds::exact, "graph",     "nodes that send and receive"};
    terminals.aside = network.terminals.empty();
    all.push_back(std::move(terminals));
    for (Figure& figure : cuts(request)) all.push_back(std::move(figure));

    // Where there is no time only the components are counted.
    const double visits = request.shown.distances ? most_visits : 0.0;
    const Distances distances = measure_distances(network, {request.threads, false, visits});
    const bool late = distances.components == 1 && graph.nodes() > 1;  // if there is no diameter
    const Missing unmeasured = late && !request.shown.distances && distances.left_out <= most_visits
                                   ? left_out(request, request.seconds.distances)
                                   : Missing{distances.reason, late};
    Figure components{"structure", "components", whole(distances.components), "parts", kinds::exact, "graph"};
    components.aside = distances.components == 1;
    all.push_back(std::move(components));
    const std::size_t first = all.size();
    const Distances ends = network.terminals.empty() || visits == 0.0
                               ? distances
                               : measure_terminal_distances(network, {request.threads, false, visits});
    const auto diameter = ends.diameter();
    all.push_back(counted("distances", Metric::diameter_hops, or_missing(diameter, unmeasured)));
    all.push_back(
        counted("distances", Metric::avg_distance_hops, or_missing(ends.average(Pairs::distinct), unmeasured)));
    all.push_back(
        counted("distances", Metric::cost, diameter ? whole(std::uint64_t{*diameter} * most) : Value(unmeasured)));
    for (std::size_t i = first; i < all.size() && !network.terminals.empty(); ++i)
        all[i].source = "graph, between terminals";
    add_routers(all, request, distances, unmeasured);

    const Routed routed = routed_lengths(request, distances, unmeasured);
    for (const auto& [metric, value] : {std::pair{Metric::routed_diameter_hops, routed.longest},
                                        std::pair{Metric::routed_avg_distance_hops, routed.mean}}) {
        all.push_back(
            {"distances", std::string(name(metric)), value, std::string(unit(metric)), kinds::routed, routed.source});
        all.back().aside = distances.components != 1;
    }
    return all;
}

}  // namespace wafernet::cli
