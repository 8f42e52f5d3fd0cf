#include "core/fits.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

std::uint32_t Routing::start(Node, Node) const { return 0; }

void check_hop(const Graph& graph, Node node, const Hop& hop) {
    if (hop.channel < graph.channels() && graph.source(hop.channel) == node) return;
    throw ComputationError("the routing goes from node " + std::to_string(node) + " over channel " +
                           std::to_string(hop.channel) + ", which does not leave it, need the routing of this network");
}

std::vector<RouteStep> route(const Graph& graph, const Routing& routing, Node source, Node destination,
                             std::uint64_t limit) {
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
            throw ComputationError("the route from node " + std::to_string(source) + " to node " +
                                   std::to_string(destination) +
                                   (hops.empty() ? " ends at node " + std::to_string(head.node)
                                                 : " does not arrive within " + std::to_string(limit) + " hops"));
        }
        const Hop& hop = hops.front();
        check_hop(graph, head.node, hop);
        head = {graph.target(hop.channel), hop.channel, hop.state};
        path.push_back({head.node, hop});
    }
    return path;
}

}  // namespace wafernet
