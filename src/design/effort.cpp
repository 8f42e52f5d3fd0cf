// Every coefficient is a time measured on one thread at 2 to 3 GHz: seconds over the number of steps named beside it,
// for 37 families of about 1,000 nodes and 150 drawn comparisons of 64 to 1,024.
#include "wafernet/design/effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/breadth_first.hpp"
#include "routing/shortest.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet {

namespace {

constexpr double visit = 4e-10;         // a channel of one search
constexpr double cut_channel = 1.2e-6;  // a channel of flows and partitions
constexpr double followed_path = 3e-7;  // a path that is followed to its end
constexpr double table_entry = 4.5e-9;  // a channel of a routing table, for each destination
constexpr double dependency = 1.5e-7;   // a channel on the way to a destination
constexpr double dependency_with_choice = 8e-7;
constexpr double dependency_together = 5e-7;  // a hop of destinations that are followed together
constexpr double by_hop = 1e-7;               // a channel on the way to a destination, for its rule
constexpr double by_dateline = 6e-7;          // the same, and for each forty hops
constexpr double by_layer = 4e-7;             // a hop of a pair
constexpr double flow_hop = 8e-9;             // a hop of a pair of nodes in the plan of the latency model
constexpr double like_node = 2e-5;            // a node of a plan whose like flows are taken together
constexpr double planned_arc = 1.5e-6;        // of messages from one class to the next, planned and lumped
constexpr double simulated_node = 4e-3;       // what simulations take in place of the model, at most a second

// How messages go, as one search finds it from the last node that they go to, the hub of no network of ours.
struct Ways {
    double hops = 1.0;     // mean
    double longest = 1.0;  // hops
    double moves = 0.0;    // channels of shortest paths to it

    explicit Ways(const Network& network) {
        const Graph& graph = network.graph;
        const std::vector<std::uint32_t> away =
            hops_to(graph, network.terminals.empty() ? graph.nodes() - 1 : network.terminals.back());
        double sum = 0.0, reached = 0.0;
        for (const std::uint32_t h : away) {
            if (h == unreached) continue;
            sum += h, reached += 1.0, longest = std::max(longest, static_cast<double>(h));
        }
        hops = std::max(sum / reached, 1.0);
        for (Channel c = 0; c < graph.channels(); ++c) {
            const std::uint32_t from = away[graph.source(c)];
            moves += from != unreached && from == away[graph.target(c)] + 1 ? 1.0 : 0.0;
        }
    }
    [[nodiscard]] bool one_hop() const { return longest < 2.0; }
};

bool has_table(const Network& network, const RoutingSpec& spec) {
    return network.family == nullptr || network.family->routings.empty() || is_minimal(spec) ||
           spec.name != network.family->routings.front().name;
}

// What is known of the routes before they are made.
struct Routes {
    double nodes, destinations, pairs;  // destinations: the nodes that send
    double table = 0.0;                 // seconds
    double paths = 0.0;                 // that are followed to measure them
    double unlike = 0.0;                // nodes that no symmetry of the routing takes to each other
    bool by_table = false, together = false, choices = false;
    std::string rule;
    double classes = 1.0;  // of virtual channels

    Routes(const Network& network, const DynamicChoice& choice, const RoutingSpec& spec, const Ways& ways)
        : nodes(network.graph.nodes()),
          destinations(network.terminals.empty() ? nodes : static_cast<double>(network.terminals.size())),
          pairs(destinations * destinations),
          paths(pairs),
          unlike(nodes),
          by_table(has_table(network, spec)),
          rule(vc_rule_of(simulation_choice(choice), spec)) {
        if (by_table) {
            table = table_entry * nodes * network.graph.channels();
            for (const std::string_view word : {"adaptive", "duato", "valiant", "ugal"})
                choices = choices || spec.name.find(word) != std::string_view::npos;
        } else {
            const auto routing = spec.make(network, {});
            together = judged_together(network, *routing);
            choices = routing->adaptive();
            unlike = nodes / static_cast<double>(std::max<std::uint64_t>(routing->symmetry().copies, 1));
            paths = static_cast<double>(paths_to_follow(network, *routing));
        }
        classes = rule == "hop"             ? ways.longest
                  : is_routed_vc_rule(rule) ? 4.0
                                            : static_cast<double>(make_vc_rule(rule, network).vcs);
    }

    // Channels on the ways to all destinations; more than some from one node take little.
    [[nodiscard]] double moves(const Ways& ways) const {
        return destinations * (by_table ? std::min(ways.moves, 6.0 * nodes) : nodes);
    }
    // Seconds that the rule takes to see all routes.
    [[nodiscard]] double of_rule(const Ways& ways) const {
        if (!is_routed_vc_rule(rule)) return 0.0;
        if (rule == "layers") return by_layer * pairs * ways.hops;
        return moves(ways) * (rule == "hop" ? by_hop : by_dateline * (1.0 + ways.hops / 40.0));
    }
};

// Sets the seconds of the latency model: its plan, and the solution of what like channels leave of it.
void add_model(PredictedSeconds& t, const Network& network, const Routes& r, const Ways& ways, bool alike) {
    const double channels = network.graph.channels();
    double turns = 0.0;                                                   // from neighbour to neighbour of a node
    std::vector<Node> met(network.graph.nodes(), network.graph.nodes());  // the last router that has this neighbour
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        double ports = 0.0;  // parallel channels are one
        for (const Channel c : network.graph.out(v))
            ports += std::exchange(met[network.graph.target(c)], v) == v ? 0.0 : 1.0;
        turns += ports * (ports - 1.0);
    }
    const double used = std::min(turns * std::min(r.classes, 2.0), r.pairs * (ways.hops - 1.0));
    const double arcs = used + 2.0 * channels * std::max(1.0, 0.65 * r.classes);  // messages begin and end in most
    t.plan = flow_hop * r.pairs * ways.hops + planned_arc * arcs;
    double left = arcs;
    if (ways.one_hop() || (!r.by_table && !is_routed_vc_rule(r.rule))) {
        if (r.together && alike) t.plan = like_node * r.nodes;
        if (r.together || ways.one_hop()) left = std::min(arcs, 2.5 * r.unlike);
    }
    t.latency = t.plan + LatencyModel::solving_seconds(std::min(left, 60'000.0), r.classes, ways.longest + 2.0);
}

}  // namespace

PredictedSeconds predicted_seconds(const Network& network, const DynamicChoice& choice, bool unequal_links) {
    PredictedSeconds t;
    const Graph& graph = network.graph;
    if (graph.nodes() < 2) return t;
    const double nodes = graph.nodes(), channels = graph.channels();
    const bool classes =
        network.family != nullptr && network.family->source_classes != nullptr && graph.nodes() > brute_force_nodes;
    const Ways ways(network);
    t.cuts = cut_channel * (ways.one_hop() ? nodes : channels);
    t.distances = visit * channels * (classes || ways.one_hop() ? 1.0 : nodes);
    try {
        const RoutingSpec spec = find_routing(choice.routing, network);
        const Routes r(network, choice, spec, ways);
        t.routed = spec.name == "minimal" && network.terminals.empty() ? 0.0 : r.table + followed_path * r.paths;
        t.verdict = r.table + r.of_rule(ways) +
                    (r.together ? dependency_together * nodes * ways.hops
                                : (r.choices ? dependency_with_choice : dependency) * r.moves(ways));
        if (r.choices || network.shared_nodes > 0) t.latency = std::min(1.0, simulated_node * nodes);
        else if (r.classes <= max_vcs) add_model(t, network, r, ways, !unequal_links);
    } catch (const Error&) {  // its figures say what is wrong
    }
    return t;
}

Admitted admitted(const PredictedSeconds& seconds, double budget) {
    Admitted yes;
    std::array<std::pair<double, bool*>, 5> all = {{{seconds.cuts, &yes.cuts},
                                                    {seconds.distances, &yes.distances},
                                                    {seconds.routed, &yes.routed},
                                                    {seconds.verdict, &yes.verdict},
                                                    {seconds.latency, &yes.latency}}};
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double sum = 0.0;
    for (const auto& [cost, shown] : all) *shown = (sum += cost) <= budget;
    return yes;
}

}  // namespace wafernet
