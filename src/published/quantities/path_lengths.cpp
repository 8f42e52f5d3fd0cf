// Diameter, average distance and cost: by shortest paths in the graph, and by the network's own routing.

#include "wafernet/base/error.hpp"
#include "wafernet/core/metric.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/measure/router_graph.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

constexpr Node most_routed_nodes =
    16384;  // following every header of a larger network takes longer than a table should

const Distances& distances(const Subject& s, Workbench& bench) {
    return bench.remember("distances " + s.network, [&] {
        return measure_distances(bench.network(s.network), DistanceOptions{bench.threads, false});
    });
}

Value average(const Subject& s, Workbench& bench, Pairs pairs) {
    const Distances& d = distances(s, bench);
    return value_or(d.average(pairs), {d.reason});
}

Value diameter_of(const Subject& s, Workbench& bench) {
    const Distances& d = distances(s, bench);
    const auto longest = d.diameter();
    return longest ? Value(std::int64_t{*longest}) : Value(Missing{d.reason});
}

std::int64_t degree(const Subject& s, Workbench& bench) { return degree_range(bench.network(s.network).graph).second; }

Value times_degree(const Value& hops, const Subject& s, Workbench& bench) {
    const auto* whole = std::get_if<std::int64_t>(&hops);
    return whole == nullptr ? hops : Value(*whole * degree(s, bench));
}

// Lengths under the routing that argument `routing` names, the family's own where it is not given; nothing where there
// is none.
const std::optional<RoutedLengths>& routed(const Subject& s, Workbench& bench) {
    const std::string wanted = s.maybe_word("routing").value_or("");
    return bench.remember("routed " + s.network + " " + wanted, [&]() -> std::optional<RoutedLengths> {
        const Network& network = bench.network(s.network);
        if (network.family == nullptr || network.family->routings.empty() || network.graph.nodes() > most_routed_nodes)
            return std::nullopt;
        for (const RoutingSpec& spec : network.family->routings) {
            if (!wanted.empty() && spec.name != wanted) continue;
            return measure_routed(network, *spec.make(network, {}), RoutedOptions{bench.threads, false});
        }
        throw InputError("no routing '" + wanted + "' here");
    });
}

Value routed_longest(const Subject& s, Workbench& bench) {
    const auto& lengths = routed(s, bench);
    return lengths ? Value(std::int64_t{lengths->longest}) : Value(Missing{"no routing, or too large to follow"});
}

Evaluation diameter(const Subject& s, Workbench& bench) { return {diameter_of(s, bench)}; }
Evaluation average_distinct(const Subject& s, Workbench& bench) { return {average(s, bench, Pairs::distinct)}; }
Evaluation average_all(const Subject& s, Workbench& bench) { return {average(s, bench, Pairs::all)}; }
Evaluation cost(const Subject& s, Workbench& bench) { return {times_degree(diameter_of(s, bench), s, bench)}; }
Evaluation connected(const Subject& s, Workbench& bench) {
    return answer(count_components(bench.network(s.network).graph) == 1);
}

// The diameter as a multiple of another network's: argument `reference`.
Evaluation diameter_ratio(const Subject& s, Workbench& bench) {
    const Value own = diameter_of(s, bench);
    const Value other = diameter_of(Subject{s.word("reference"), {}}, bench);
    const auto* a = std::get_if<std::int64_t>(&own);
    const auto* b = std::get_if<std::int64_t>(&other);
    if (a == nullptr || b == nullptr || *b == 0) return {Missing{"no diameter"}};
    return {static_cast<double>(*a) / static_cast<double>(*b)};
}

Evaluation routed_diameter(const Subject& s, Workbench& bench) { return {routed_longest(s, bench)}; }
Evaluation routed_cost(const Subject& s, Workbench& bench) {
    return {times_degree(routed_longest(s, bench), s, bench)};
}
Evaluation routed_average(const Subject& s, Workbench& bench) {
    const auto& lengths = routed(s, bench);
    return {lengths ? Value(lengths->mean()) : Value(Missing{"no routing, or too large to follow"})};
}
Evaluation routed_average_all(const Subject& s, Workbench& bench) {
    const auto& lengths = routed(s, bench);
    return {lengths ? Value(lengths->mean_all_pairs()) : Value(Missing{"no routing, or too large to follow"})};
}

Quantity of_graph(std::string_view name, std::string_view title, Kind kind,
                  Evaluation (*evaluate)(const Subject&, Workbench&)) {
    return {.name = name, .title = title, .kind = kind, .evaluate = evaluate, .of_graph = true};
}

const Quantity list[] = {
    of_graph(name(Metric::diameter_hops), "shortest paths in the graph", Kind::exact, diameter),
    of_graph("avg_distance_hops", "shortest paths, distinct pairs", Kind::exact, average_distinct),
    of_graph("avg_distance_all_pairs_hops", "shortest paths, a node to itself included (sum / N^2)", Kind::exact,
             average_all),
    of_graph("cost", "degree x diameter by shortest paths", Kind::exact, cost),
    of_graph("diameter_ratio", "diameter as a multiple of another network's", Kind::exact, diameter_ratio),
    {"connected", "every node reaches every other", Kind::exact, true, connected},
    of_graph("routed_diameter_hops", "the longest path of the network's own routing", Kind::routed, routed_diameter),
    of_graph("routed_avg_distance_hops", "the mean path of the network's own routing, distinct pairs", Kind::routed,
             routed_average),
    of_graph("routed_avg_distance_all_pairs_hops", "the mean path of the network's own routing, sum / N^2",
             Kind::routed, routed_average_all),
    of_graph("routed_cost", "degree x longest path of the network's own routing", Kind::routed, routed_cost),
};

}  // namespace

std::span<const Quantity> path_lengths_quantities() { return list; }

}  // namespace wafernet::published
