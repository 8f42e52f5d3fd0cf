// Lengths of paths, the ways out of a node in an order that does not hang on numbers, and the paths of BookSim2's
// anynet.
#include "path_table.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace wafernet {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

// Whether a stands before b: runs of digits by their value, then all else by its bytes.
bool before(std::string_view a, std::string_view b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (digit(a[i]) && digit(b[j])) {
            const std::size_t begin_a = std::min(a.find_first_not_of('0', i), a.size()),
                              begin_b = std::min(b.find_first_not_of('0', j), b.size());
            std::size_t end_a = begin_a, end_b = begin_b;
            while (end_a < a.size() && digit(a[end_a])) ++end_a;
            while (end_b < b.size() && digit(b[end_b])) ++end_b;
            if (end_a - begin_a != end_b - begin_b) return end_a - begin_a < end_b - begin_b;
            const int order = a.substr(begin_a, end_a - begin_a).compare(b.substr(begin_b, end_b - begin_b));
            if (order != 0) return order < 0;
            i = end_a, j = end_b;
        } else {
            if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
            ++i, ++j;
        }
    }
    if (i < a.size() || j < b.size()) return j < b.size();
    return a < b;  // they differ in zeros in front
}

}  // namespace

ChannelLengths::ChannelLengths(const Network& network, RouteBy by) {
    if (by != RouteBy::hops) cycles_ = network.channel_latency_cycles;
}

void lengths_to(const Graph& graph, const ChannelLengths& channels, Node destination, std::vector<PathLength>& length,
                std::vector<Node>& order) {
    constexpr PathLength far = ~PathLength{0};
    length.assign(graph.nodes(), far);
    length[destination] = 0;
    order.clear();
    if (channels.alike()) {
        order.push_back(destination);
        // Most channels are those of the farthest nodes, which lead to no new one.
        for (std::size_t i = 0; i < order.size() && order.size() < graph.nodes(); ++i) {
            graph.for_each_in(order[i], [&](Channel in) {
                const Node v = graph.source(in);
                if (length[v] != far) return;
                length[v] = length[order[i]] + 1;
                order.push_back(v);
            });
        }
        return;
    }
    std::priority_queue<std::pair<PathLength, Node>, std::vector<std::pair<PathLength, Node>>, std::greater<>> next;
    next.emplace(0, destination);
    while (!next.empty()) {
        const PathLength from_here = next.top().first;
        const Node w = next.top().second;
        next.pop();
        if (from_here != length[w]) continue;
        order.push_back(w);
        graph.for_each_in(w, [&](Channel in) {
            const Node v = graph.source(in);
            const PathLength through = from_here + channels[in];
            if (through >= length[v]) return;
            length[v] = through;
            next.emplace(through, v);
        });
    }
}

std::vector<Node> ranks_by_name(const Network& network) {
    std::vector<Node> rank(network.graph.nodes());
    std::iota(rank.begin(), rank.end(), 0U);
    if (network.family != nullptr || !network.addresses.labelled()) return rank;
    std::vector<std::string> names;
    for (Node v = 0; v < network.graph.nodes(); ++v) names.push_back(network.addresses.print(v));
    std::vector<Node> order = rank;
    std::sort(order.begin(), order.end(), [&](Node a, Node b) { return before(names[a], names[b]); });
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<Node>(i);
    return rank;
}

Ways::Ways(const Graph& graph, const ChannelLengths& lengths, const std::vector<Node>& ranks) {
    first.push_back(0);
    std::vector<Channel> out;
    for (Node v = 0; v < graph.nodes(); ++v) {
        out.assign(graph.out(v).begin(), graph.out(v).end());
        const auto key = [&](Channel c) {
            return std::tuple(ranks[graph.target(c)], lengths[c], lengths[Graph::reverse(c)], c);
        };
        std::sort(out.begin(), out.end(), [&](Channel a, Channel b) { return key(a) < key(b); });
        for (const Channel c : out) {
            const bool same =
                ways.size() > first.back() && ways.back().target == graph.target(c) && ways.back().length == lengths[c];
            if (same) ++ways.back().count;
            else ways.push_back({v, graph.target(c), lengths[c], static_cast<std::uint32_t>(channels.size()), 1});
            channels.push_back(c);
        }
        first.push_back(static_cast<std::uint32_t>(ways.size()));
    }
}

PathTable single_paths(const Graph& graph, const Ways& ways, const std::vector<Node>& ranks) {
    const std::size_t nodes = graph.nodes();
    PathTable table(nodes * nodes, 0);
    constexpr PathLength far = ~PathLength{0};
    using Reached = std::pair<PathLength, Node>;  // the node by its rank
    std::vector<Node> of_rank(nodes);
    for (Node v = 0; v < nodes; ++v) of_rank[ranks[v]] = v;
    std::vector<PathLength> length;
    std::vector<std::uint16_t> way(nodes);
    for (Node source = 0; source < nodes; ++source) {
        length.assign(nodes, far);
        length[source] = 0;
        std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
        next.emplace(0, ranks[source]);
        while (!next.empty()) {
            const auto [so_far, rank] = next.top();
            next.pop();
            const Node v = of_rank[rank];
            if (so_far != length[v]) continue;
            table[v * nodes + source] = way[v];
            for (std::uint32_t i = ways.first[v]; i < ways.first[v + 1]; ++i) {
                const Way& w = ways.ways[i];
                // BookSim2 adds up the latencies alone and keeps the first that it finds.
                const PathLength cycles = w.length >> 32U;
                const PathLength through = so_far + (cycles == 0 ? w.length : cycles);
                if (through >= length[w.target]) continue;
                length[w.target] = through;
                way[w.target] = v == source ? static_cast<std::uint16_t>(i - ways.first[v]) : way[v];
                next.emplace(through, ranks[w.target]);
            }
        }
    }
    return table;
}

}  // namespace wafernet
