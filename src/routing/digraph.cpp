#include "digraph.hpp"

#include <algorithm>

namespace wafernet {

namespace {

class CompressedRows {
public:
    explicit CompressedRows(const Digraph& graph) : graph_(graph) {}
    [[nodiscard]] std::uint32_t vertices() const { return graph_.vertices(); }
    [[nodiscard]] std::uint64_t begin(std::uint32_t v) const { return graph_.first[v]; }
    /// Moves `edge` to the next edge of `v` and returns true with its target, or false where there is none.
    bool next(std::uint32_t v, std::uint64_t& edge, std::uint32_t& target) const {
        if (edge == graph_.first[v + 1]) return false;
        target = graph_.targets[edge++];
        return true;
    }

private:
    const Digraph& graph_;
};

class BitRows {
public:
    explicit BitRows(const BitDigraph& graph) : graph_(graph) {}
    [[nodiscard]] std::uint32_t vertices() const { return graph_.vertices(); }
    [[nodiscard]] static std::uint64_t begin(std::uint32_t) { return 0; }
    bool next(std::uint32_t v, std::uint64_t& edge, std::uint32_t& target) const {
        const std::uint64_t* row = graph_.row(v);
        for (std::size_t w = edge / 64; w < graph_.words(); ++w, edge = w * 64) {
            const std::uint64_t rest = row[w] >> (edge % 64);
            if (rest == 0) continue;
            edge += static_cast<std::uint64_t>(std::countr_zero(rest));
            target = static_cast<std::uint32_t>(edge++);
            return true;
        }
        return false;
    }

private:
    const BitDigraph& graph_;
};

// The number of the strongly connected component of every vertex: Tarjan's algorithm, with its recursion on an explicit
// stack.
template <class Rows> std::vector<std::uint32_t> components_of(const Rows& graph) {
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
        frames.push_back({root, graph.begin(root)});
        number[root] = low[root] = numbers++;
        open.push_back(root);
        while (!frames.empty()) {
            Frame& frame = frames.back();
            const std::uint32_t v = frame.vertex;
            if (std::uint32_t w = 0; graph.next(v, frame.next, w)) {
                if (number[w] == unseen) {
                    number[w] = low[w] = numbers++;
                    open.push_back(w);
                    frames.push_back({w, graph.begin(w)});
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

template <class Rows> std::vector<std::uint32_t> shortest_of(const Rows& graph) {
    const std::uint32_t n = graph.vertices();
    const std::vector<std::uint32_t> component = components_of(graph);
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
            std::uint32_t w = 0;
            for (std::uint64_t edge = graph.begin(v); graph.next(v, edge, w);) {
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

}  // namespace

std::vector<std::uint32_t> strong_components(const Digraph& graph) { return components_of(CompressedRows(graph)); }

std::vector<std::uint32_t> shortest_cycle(const Digraph& graph) { return shortest_of(CompressedRows(graph)); }

std::vector<std::uint32_t> shortest_cycle(const BitDigraph& graph) {
    return topological_order(graph).size() == graph.vertices() ? std::vector<std::uint32_t>{}
                                                               : shortest_of(BitRows(graph));
}

std::vector<std::uint32_t> topological_order(const Digraph& graph) {
    std::vector<std::uint32_t> before(graph.vertices(), 0);
    for (const std::uint32_t w : graph.targets) ++before[w];
    std::vector<std::uint32_t> order = peeled(before, [&](std::uint32_t v, const auto& use) {
        std::for_each(graph.targets.begin() + static_cast<std::ptrdiff_t>(graph.first[v]),
                      graph.targets.begin() + static_cast<std::ptrdiff_t>(graph.first[v + std::size_t{1}]), use);
    });
    if (order.size() != graph.vertices()) order.clear();
    return order;
}

// A depth-first search that looks only at what is not seen yet: a vertex is done when all its edges lead to vertices
// that are done, and on a cycle one of them does not.
std::vector<std::uint32_t> topological_order(const BitDigraph& graph) {
    const std::size_t words = graph.words();
    std::vector<std::uint64_t> unseen(words, ~std::uint64_t{0}), open(words, 0);
    struct Frame {
        std::uint32_t vertex;
        std::size_t word;
    };
    std::vector<Frame> frames;
    std::vector<std::uint32_t> order;
    order.reserve(graph.vertices());
    const auto enter = [&](std::uint32_t v) {
        unseen[v / 64] &= ~(std::uint64_t{1} << (v % 64));
        open[v / 64] |= std::uint64_t{1} << (v % 64);
        frames.push_back({v, 0});
    };
    for (std::uint32_t root = 0; root < graph.vertices(); ++root) {
        if ((unseen[root / 64] >> (root % 64) & 1U) == 0) continue;
        enter(root);
        while (!frames.empty()) {
            Frame& frame = frames.back();
            const std::uint32_t v = frame.vertex;
            const std::uint64_t* row = graph.row(v);
            while (frame.word < words && (row[frame.word] & unseen[frame.word]) == 0) ++frame.word;
            if (frame.word < words) {
                const std::uint64_t fresh = row[frame.word] & unseen[frame.word];
                enter(static_cast<std::uint32_t>(frame.word * 64 + static_cast<std::size_t>(std::countr_zero(fresh))));
                continue;
            }
            frames.pop_back();
            for (std::size_t w = 0; w < words; ++w) {
                if ((row[w] & open[w]) != 0) return {};
            }
            open[v / 64] &= ~(std::uint64_t{1} << (v % 64));
            order.push_back(v);
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

}  // namespace wafernet
