// The permutation whose shortest paths are longest in sum, near the worst traffic for the capacity of a network
// [jyothi2016, "longest matching"]: an assignment of every sender to a receiver, by shortest augmenting paths.
#include <algorithm>
#include <limits>

#include "traffic/patterns.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::traffic {

namespace {

// Hops from every terminal to every other, by the terminals' places.
std::vector<std::vector<std::int32_t>> hops_between(const Network& network, const std::vector<Node>& ends) {
    const Graph& graph = network.graph;
    std::vector<std::vector<std::int32_t>> hops;
    std::vector<std::int32_t> distance(graph.nodes());
    std::vector<Node> queue;
    for (const Node source : ends) {
        std::fill(distance.begin(), distance.end(), -1);
        queue.assign(1, source);
        distance[source] = 0;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (const Channel c : graph.out(queue[i])) {
                const Node next = graph.target(c);
                if (distance[next] >= 0) continue;
                distance[next] = distance[queue[i]] + 1;
                queue.push_back(next);
            }
        }
        std::vector<std::int32_t>& row = hops.emplace_back();
        for (const Node v : ends) {
            if (distance[v] < 0)
                throw InputError("worst traffic on " + network.word + ": no path from node " +
                                 network.addresses.print(source) + " to node " + network.addresses.print(v) +
                                 ", need a connected network");
            row.push_back(distance[v]);
        }
    }
    return hops;
}

// Returns for every row its column in an assignment of greatest sum. Row by row, a shortest augmenting path in the
// costs that the prices of rows and columns leave, all of them at least 0.
std::vector<std::size_t> greatest_assignment(const std::vector<std::vector<std::int32_t>>& gain) {
    const std::size_t n = gain.size(), none = n;
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 2;
    std::vector<std::int64_t> row_price(n, 0), column_price(n + 1, 0);
    std::vector<std::size_t> row_of(n + 1, none), before(n + 1);
    for (std::size_t row = 0; row < n; ++row) {
        std::vector<std::int64_t> least(n, far);
        std::vector<bool> reached(n + 1, false);
        std::size_t column = n;  // a column of its own from which the path starts
        row_of[n] = row;
        while (row_of[column] != none) {
            reached[column] = true;
            const std::size_t from = row_of[column];
            std::int64_t step = far;
            std::size_t next = n;
            for (std::size_t c = 0; c < n; ++c) {
                if (reached[c]) continue;
                const std::int64_t cost = -gain[from][c] - row_price[from] - column_price[c];
                if (cost < least[c]) {
                    least[c] = cost;
                    before[c] = column;
                }
                if (least[c] < step) {
                    step = least[c];
                    next = c;
                }
            }
            for (std::size_t c = 0; c <= n; ++c) {
                if (reached[c]) {
                    row_price[row_of[c]] += step;
                    column_price[c] -= step;
                } else if (c < n) {
                    least[c] -= step;
                }
            }
            column = next;
        }
        while (column != n) {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    std::vector<std::size_t> column_of(n);
    for (std::size_t c = 0; c < n; ++c) column_of[row_of[c]] = c;
    return column_of;
}

}  // namespace

std::vector<Node> longest_matching(const Network& network) {
    constexpr std::size_t most = 2048;
    const std::vector<Node> ends = terminals_of(network);
    if (ends.size() > most)
        throw InputError("worst traffic on " + network.word + ": an assignment of " + std::to_string(ends.size()) +
                         " terminals takes long, need at most " + std::to_string(most));
    const std::vector<std::size_t> receiver = greatest_assignment(hops_between(network, ends));
    std::vector<Node> images(network.graph.nodes());
    for (Node v = 0; v < network.graph.nodes(); ++v) images[v] = v;
    for (std::size_t i = 0; i < ends.size(); ++i) images[ends[i]] = ends[receiver[i]];
    return images;
}

}  // namespace wafernet::traffic
