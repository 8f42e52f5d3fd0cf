#include "sweep_search.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wafernet {

namespace {

constexpr std::uint16_t far = 0x8000;  // no way yet; plus any length it still fits 16 bits
constexpr Node most_nodes = far;
constexpr std::size_t tables = 4;

struct Neighbour {
    Node node;
    std::uint32_t length;
};
using Neighbours = std::vector<Neighbour>;  // in order of the nodes

Neighbours neighbours(const Graph& graph, Node v) {
    Neighbours row;
    row.reserve(graph.degree(v));
    for (const Channel c : graph.out(v)) row.push_back({graph.target(c), 1});
    const auto by_node = [](const Neighbour& x, const Neighbour& y) { return x.node < y.node; };
    const auto same_node = [](const Neighbour& x, const Neighbour& y) { return x.node == y.node; };
    std::sort(row.begin(), row.end(), by_node);
    row.erase(std::unique(row.begin(), row.end(), same_node), row.end());
    return row;
}

// Fills `joined` with the row of `u` without its neighbour `gone`, whose other neighbours `via` are now reached over a
// shortcut.
void join(const Neighbours& row, Node u, Node gone, const Neighbours& via, std::uint32_t length, Neighbours& joined) {
    joined.clear();
    joined.reserve(row.size() + via.size());
    auto a = row.begin();
    auto b = via.begin();
    while (a != row.end() || b != via.end()) {
        if (a != row.end() && a->node == gone) {
            ++a;
        } else if (b != via.end() && b->node == u) {
            ++b;
        } else if (b == via.end() || (a != row.end() && a->node < b->node)) {
            joined.push_back(*a++);
        } else if (a == row.end() || b->node < a->node) {
            joined.push_back({b->node, b->length + length});
            ++b;
        } else {
            joined.push_back({a->node, std::min(a->length, b->length + length)});
            ++a;
            ++b;
        }
    }
}

}  // namespace

std::optional<EliminationOrder> eliminate(const Graph& graph, double most_work) {
    const Node n = graph.nodes();
    if (n > most_nodes) return std::nullopt;
    std::vector<Neighbours> rows(n);
    std::vector<std::vector<Node>> of_degree(1);  // candidates, also outdated ones
    const auto offer = [&](Node v) {
        const std::size_t degree = rows[v].size();
        if (of_degree.size() <= degree) of_degree.resize(degree + 1);
        of_degree[degree].push_back(v);
    };
    for (Node v = 0; v < n; ++v) {
        rows[v] = neighbours(graph, v);
        offer(v);
    }
    std::vector<Node> order;
    Neighbours joined;
    std::vector<std::uint32_t> rank(n, n);
    std::uint64_t arcs = 0;
    double work = 0;
    for (std::size_t degree = 0; degree < of_degree.size();) {
        if (of_degree[degree].empty()) {
            ++degree;
            continue;
        }
        const Node v = of_degree[degree].back();
        of_degree[degree].pop_back();
        if (rank[v] != n || rows[v].size() != degree) continue;
        rank[v] = static_cast<std::uint32_t>(order.size());
        order.push_back(v);
        arcs += degree;
        work += static_cast<double>(degree * degree);
        if (work > most_work) return std::nullopt;
        for (const Neighbour& u : rows[v]) {
            join(rows[u.node], u.node, v, rows[v], u.length, joined);
            rows[u.node].swap(joined);
            offer(u.node);
            degree = std::min(degree, rows[u.node].size());
        }
    }
    EliminationOrder result;
    result.offsets.reserve(std::size_t{n} + 1);
    result.arcs.reserve(arcs);
    result.offsets.push_back(0);
    for (const Node v : order) {
        for (const Neighbour& u : rows[v]) result.arcs.push_back({rank[u.node], static_cast<std::uint16_t>(u.length)});
        result.offsets.push_back(static_cast<std::uint32_t>(result.arcs.size()));
    }
    return result;
}

namespace {

using Row = SweepSearch::Row;

constexpr Row unreached = [] {
    Row row{};
    for (std::uint16_t& d : row.distance) d = far;
    return row;
}();

using Half = std::uint16_t __attribute__((vector_size(32), may_alias));

[[gnu::always_inline]] inline const Half& half(const Row& row, std::size_t i) {
    return reinterpret_cast<const Half&>(row.distance[16 * i]);
}
[[gnu::always_inline]] inline Half& half(Row& row, std::size_t i) {
    return reinterpret_cast<Half&>(row.distance[16 * i]);
}

[[gnu::always_inline]] inline void lower(Half& to, const Half& from, std::uint16_t length) {
    const Half over = from + length;
    to = over < to ? over : to;
}

// Distances from the ranks first ... first + 31 to all ranks from `first` on.
[[gnu::always_inline]] inline void sweep(const EliminationOrder& order, std::uint32_t first, Row* rows) {
    const std::uint32_t ranks = order.ranks();
    const std::uint32_t* const offsets = order.offsets.data();
    const EliminationOrder::Arc* const arcs = order.arcs.data();
    std::fill(rows + first, rows + ranks, unreached);
    for (std::uint32_t i = 0; i < SweepSearch::width && first + i < ranks; ++i) rows[first + i].distance[i] = 0;
    for (std::uint32_t r = first; r < ranks; ++r) {
        if (std::memcmp(&rows[r], &unreached, sizeof(Row)) == 0) continue;
        const Half low = half(rows[r], 0);
        const Half high = half(rows[r], 1);
        for (std::uint32_t k = offsets[r]; k < offsets[r + 1]; ++k) {
            Row& to = rows[arcs[k].to];
            lower(half(to, 0), low, arcs[k].length);
            lower(half(to, 1), high, arcs[k].length);
        }
    }
    for (std::uint32_t r = ranks; r-- > first;) {
        Half low = half(rows[r], 0);
        Half high = half(rows[r], 1);
        for (std::uint32_t k = offsets[r]; k < offsets[r + 1]; ++k) {
            const Row& from = rows[arcs[k].to];
            lower(low, half(from, 0), arcs[k].length);
            lower(high, half(from, 1), arcs[k].length);
        }
        half(rows[r], 0) = low;
        half(rows[r], 1) = high;
    }
}

void sweep_plain(const EliminationOrder& order, std::uint32_t first, Row* rows) { sweep(order, first, rows); }
#if defined(__x86_64__)
__attribute__((target("avx2"))) void sweep_avx2(const EliminationOrder& order, std::uint32_t first, Row* rows) {
    sweep(order, first, rows);
}
#endif

using Sweep = void (*)(const EliminationOrder&, std::uint32_t, Row*);

Sweep best_sweep() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0) return sweep_avx2;
#endif
    return sweep_plain;
}

}  // namespace

SweepSearch::SweepSearch(const EliminationOrder& order)
    : order_(order), rows_(order.ranks()), counts_(tables * (std::size_t{far} + 1)) {}

void SweepSearch::run(std::uint32_t first, std::vector<std::uint64_t>& histogram) {
    static const Sweep best = best_sweep();
    best(order_, first, rows_.data());
    const std::uint32_t ranks = order_.ranks();
    const std::uint32_t sources = std::min(width, ranks - first);
    std::uint64_t uncounted = 0;
    std::uint32_t* const counts = counts_.data();
    for (std::uint32_t r = first; r < ranks; ++r) {
        const std::uint16_t* const d = rows_[r].distance;
        const std::uint32_t end = std::min(sources, r - first);
        for (std::uint32_t i = 0; i < end; ++i) ++counts[d[i] * tables + i % tables];
        uncounted += end;
    }
    if (histogram.empty()) histogram.push_back(0);
    histogram[0] += sources;
    for (std::size_t h = 1; uncounted > 0; ++h) {
        std::uint64_t pairs = 0;
        for (std::size_t t = 0; t < tables; ++t) pairs += std::exchange(counts[h * tables + t], 0);
        uncounted -= pairs;
        if (pairs == 0 || h == far) continue;
        if (histogram.size() <= h) histogram.resize(h + 1);
        histogram[h] += 2 * pairs;
    }
}

}  // namespace wafernet
