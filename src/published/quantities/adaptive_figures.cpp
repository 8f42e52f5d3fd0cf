// What adaptive routing gains on a mesh: rahman2006, Figs. 4.29 and 4.30. Arguments: routing, and for the faulty link
// `faulty`, the node that it leaves along x. Nodes are (row, column); a message goes along its row first.
#include <algorithm>
#include <array>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::published {

namespace {

ChosenRouting chosen_for(const Subject& s, const Network& network) {
    return choose_routing(network, {.routing = s.word("routing"), .vc_rule = {}});
}

std::uint32_t side_of(const Network& network) {
    const auto& groups = network.addresses.radices();
    if (groups.size() != 1 || groups[0].size() != 2 || groups[0][0] != groups[0][1])
        throw InputError(network.word + ", need a square mesh");
    return groups[0][0];
}

// Fig. 4.29: node (0, i) sends to node (i, n-1), for every i of 0 to n-1; the last one stays in its column.
std::vector<std::array<Node, 2>> fan(const Network& network) {
    const std::uint32_t n = side_of(network);
    std::vector<std::array<Node, 2>> messages;
    for (std::uint32_t i = 0; i < n; ++i) messages.push_back({i, i * n + n - 1});
    return messages;
}

Evaluation busiest(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const ChosenRouting chosen = chosen_for(s, network);
    std::vector<std::int64_t> messages(network.graph.channels(), 0);
    for (const auto& [from, to] : fan(network)) {
        for (const RouteStep& step : route(network.graph, *chosen.routing, from, to)) {
            if (step.hop.channel != no_channel) ++messages[step.hop.channel];
        }
    }
    const auto most = std::ranges::max_element(messages);
    const auto channel = static_cast<Channel>(most - messages.begin());
    return {*most,
            {},
            "on " + network.addresses.print(network.graph.source(channel)) + " -> " +
                network.addresses.print(network.graph.target(channel))};
}

// Permitted paths for all messages, no two of them over the same channel: found by trying.
class Disjoint {
public:
    Disjoint(const Network& network, const Routing& routing, std::vector<std::array<Node, 2>> messages)
        : graph_(network.graph), routing_(routing), messages_(std::move(messages)), taken_(graph_.channels(), false) {}
    bool found() { return from(0); }

private:
    bool from(std::size_t message) {
        if (message == messages_.size()) return true;
        const auto [source, destination] = messages_[message];
        return go(message, {source, no_channel, routing_.start(source, destination)});
    }
    bool go(std::size_t message, const Head& at) {
        const Node destination = messages_[message][1];
        if (at.node == destination) return from(message + 1);
        std::vector<Hop> hops;
        routing_.next(at, destination, hops);
        for (const Hop& hop : hops) {
            if (taken_[hop.channel]) continue;
            taken_[hop.channel] = true;
            if (go(message, {graph_.target(hop.channel), hop.channel, hop.state})) return true;
            taken_[hop.channel] = false;
        }
        return false;
    }

    const Graph& graph_;
    const Routing& routing_;
    std::vector<std::array<Node, 2>> messages_;
    std::vector<bool> taken_;
};

Evaluation simultaneous(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const ChosenRouting chosen = chosen_for(s, network);
    return answer(Disjoint(network, *chosen.routing, fan(network)).found());
}

// Whether the routing permits some path from `source` to `destination` without the channel `faulty`.
bool delivers(const Network& network, const Routing& routing, Node source, Node destination, Channel faulty) {
    std::vector<Head> reached{{source, no_channel, routing.start(source, destination)}};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        if (reached[i].node == destination) return true;
        std::vector<Hop> hops;
        routing.next(reached[i], destination, hops);
        for (const Hop& hop : hops) {
            const Head next{network.graph.target(hop.channel), hop.channel, hop.state};
            if (hop.channel != faulty && std::ranges::find(reached, next) == reached.end()) reached.push_back(next);
        }
    }
    return false;
}

Channel faulty_of(const Subject& s, const Network& network) {
    const Node from = network.addresses.parse(s.word("faulty"));
    for (const Channel c : network.graph.out(from)) {
        if (network.graph.target(c) == from + 1) return c;
    }
    throw InputError("no channel leaves " + s.word("faulty") + " along x");
}

Evaluation undelivered(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const std::uint32_t n = side_of(network);
    const ChosenRouting chosen = chosen_for(s, network);
    const Channel faulty = faulty_of(s, network);
    std::int64_t pairs = 0;
    bool in_row = true;
    for (Node a = 0; a < network.graph.nodes(); ++a) {
        for (Node b = 0; b < network.graph.nodes(); ++b) {
            if (a == b || delivers(network, *chosen.routing, a, b, faulty)) continue;
            ++pairs;
            in_row = in_row && a / n == b / n;
        }
    }
    return {
        pairs, {}, pairs > 0 && in_row ? "all within the row of the faulty link, where no other way is as short" : ""};
}

// Along any way at all: pairs that the channel's loss cuts off.
Evaluation cut_off(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const Channel faulty = faulty_of(s, network);
    std::int64_t pairs = 0;
    for (Node a = 0; a < network.graph.nodes(); ++a) {
        std::vector<bool> met(network.graph.nodes(), false);
        std::vector<Node> queue{a};
        met[a] = true;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (const Channel c : network.graph.out(queue[i])) {
                const Node w = network.graph.target(c);
                if (c == faulty || met[w]) continue;
                met[w] = true;
                queue.push_back(w);
            }
        }
        pairs += static_cast<std::int64_t>(network.graph.nodes() - queue.size());
    }
    return {pairs};
}

constexpr Quantity list[] = {
    {"fan_busiest_channel", "messages over the busiest channel, node (0, i) to (i, n-1)", Kind::routed, true, busiest},
    {"fan_simultaneous", "these messages have paths without a common channel", Kind::routed, true, simultaneous},
    {"undelivered_pairs", "pairs without a permitted path once a link has failed", Kind::routed, false, undelivered},
    {"cut_off_pairs", "pairs without any path once a link has failed", Kind::exact, true, cut_off},
};

}  // namespace

std::span<const Quantity> adaptive_figures_quantities() { return list; }

}  // namespace wafernet::published
