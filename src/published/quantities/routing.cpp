// What following all routes settles: deadlock freedom, channel load, turns, adaptiveness. Arguments: routing, vc_rule,
// vcs, ties and hold as on the command line, traffic; dimensions and so on where a quantity is not one of a network.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/turn_model.hpp"
#include "wafernet/routing/vc_repair.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet::published {

namespace {

RoutingChoice choice_of(const Subject& s) {
    RoutingChoice choice;
    choice.routing = s.maybe_word("routing").value_or("");
    choice.vc_rule = s.maybe_word("vc_rule").value_or("");
    choice.vcs = static_cast<int>(s.maybe_number("vcs").value_or(0.0));
    choice.ties = ties_named(s.maybe_word("ties").value_or("positive"));
    return choice;
}

std::string key_of(const Subject& s) {
    const RoutingChoice c = choice_of(s);
    return s.network + " " + c.routing + " " + c.vc_rule + " " + std::to_string(c.vcs) + " " +
           std::to_string(static_cast<int>(c.ties)) + " " + s.maybe_word("hold").value_or("");
}

// Channels to escape by, and whatever else falls free, do where a buffer holds one message (hold =
// "until-buffer-left"); where it may hold several all dependencies have to be without a cycle.
bool may_share_buffers(const Subject& s) { return s.maybe_word("hold").value_or("") == "until-tail-sent"; }

const wafernet::Verdict& verdict_of(const Subject& s, Workbench& bench) {
    return bench.remember("deadlock verdict " + key_of(s), [&] {
        const Network& network = bench.network(s.network);
        const ChosenRouting chosen = choose_routing(network, choice_of(s));
        VerdictOptions options{bench.threads};
        if (chosen.escape != 0 && !may_share_buffers(s))
            options.escape = chosen.escape == chosen.routing->escape_vcs() ? escape_by_routing(*chosen.routing)
                                                                           : escape_by_vcs(chosen.escape);
        return deadlock_verdict(network, *chosen.routing, chosen.rule, options);
    });
}

Evaluation is_deadlock_free(const Subject& s, Workbench& bench) {
    const wafernet::Verdict& verdict = verdict_of(s, bench);
    const bool free = may_share_buffers(s) ? verdict.acyclic : verdict.deadlock_free();
    return answer(free);
}

// "yes" where no single faulty node makes the graph cyclic.
Evaluation one_fault_deadlock_free(const Subject& s, Workbench& bench) {
    const Node nodes = bench.network(s.network).graph.nodes();
    std::vector<std::string> cyclic;
    for (Node fault = 0; fault < nodes; ++fault) {
        Network network = make_network(s.network);
        network.terminals.clear();
        for (Node v = 0; v < nodes; ++v) {
            if (v != fault) network.terminals.push_back(v);
        }
        RoutingChoice choice = choice_of(s);
        choice.faulty = {fault};
        const ChosenRouting chosen = choose_routing(network, choice);
        if (!deadlock_verdict(network, *chosen.routing, chosen.rule, {bench.threads, {}}).acyclic)
            cyclic.push_back(network.addresses.print(fault));
    }
    if (cyclic.empty()) return answer(true);
    return {std::string("no"),
            {},
            fmt::format("{} of {} single faults make it cyclic, such as {}", cyclic.size(), nodes, cyclic.front())};
}

// One virtual channel more than is proven not to do, or as few as the search finds.
Evaluation least_vcs(const Subject& s, Workbench& bench) {
    const VcRepair& repair = bench.remember("repair " + key_of(s), [&] {
        const Network& network = bench.network(s.network);
        const ChosenRouting chosen = choose_routing(network, choice_of(s));
        const VcRepairSubject subject{&network, chosen.routing.get()};
        VcRepairOptions options;
        options.threads = bench.threads;
        return find_vc_repair({&subject, 1}, options);
    });
    if (!repair.found) return {Missing{"no rule found"}};
    return {std::int64_t{repair.vcs}, {}, repair.smallest ? "" : "fewer are not proven impossible"};
}

const ChannelLoad& load_of(const Subject& s, Workbench& bench) {
    const std::string traffic = s.maybe_word("traffic").value_or("uniform");
    return bench.remember("channel load " + key_of(s) + " " + traffic, [&] {
        const Network& network = bench.network(s.network);
        const ChosenRouting chosen = choose_routing(network, choice_of(s));
        return channel_load(network, *chosen.routing, chosen.rule,
                            *make_traffic(traffic, network, {.routing = chosen.routing.get()}), bench.threads);
    });
}

Evaluation traffic_mean_hops(const Subject& s, Workbench& bench) { return {load_of(s, bench).mean_hops}; }

// Standard deviation of the channels' loads by their mean.
double variation_of(const Subject& s, Workbench& bench) {
    const ChannelLoad& load = load_of(s, bench);
    double squares = 0.0;
    for (const double rate : load.channel) squares += (rate - load.mean()) * (rate - load.mean());
    return std::sqrt(squares / static_cast<double>(load.channel.size())) / load.mean();
}

// Argument than_routing: another one on the same network.
Evaluation load_more_even(const Subject& s, Workbench& bench) {
    Subject other = s;
    other.arguments["routing"] = s.word("than_routing");
    const double own = variation_of(s, bench), others = variation_of(other, bench);
    return answer(own < others,
                  fmt::format("standard deviation of the channels' loads {:.3g} of their mean, {:.3g} with {}", own,
                              others, s.word("than_routing")));
}

// Of a hypercube: the mean load of the channels between nodes with d and d + 1 bits set, for every d.
Evaluation load_falls_from_zero(const Subject& s, Workbench& bench) {
    const Graph& graph = bench.network(s.network).graph;
    const ChannelLoad& load = load_of(s, bench);
    std::map<int, std::pair<double, double>> at;  // sum, channels
    for (Channel c = 0; c < graph.channels(); ++c) {
        auto& [sum, count] = at[std::popcount(graph.source(c) & graph.target(c))];
        sum += load.channel[c];
        ++count;
    }
    bool falls = true;
    std::string means;
    double last = std::numeric_limits<double>::infinity();
    for (const auto& [bits, entry] : at) {
        const double mean = entry.first / entry.second;
        falls = falls && mean < last;
        last = mean;
        means += fmt::format("{}{:.3g}", means.empty() ? "" : ", ", mean);
    }
    return answer(falls, "loads by distance from node 0: " + means);
}

const TurnCount& turns_of(const Subject& s, Workbench& bench) {
    const std::string what = s.word("turns_of");
    return bench.remember("turn sets " + what, [&] { return count_turns(what); });
}

template <auto member> Evaluation turn(const Subject& s, Workbench& bench) {
    const std::optional<std::uint64_t> n = turns_of(s, bench).*member;
    return {n ? Value(whole(*n)) : Value(Missing{"not counted"})};
}

const AdaptiveConstruction& construction_of(const Subject& s, Workbench& bench) {
    const int n = static_cast<int>(s.number("dimensions"));
    return bench.remember("maximally adaptive " + std::to_string(n), [&] { return maximally_adaptive(n); });
}

template <auto set, Turn turn> Evaluation turns_kept(const Subject& s, Workbench& bench) {
    return {whole((construction_of(s, bench).*set).count(turn))};
}
Evaluation maximal_vcs(const Subject& s, Workbench& bench) { return {std::int64_t{construction_of(s, bench).vcs}}; }
Evaluation possible_turns(const Subject& s, Workbench& bench) { return {whole(construction_of(s, bench).possible)}; }
Evaluation degree(const Subject& s, Workbench& bench) {
    const AdaptiveConstruction& c = construction_of(s, bench);
    return {static_cast<double>(c.maximal.count(Turn::ninety)) / static_cast<double>(c.possible)};
}

const Adaptiveness& adaptiveness_of(const Subject& s, Workbench& bench) {
    return bench.remember("adaptiveness " + key_of(s), [&] {
        const Network& network = bench.network(s.network);
        const ChosenRouting chosen = choose_routing(network, choice_of(s));
        return adaptiveness(network, *chosen.routing, chosen.rule, bench.threads);
    });
}

Evaluation share_is_above(const Subject& s, Workbench& bench) {
    const double value = adaptiveness_of(s, bench).mean_ratio;
    return answer(value > s.number("bound") + 1e-12, fmt::format("{:.4g}", value));
}

// Argument bound, all where there is none.
template <double Adaptiveness::*share> Evaluation share_reaches(const Subject& s, Workbench& bench) {
    const double value = adaptiveness_of(s, bench).*share;
    return answer(value > s.maybe_number("bound").value_or(1.0) - 1e-12, fmt::format("{:.4g}", value));
}

// The fewest virtual channels of which every hop that a message can be given permits one, whatever the routing
// declares.
Evaluation vcs_named(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const auto routing = make_routing(s.word("routing"), network);
    const std::vector<Node> terminals = terminals_of(network);
    int vcs = 1;
    std::vector<Head> heads;
    std::vector<Hop> hops;
    for (const Node to : terminals) {
        std::set<std::tuple<Node, Channel, std::uint32_t>> seen;
        heads.clear();
        const auto reach = [&](const Head& head) {
            if (head.node != to && seen.emplace(head.node, head.arrived_by, head.state).second) heads.push_back(head);
        };
        for (const Node from : terminals) {
            if (from != to) reach({from, no_channel, routing->start(from, to)});
        }
        while (!heads.empty()) {
            const Head head = heads.back();
            heads.pop_back();
            hops.clear();
            routing->next(head, to, hops);
            for (const Hop& hop : hops) {
                vcs = std::max(vcs, std::countr_zero(hop.vcs) + 1);
                reach({network.graph.target(hop.channel), hop.channel, hop.state});
            }
        }
    }
    return {std::int64_t{vcs}};
}

// Arguments at, to, and after_phase: the phase that the last hop belonged to (0: at the source).
Evaluation choices(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const std::string name = s.word("routing");
    const auto& routing = bench.remember("routing " + s.network + " " + name,
                                         [&] { return std::shared_ptr<const Routing>(make_routing(name, network)); });
    // Follow the printed path so far to have the header it would have.
    const std::string text = s.word("path");
    const Node to = network.addresses.parse(s.word("to"));
    std::vector<Node> path;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        path.push_back(network.addresses.parse(text.substr(at, end - at)));
        at = end + 1;
    }
    Head head{path.front(), no_channel, routing->start(path.front(), to)};
    std::vector<Hop> hops;
    routing->next(head, to, hops);
    for (std::size_t i = 1; i < path.size(); ++i) {
        bool found = false;
        for (const Hop& hop : hops) {
            if (network.graph.target(hop.channel) != path[i]) continue;
            head = {path[i], hop.channel, hop.state};
            found = true;
        }
        if (!found) return {Missing{"the printed path is not permitted"}};
        hops.clear();
        routing->next(head, to, hops);
    }
    return {static_cast<std::int64_t>(hops.size())};
}

Evaluation paths_of_pair(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const ChosenRouting chosen = choose_routing(network, choice_of(s));
    return {count_paths(network, *chosen.routing, chosen.rule, network.addresses.parse(s.word("from")),
                        network.addresses.parse(s.word("to")))
                .permitted};
}

constexpr Quantity list[] = {
    {"deadlock_free", "whether the channel dependency graph has no cycle", Kind::exact, true, is_deadlock_free},
    {"one_fault_deadlock_free", "whether the channel dependency graph has no cycle, whichever one node is faulty",
     Kind::exact, true, one_fault_deadlock_free},
    {"least_vcs", "virtual channels of the smallest assignment found, deadlock free", Kind::exact, false, least_vcs},
    {"load_more_even", "whether the channels' loads vary less than those of another routing, even split", Kind::exact,
     false, load_more_even},
    {"load_falls_from_zero", "whether channels of a hypercube carry less the farther from node 0, even split",
     Kind::exact, false, load_falls_from_zero},
    {"traffic_mean_hops", "mean hops of the traffic under the routing", Kind::exact, false, traffic_mean_hops},
    {"turns", "turns of 90 degrees", Kind::exact, true, turn<&TurnCount::turns>},
    {"turn_cycles", "simple cycles of turns", Kind::exact, true, turn<&TurnCount::cycles>},
    {"turn_ways", "ways to leave one turn out of every cycle", Kind::exact, true, turn<&TurnCount::ways>},
    {"turn_deadlock_free", "ways that prevent deadlock", Kind::exact, true, turn<&TurnCount::deadlock_free>},
    {"turn_fully_adaptive", "ways that prevent deadlock and keep full adaptiveness", Kind::exact, true,
     turn<&TurnCount::fully_adaptive>},
    {"turn_unique", "ways that prevent deadlock, unique under the symmetries of the mesh", Kind::exact, true,
     turn<&TurnCount::unique>},
    {"maximal_turns", "turns of 90 degrees of maximally fully adaptive routing", Kind::exact, true,
     turns_kept<&AdaptiveConstruction::maximal, Turn::ninety>},
    {"maximal_zero_turns", "turns of 0 degrees of maximally fully adaptive routing", Kind::exact, true,
     turns_kept<&AdaptiveConstruction::maximal, Turn::zero>},
    {"maximal_back_turns", "turns of 180 degrees of maximally fully adaptive routing", Kind::exact, true,
     turns_kept<&AdaptiveConstruction::maximal, Turn::back>},
    {"simple_turns", "turns of 90 degrees of simple fully adaptive routing", Kind::exact, true,
     turns_kept<&AdaptiveConstruction::simple, Turn::ninety>},
    {"maximal_vcs", "largest number of virtual channels of a direction that fully adaptive routing needs", Kind::exact,
     true, maximal_vcs},
    {"mean_path_share_above", "whether the permitted part of the shortest paths is above a bound, mean of all pairs",
     Kind::exact, true, share_is_above},
    {"single_path_share_at_least", "whether at least that share of all pairs has one permitted path", Kind::exact, true,
     share_reaches<&Adaptiveness::single_share>},
    {"fully_adaptive", "whether every shortest path of every pair is permitted", Kind::exact, true,
     share_reaches<&Adaptiveness::mean_ratio>},
    {"minimal", "whether a shortest path of every pair is permitted", Kind::exact, true,
     share_reaches<&Adaptiveness::minimal_share>},
    {"vcs_named", "virtual channels that the hops of all messages need", Kind::exact, true, vcs_named},
    {"possible_turns", "turns of 90 degrees between all virtual directions", Kind::exact, true, possible_turns},
    {"degree_of_adaptiveness", "part of the possible turns of 90 degrees that is allowed", Kind::exact, true, degree},
    {"routing_choices", "permitted next hops after the printed path", Kind::exact, true, choices},
    {"permitted_paths", "shortest paths of a pair that the routing permits", Kind::exact, true, paths_of_pair},
};

}  // namespace

std::span<const Quantity> routing_quantities() { return list; }

}  // namespace wafernet::published
