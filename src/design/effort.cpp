// Every coefficient is a time measured on one thread at 2 to 3 GHz, for 37 families of about 1,000 nodes: seconds over
// the number of steps named beside it.
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
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

constexpr double visit = 1e-9;          // a channel of one search
constexpr double cut_channel = 5e-6;    // a channel of flows and partitions
constexpr double followed_path = 3e-7;  // a path that is followed to its end
constexpr double table_entry = 4e-9;    // a channel of a routing table, for each destination
constexpr double spread_entry =
    1.5e-8;                          // the same where equal paths are spread, a third: one table serves three figures
constexpr double dependency = 2e-8;  // a channel of the dependency graph, for each destination
constexpr double dependency_with_choice = 8e-8;
constexpr double dependency_together = 5e-7;  // a hop of destinations that are followed together
constexpr double flow_hop = 8e-8;             // a hop of a pair of nodes in the plan of the latency model
constexpr double simulated = 1.0;      // what simulations take in place of the model, at most (EstimateOptions::budget)
constexpr double neighbours = 2.5e-9;  // two neighbours of one router that messages go between, for each third
constexpr double like_node = 5e-5;     // a node of a plan whose like flows are taken together
constexpr double routed_vc = 1.7e-7;   // a VC of a hop of a pair where the rule goes by the route
constexpr double like_hop = 1e-5;      // a hop of the messages of a node that no other is like, in its solution

// From the last node that messages go to, which is the hub of no network of ours.
double mean_hops(const Network& network) {
    const Graph& graph = network.graph;
    const std::vector<std::uint32_t> hops =
        hops_to(graph, network.terminals.empty() ? graph.nodes() - 1 : network.terminals.back());
    double sum = 0.0, reached = 0.0;
    for (const std::uint32_t h : hops) {
        if (h == unreached) continue;
        sum += h;
        reached += 1.0;
    }
    return std::max(sum / reached, 1.0);
}

bool has_table(const Network& network, const RoutingSpec& spec) {
    return network.family == nullptr || network.family->routings.empty() || is_minimal(spec) ||
           spec.name != network.family->routings.front().name;
}

// Routers with many ports join every channel with every other one, unless messages go one hop only.
double joined_channels(const Graph& graph, double hops) {
    double sum = 0.0;
    std::vector<Node> met(graph.nodes(), graph.nodes());  // the last router that has this neighbour
    for (Node v = 0; v < graph.nodes(); ++v) {
        double ports = 0.0;  // parallel channels are one
        for (const Channel c : graph.out(v)) ports += std::exchange(met[graph.target(c)], v) == v ? 0.0 : 1.0;
        sum += ports * ports * (hops > 1.0 ? ports : 1.0);
    }
    return hops > 1.0 ? sum : sum * static_cast<double>(graph.nodes()) / 64.0;
}

}  // namespace

PredictedSeconds predicted_seconds(const Network& network, const DynamicChoice& choice, bool unequal_links) {
    PredictedSeconds t;
    const Graph& graph = network.graph;
    if (graph.nodes() < 2) return t;
    const double nodes = graph.nodes(), channels = graph.channels();
    const bool classes =
        network.family != nullptr && network.family->source_classes != nullptr && graph.nodes() > brute_force_nodes;
    t.cuts = cut_channel * channels;
    t.distances = visit * channels * (classes ? 1.0 : nodes);
    try {
        const RoutingSpec spec = find_routing(choice.routing, network);
        const double hops = mean_hops(network);
        const double pairs =
            network.terminals.empty() ? nodes * nodes : std::pow(static_cast<double>(network.terminals.size()), 2);
        const double destinations = network.terminals.empty() ? nodes : static_cast<double>(network.terminals.size());
        const bool shared = network.shared_nodes > 0;
        double table = 0.0, paths = pairs, unlike_nodes = nodes;
        bool together = false, choices = false;
        if (has_table(network, spec)) {
            const bool spread = network.family == nullptr || network.family->routings.empty() ||
                                is_minimal(network.family->routings.front());
            table = (spread ? spread_entry : table_entry) * nodes * channels;
            for (const std::string_view word : {"adaptive", "duato", "valiant", "ugal"})
                choices = choices || spec.name.find(word) != std::string_view::npos;
        } else {
            const auto routing = spec.make(network, {});
            together = judged_together(network, *routing);
            choices = routing->adaptive();
            unlike_nodes = nodes / static_cast<double>(std::max<std::uint64_t>(routing->symmetry().copies, 1));
            paths = static_cast<double>(paths_to_follow(network, *routing));
        }
        t.routed = spec.name == "minimal" && network.terminals.empty() ? 0.0 : table + followed_path * paths;
        t.verdict = table + (together ? dependency_together * nodes * hops
                                      : (choices ? dependency_with_choice : dependency) * destinations * channels);
        t.latency = table + (choices || shared
                                 ? simulated
                                 : neighbours * joined_channels(graph, hops) +
                                       (together && !unequal_links ? like_node * nodes + like_hop * unlike_nodes * hops
                                                                   : flow_hop * pairs * hops));
        if (is_routed_vc_rule(choice.vc_rule))
            t.latency += routed_vc * pairs * hops * static_cast<double>(choice.vcs.value_or(3));
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
