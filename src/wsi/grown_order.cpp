#include "grown_order.hpp"

#include <cstdint>
#include <set>
#include <tuple>

namespace wafernet {

namespace {

using Neighbours = std::vector<std::vector<Node>>;

// The last node of a breadth-first search from node 0.
Node far_node(const Neighbours& neighbours) {
    const Node first = 0;
    std::vector<bool> met(neighbours.size(), false);
    std::vector<Node> queue{first};
    met[first] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Node w : neighbours[queue[i]]) {
            if (met[w]) continue;
            met[w] = true;
            queue.push_back(w);
        }
    }
    return queue.back();
}

}  // namespace

std::vector<Node> grown_order(const Graph& graph) {
    const Node nodes = graph.nodes();
    std::vector<Node> order;
    if (nodes == 0) return order;
    Neighbours neighbours(nodes);
    for (Link l = 0; l < graph.links(); ++l) {
        const Node a = graph.source(2 * l), b = graph.target(2 * l);
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
    struct State {
        std::int64_t opened = 0;  // links that would open less those that would close
        std::int64_t met = 0;     // when it became a neighbour
        bool placed = false;
    };
    std::vector<State> state(nodes);
    for (Node v = 0; v < nodes; ++v) state[v].opened = static_cast<std::int64_t>(neighbours[v].size());
    std::set<std::tuple<std::int64_t, std::int64_t, Node>> front;
    std::int64_t now = 0;
    const auto append = [&](Node v) {
        state[v].placed = true;
        order.push_back(v);
        ++now;
        for (const Node w : neighbours[v]) {
            State& s = state[w];
            if (s.placed) continue;
            front.erase({s.opened, -s.met, w});
            if (s.met == 0) s.met = now;
            s.opened -= 2;
            front.insert({s.opened, -s.met, w});
        }
    };
    append(far_node(neighbours));
    Node rest = 0;  // of other components
    while (order.size() < nodes) {
        if (front.empty()) {
            while (state[rest].placed) ++rest;
            append(rest);
            continue;
        }
        const Node v = std::get<2>(*front.begin());
        front.erase(front.begin());
        append(v);
    }
    return order;
}

}  // namespace wafernet
