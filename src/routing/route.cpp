#include "wafernet/routing/route.hpp"

#include <numeric>

#include "core/fits.hpp"

namespace wafernet {

void draw_hop(std::vector<Hop>& hops, double u) {
    u *= std::accumulate(hops.begin(), hops.end(), 0.0, [](double sum, const Hop& hop) { return sum + hop.share; });
    std::size_t drawn = 0;
    while (drawn + 1 < hops.size() && u >= hops[drawn].share) u -= hops[drawn++].share;
    hops = {hops.at(drawn)};
}

void check_hop(const Graph& graph, Node node, const Hop& hop) {
    if (hop.channel < graph.channels() && graph.source(hop.channel) == node) return;
    throw ComputationError("the routing goes from node " + std::to_string(node) + " over channel " +
                           std::to_string(hop.channel) + ", which does not leave it, need the routing of this network");
}

void need_known_shares(const Routing& routing, std::string_view what) {
    if (!routing.weighs()) return;
    throw InputError("routing 'ugal' chooses by the queues that a message meets, which " + std::string(what) +
                     " cannot know, need 'simulate', or the two that it chooses between: the network's own and "
                     "'valiant'");
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
        if (hops.empty() || path.size() > limit)
            throw ComputationError("the route from node " + std::to_string(source) + " to node " +
                                   std::to_string(destination) +
                                   (hops.empty() ? " ends at node " + std::to_string(head.node)
                                                 : " does not arrive within " + std::to_string(limit) + " hops"));
        const Hop& hop = hops.front();
        check_hop(graph, head.node, hop);
        head = {graph.target(hop.channel), hop.channel, hop.state};
        path.push_back({head.node, hop});
    }
    return path;
}

namespace {

using SeeRoute = std::function<void(std::span<const RouteStep>, double)>;

struct Paths {
    const Graph& graph;
    const Routing& routing;
    Node destination;
    const SeeRoute& seen;
    std::vector<RouteStep> path;

    void go_on(const Head& head, double probability) {
        if (head.node == destination) return seen(path, probability);
        std::vector<Hop> hops;
        routing.next(head, destination, hops);
        double all = 0.0;
        for (const Hop& hop : hops) all += hop.share;
        if (hops.empty() || path.size() > graph.channels())
            throw ComputationError("a route from node " + std::to_string(path.front().node) + " to node " +
                                   std::to_string(destination) + " does not arrive");
        for (const Hop& hop : hops) {
            check_hop(graph, head.node, hop);
            const Node to = graph.target(hop.channel);
            path.push_back({to, hop});
            go_on({to, hop.channel, hop.state}, probability * hop.share / all);
            path.pop_back();
        }
    }
};

}  // namespace

void each_route(const Graph& graph, const Routing& routing, Node source, Node destination, const SeeRoute& seen) {
    if (routing.draws() != Draws::always) return seen(route(graph, routing, source, destination), 1.0);
    check_node(graph, source);
    check_node(graph, destination);
    check_fits(graph, routing);
    Paths{graph, routing, destination, seen, {{source, {}}}}.go_on(
        {source, no_channel, routing.start(source, destination)}, 1.0);
}

}  // namespace wafernet
