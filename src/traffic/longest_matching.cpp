// The permutation whose shortest paths are longest in sum, near the worst traffic for the capacity of a network
// [jyothi2016, "longest matching"]: an assignment of every sender to a receiver.
#include <algorithm>

#include "routing/assignment.hpp"
#include "traffic/patterns.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::traffic {

namespace {

// Hops from every terminal to every other, row after row by the terminals' places.
std::vector<float> hops_between(const Network& network, const std::vector<Node>& ends) {
    const Graph& graph = network.graph;
    std::vector<float> hops;
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
        for (const Node v : ends) {
            if (distance[v] < 0)
                throw InputError("longest-matching traffic on " + network.word + ": no path from node " +
                                 network.addresses.print(source) + " to node " + network.addresses.print(v) +
                                 ", must be a connected network");
            hops.push_back(static_cast<float>(distance[v]));
        }
    }
    return hops;
}

}  // namespace

std::vector<Node> longest_matching(const Network& network) {
    constexpr std::size_t most = 2048;
    const std::vector<Node> ends = terminals_of(network);
    if (ends.size() > most)
        throw InputError("longest-matching traffic on " + network.word + ": an assignment of " +
                         std::to_string(ends.size()) + " terminals takes long, must be at most " +
                         std::to_string(most));
    const std::vector<std::size_t> receiver =
        greatest_assignment(hops_between(network, ends), ends.size(), ends.size());
    std::vector<Node> images(network.graph.nodes());
    for (Node v = 0; v < network.graph.nodes(); ++v) images[v] = v;
    for (std::size_t i = 0; i < ends.size(); ++i) images[ends[i]] = ends[receiver[i]];
    return images;
}

}  // namespace wafernet::traffic
