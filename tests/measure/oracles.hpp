// Slow, plain second ways to the same numbers; they share nothing with the library but the graph.
#pragma once

#include <cstdint>
#include <queue>
#include <random>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace oracle {

using namespace wafernet;

/// Distances from `source` by the textbook queue; 0xFFFFFFFF where there is no way.
inline std::vector<std::uint32_t> bfs(const Graph& graph, Node source) {
    std::vector<std::uint32_t> distance(graph.nodes(), 0xFFFFFFFFU);
    std::queue<Node> queue;
    distance[source] = 0;
    queue.push(source);
    while (!queue.empty()) {
        const Node v = queue.front();
        queue.pop();
        for (const Channel c : graph.out(v)) {
            if (distance[graph.target(c)] != 0xFFFFFFFFU) continue;
            distance[graph.target(c)] = distance[v] + 1;
            queue.push(graph.target(c));
        }
    }
    return distance;
}

/// Ordered pairs at each distance; pairs without a way are left out.
inline std::vector<std::uint64_t> histogram(const Graph& graph) {
    std::vector<std::uint64_t> counts;
    for (Node s = 0; s < graph.nodes(); ++s) {
        for (const std::uint32_t d : bfs(graph, s)) {
            if (d == 0xFFFFFFFFU) continue;
            if (counts.size() <= d) counts.resize(d + 1);
            ++counts[d];
        }
    }
    return counts;
}

/// All distances by Floyd and Warshall, from the list of links.
inline std::vector<std::vector<std::uint32_t>> floyd_warshall(const Graph& graph) {
    constexpr std::uint32_t far = 0x3FFFFFFFU;
    const Node n = graph.nodes();
    std::vector<std::vector<std::uint32_t>> d(n, std::vector<std::uint32_t>(n, far));
    for (Node v = 0; v < n; ++v) d[v][v] = 0;
    for (Channel c = 0; c < graph.channels(); ++c) d[graph.source(c)][graph.target(c)] = 1;
    for (Node k = 0; k < n; ++k) {
        for (Node i = 0; i < n; ++i) {
            for (Node j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
        }
    }
    return d;
}

/// A graph of `nodes` nodes and `links` random links, parallel ones among them.
inline Graph random_graph(Node nodes, std::size_t links, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<Node> pick(0, nodes - 1);
    std::vector<LinkSpec> specs;
    while (specs.size() < links) {
        const Node a = pick(random);
        const Node b = pick(random);
        if (a != b) specs.push_back({a, b, {}});
    }
    return {nodes, specs};
}

/// A connected random graph: a random tree and `extra` random links.
inline Graph random_connected_graph(Node nodes, std::size_t extra, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<LinkSpec> specs;
    for (Node v = 1; v < nodes; ++v) specs.push_back({std::uniform_int_distribution<Node>(0, v - 1)(random), v, {}});
    std::uniform_int_distribution<Node> pick(0, nodes - 1);
    while (specs.size() < nodes - 1 + extra) {
        const Node a = pick(random);
        const Node b = pick(random);
        if (a != b) specs.push_back({a, b, {}});
    }
    return {nodes, specs};
}

}  // namespace oracle
