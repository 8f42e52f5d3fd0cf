// wafernet topology: the static metrics of networks, from the graph and from the paths of their routing.
#include <algorithm>
#include <memory>

#include "../command.hpp"
#include "wafernet/distances.hpp"
#include "wafernet/error.hpp"
#include "wafernet/network.hpp"
#include "wafernet/routed.hpp"

namespace wafernet::cli {

namespace {

struct Options {
    std::vector<std::string> networks;
    std::string average = "distinct";
    std::optional<std::string> routing;
    std::string ties = "positive";
    bool exhaustive = false;
    bool histogram = false;
};

Ties ties_named(const std::string& name) {
    if (name == "literal") return Ties::literal;
    if (name == "split") return Ties::split;
    if (name == "parity") return Ties::parity;
    return Ties::positive;
}

// The routing asked for, or the family's own; null where the family has none.
const RoutingSpec* routing_of(const Network& network, const std::optional<std::string>& name) {
    const std::span<const RoutingSpec> all = network.family == nullptr ? std::span<const RoutingSpec>() : network.family->routings;
    if (!name) return all.empty() ? nullptr : &all.front();
    std::vector<std::string_view> names;
    for (const RoutingSpec& spec : all) {
        if (spec.name == *name) return &spec;
        names.push_back(spec.name);
    }
    std::string known;
    for (const std::string_view n : names) known += (known.empty() ? "" : ", ") + std::string(n);
    throw InputError(network.word + " has no routing '" + *name + "'" + did_you_mean(*name, names) + ", need " +
                     (known.empty() ? "a network with a routing of its own" : "one of " + known));
}

Value whole(std::uint64_t n) { return static_cast<std::int64_t>(n); }

int topology(Run& run, const Options& options) {
    const Pairs pairs = options.average == "all-pairs" ? Pairs::all : Pairs::distinct;
    const std::string average = options.average == "all-pairs" ? "avg_distance_all_pairs_hops" : "avg_distance_hops";
    Table table{"static metrics",
                {{"network", ""}, {"nodes", ""}, {"links", ""}, {"degree_min", ""}, {"degree_max", ""}, {"diameter_hops", ""},
                 {average, ""}, {"routed_diameter_hops", ""}, {"routed_" + average, ""}, {"cost", ""}, {"components", ""}, {"routing", ""}},
                {}, {}};
    Table histogram{"ordered pairs at each distance", {{"network", ""}, {"distance_hops", ""}, {"pairs", ""}}, {}, {}};
    for (const std::string& word : options.networks) {
        const Network network = make_network(word);
        const RoutingSpec* spec = routing_of(network, options.routing);
        const Distances d = measure_distances(network, {run.common().threads, options.exhaustive});
        std::uint32_t least = 0xFFFFFFFFU;
        std::uint32_t most = 0;
        for (Node v = 0; v < network.graph.nodes(); ++v) {
            least = std::min(least, network.graph.degree(v));
            most = std::max(most, network.graph.degree(v));
        }
        const Missing missing{d.reason.empty() ? "one node has no pairs" : d.reason};
        const auto diameter = d.diameter();
        const auto mean = d.average(pairs);
        std::vector<Value> row{network.word, whole(network.graph.nodes()), whole(network.graph.links()), whole(least), whole(most),
                               diameter ? whole(*diameter) : Value(missing), mean ? Value(*mean) : Value(missing)};
        if (spec == nullptr) {
            row.insert(row.end(), {Missing{"no routing of its own"}, Missing{"no routing of its own"}});
        } else if (d.components != 1) {
            row.insert(row.end(), {missing, missing});
        } else {
            const auto routing = spec->make(network, {ties_named(options.ties)});
            const RoutedLengths r = measure_routed(network, *routing, {run.common().threads, options.exhaustive});
            row.push_back(whole(r.longest));
            row.push_back(r.pairs == 0 ? Value(missing) : Value(pairs == Pairs::all ? r.mean_all_pairs() : r.mean()));
        }
        row.push_back(diameter ? whole(std::uint64_t{most} * *diameter) : Value(missing));
        row.push_back(whole(d.components));
        row.push_back(spec == nullptr ? Value(Missing{"shortest paths only"}) : Value(std::string(spec->name)));
        table.add(std::move(row));
        for (std::size_t h = 0; h < d.histogram.size(); ++h) histogram.add({network.word, whole(h), whole(d.histogram[h])});
    }
    run.print(options.histogram ? histogram : table);
    return 0;
}

}  // namespace

Command topology_command() {
    const auto o = std::make_shared<Options>();
    return {"topology",
            "static metrics of networks, from the graph and from the paths of their routing",
            "Examples:\n  wafernet topology torus:8x8 mesh:8x8\n  wafernet topology mesh:8x8 --histogram --format csv\n",
            {{"networks", "network words, such as torus:8x8", &o->networks, true},
             {"--average", "average over ordered distinct pairs, or over all pairs with a node to itself", &o->average, false, {"distinct", "all-pairs"}},
             {"--routing", "routing of the routed metrics; the family's own if not given", &o->routing},
             {"--ties", "direction round a ring when both are equally long", &o->ties, false, {"positive", "literal", "split", "parity"}},
             {"--exhaustive", "search from every node and to every destination, whatever symmetries are known", &o->exhaustive},
             {"--histogram", "print the number of ordered pairs at each distance instead", &o->histogram}},
            [o](Run& run) { return topology(run, *o); }};
}

}  // namespace wafernet::cli
