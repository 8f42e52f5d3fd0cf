#include "halving.hpp"

#include <algorithm>
#include <cstdlib>

#include "wafernet/base/error.hpp"
#include "wafernet/measure/bisection.hpp"

namespace wafernet {

namespace {

bool is_loose(const Graph& graph, Node terminal) {
    return graph.degree(terminal) == 1 && graph.degree(graph.target(graph.out(terminal)[0])) > 1;
}

}  // namespace

Halving::Halving(const Graph& graph)
    : whole(&graph), weight(graph.nodes(), 1), loose(graph.nodes(), 0), total(graph.nodes()) {}

Halving::Halving(const Network& network) : Halving(network.graph) {
    if (!halves_hosts(network)) return;
    const Graph& all = network.graph;
    std::vector<std::uint8_t> taken(all.nodes(), 0), terminal(all.nodes(), 0);
    for (const Node t : network.terminals) {
        terminal[t] = 1;
        taken[t] = is_loose(all, t) ? 1 : 0;
    }
    place.assign(all.nodes(), 0);
    Node left = 0;
    for (Node v = 0; v < all.nodes(); ++v) {
        if (taken[v] == 0) place[v] = left++;
    }
    weight.assign(left, 0);
    loose.assign(left, 0);
    total = network.terminals.size();
    for (Node v = 0; v < all.nodes(); ++v) {
        if (taken[v] != 0) {
            place[v] = place[all.target(all.out(v)[0])];
            ++loose[place[v]];
            ++all_loose;
        }
        weight[place[v]] += terminal[v];
    }
    switches = std::find(weight.begin(), weight.end(), 0U) != weight.end();
    if (all_loose == 0) return;
    std::vector<LinkSpec> links;
    for (Link l = 0; l < all.links(); ++l) {
        const Node a = all.source(2 * l), b = all.target(2 * l);
        if (taken[a] == 0 && taken[b] == 0) links.push_back({place[a], place[b]});
    }
    contracted.emplace(left, std::move(links));
}

Balance::Balance(const Halving& halving, const Sides& sides) : slack(halving.slack) {
    for (Node v = 0; v < sides.size(); ++v) {
        weight[sides[v]] += halving.weight[v];
        loose[sides[v]] += halving.loose[v];
    }
}

Balance Balance::after(const Halving& halving, Node v, std::uint8_t from) const {
    Balance next = *this;
    next.weight[from] -= halving.weight[v];
    next.weight[1 - from] += halving.weight[v];
    next.loose[from] -= halving.loose[v];
    next.loose[1 - from] += halving.loose[v];
    return next;
}

std::int64_t Balance::excess() const { return std::abs(weight[0] - weight[1]) / 2; }

bool Balance::holds() const { return excess() <= loose[weight[0] > weight[1] ? 0 : 1] + slack; }

Sides of_all_nodes(const Network& network, const Halving& halving, const Sides& sides) {
    if (halving.place.empty()) return sides;
    Sides all(network.graph.nodes());
    for (Node v = 0; v < all.size(); ++v) all[v] = sides[halving.place[v]];
    const Balance balance(halving, sides);
    const std::uint8_t heavier = balance.weight[0] > balance.weight[1] ? 0 : 1;
    std::int64_t leave = balance.excess();
    for (const Node t : network.terminals) {
        if (leave == 0 || all[t] != heavier || !is_loose(network.graph, t)) continue;
        all[t] = static_cast<std::uint8_t>(1 - heavier);
        --leave;
    }
    return all;
}

std::uint64_t counted_cut(const Network& network, const Sides& sides) {
    std::int64_t difference = 0;
    const auto count = [&](Node v) { difference += sides[v] == 0 ? 1 : -1; };
    if (halves_hosts(network)) {
        for (const Node t : network.terminals) count(t);
    } else {
        for (Node v = 0; v < sides.size(); ++v) count(v);
    }
    if (std::abs(difference) > 1)
        throw ComputationError(network.word + ": the sides of the cut found differ by " +
                               std::to_string(std::abs(difference)) + " nodes, please report this");
    std::uint64_t cut = 0;
    const Graph& graph = network.graph;
    for (Link l = 0; l < graph.links(); ++l) cut += sides[graph.source(2 * l)] != sides[graph.target(2 * l)] ? 1 : 0;
    return cut;
}

}  // namespace wafernet
