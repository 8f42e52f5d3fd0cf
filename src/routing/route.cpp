#include "core/fits.hpp"
#include "wafernet/routing.hpp"

namespace wafernet {

std::uint32_t Routing::start(Node, Node) const { return 0; }

std::vector<RouteStep> route(const Graph& graph, const Routing& routing, Node source, Node destination, std::uint64_t limit) {
    check_node(graph, source);
    check_node(graph, destination);
    check_fits(graph, routing);
    if (limit == 0) limit = graph.channels();
    std::vector<RouteStep> path{{source, {}}};
    std::vector<Hop> hops;
    Head head{source, no_channel, routing.start(source, destination)};
    while (head.node != destination) {
        hops.clear();
        routing.next(head, destination, hops);
        if (hops.empty() || path.size() > limit) {
            throw ComputationError("the route from node " + std::to_string(source) + " to node " + std::to_string(destination) +
                                   (hops.empty() ? " ends at node " + std::to_string(head.node)
                                                 : " does not arrive within " + std::to_string(limit) + " hops"));
        }
        const Hop& hop = hops.front();
        if (hop.channel >= graph.channels() || graph.source(hop.channel) != head.node) {
            throw ComputationError("the route from node " + std::to_string(source) + " to node " + std::to_string(destination) +
                                   " takes a channel that does not leave node " + std::to_string(head.node));
        }
        head = {graph.target(hop.channel), hop.channel, hop.state};
        path.push_back({head.node, hop});
    }
    return path;
}

}  // namespace wafernet
