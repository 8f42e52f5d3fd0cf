#include "digraph.hpp"

#include <algorithm>

namespace wafernet {

namespace {

// The number of the strongly connected component of every vertex: Tarjan's algorithm, with its recursion on an explicit
// stack.
std::vector<std::uint32_t> strong_components(const Digraph& graph) {
    constexpr std::uint32_t unseen = 0xFFFFFFFFU;
    const std::uint32_t n = graph.vertices();
    std::vector<std::uint32_t> number(n, unseen), low(n), component(n, unseen), open;
    struct Frame {
        std::uint32_t vertex;
        std::uint64_t next;
    };
    std::vector<Frame> frames;
    std::uint32_t numbers = 0, components = 0;
    for (std::uint32_t root = 0; root < n; ++root) {
        if (number[root] != unseen) continue;
        frames.push_back({root, graph.first[root]});
        number[root] = low[root] = numbers++;
        open.push_back(root);
        while (!frames.empty()) {
            Frame& frame = frames.back();
            const std::uint32_t v = frame.vertex;
            if (frame.next < graph.first[v + 1]) {
                const std::uint32_t w = graph.targets[frame.next++];
                if (number[w] == unseen) {
                    number[w] = low[w] = numbers++;
                    open.push_back(w);
                    frames.push_back({w, graph.first[w]});
                } else if (component[w] == unseen) {
                    low[v] = std::min(low[v], number[w]);
                }
                continue;
            }
            frames.pop_back();
            if (!frames.empty()) low[frames.back().vertex] = std::min(low[frames.back().vertex], low[v]);
            if (low[v] == number[v]) {
                std::uint32_t w = 0;
                do {
                    w = open.back();
                    open.pop_back();
                    component[w] = components;
                } while (w != v);
                ++components;
            }
        }
    }
    return component;
}

}  // namespace

std::vector<std::uint32_t> shortest_cycle(const Digraph& graph) {
    const std::uint32_t n = graph.vertices();
    const std::vector<std::uint32_t> component = strong_components(graph);
    std::vector<std::uint32_t> size(n, 0);
    for (const std::uint32_t c : component) ++size[c];
    constexpr std::uint32_t unseen = 0xFFFFFFFFU;
    std::vector<std::uint32_t> best, before(n, unseen), queue, depth(n, 0);
    for (std::uint32_t root = 0; root < n; ++root) {
        // A search from every vertex, no deeper than needed to beat the best, over higher vertices of its component
        // only: the cycles through lower ones have been seen.
        if (best.size() == 1) break;
        queue.assign(1, root);
        before[root] = root;
        depth[root] = 0;
        bool found = false;
        for (std::size_t i = 0; i < queue.size() && !found; ++i) {
            const std::uint32_t v = queue[i];
            if (!best.empty() && depth[v] + 2 > best.size())
                break;  // the cycle through v would have depth + 1 or more vertices
            for (std::uint64_t e = graph.first[v]; e < graph.first[v + 1]; ++e) {
                const std::uint32_t w = graph.targets[e];
                if (w == root) {
                    best.clear();
                    for (std::uint32_t u = v; u != root; u = before[u]) best.push_back(u);
                    best.push_back(root);
                    std::reverse(best.begin(), best.end());
                    found = true;
                    break;
                }
                if (w < root || component[w] != component[root] || size[component[w]] == 1 || before[w] != unseen)
                    continue;
                before[w] = v;
                depth[w] = depth[v] + 1;
                queue.push_back(w);
            }
        }
        for (const std::uint32_t v : queue) before[v] = unseen;
    }
    return best;
}

}  // namespace wafernet
