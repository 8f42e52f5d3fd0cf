// Shortest paths on any graph: all minimal hops, or the first.
#include "shortest.hpp"

#include <algorithm>

#include "core/breadth_first.hpp"
#include "wafernet/error.hpp"

namespace wafernet {

HopLabel label_of(const Graph& graph, Channel channel) {
    const LinkLabel& link = graph.label(Graph::link(channel));
    HopLabel label;
    label.level = link.level;
    label.axis = link.axis;
    label.direction = static_cast<std::int8_t>(graph.direction(channel));
    label.phase = link.level > 1 ? Phase::inter : Phase::local;
    return label;
}

void check_for_tables(const Network& network, int tables) {
    const std::uint64_t nodes = network.graph.nodes();
    if (nodes * nodes * 2 * static_cast<std::uint64_t>(tables) > std::uint64_t{2} << 30U) {
        throw InputError(network.word + ": shortest-path routing keeps a table of all pairs of " + std::to_string(nodes) +
                         " nodes, need at most 2 GiB of tables");
    }
    if (nodes == 0) throw InputError("a routing of a network without nodes, need one that is built");
    const std::string first = network.addresses.print(0);
    const auto need_all = [&](const std::vector<std::uint32_t>& hops, const auto& complaint) {
        const auto lost = std::find(hops.begin(), hops.end(), unreached);
        if (lost == hops.end()) return;
        throw InputError(network.word + ": " + complaint("node " + network.addresses.print(static_cast<Node>(lost - hops.begin()))) + ", routing needs a " +
                         (network.graph.directed() ? "strongly connected network" : "connected network"));
    };
    need_all(hops_from(network.graph, 0), [&](const std::string& lost) { return lost + " cannot be reached from node " + first; });
    if (network.graph.directed()) need_all(hops_to(network.graph, 0), [&](const std::string& lost) { return lost + " cannot reach node " + first; });
}

namespace {

// distance[d * nodes + v]: hops from v to d.
std::vector<std::uint16_t> distances_to_all(const Graph& graph) {
    const std::size_t nodes = graph.nodes();
    std::vector<std::uint16_t> distance(nodes * nodes, 0xFFFFU);
    std::vector<Node> queue;
    for (Node d = 0; d < nodes; ++d) {
        std::uint16_t* row = distance.data() + d * nodes;
        row[d] = 0;
        queue.assign(1, d);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Node v = queue[i];
            graph.for_each_in(v, [&](Channel c) {
                const Node w = graph.source(c);
                if (row[w] != 0xFFFFU) return;
                row[w] = static_cast<std::uint16_t>(row[v] + 1);
                queue.push_back(w);
            });
        }
    }
    return distance;
}

class Minimal final : public Routing {
public:
    Minimal(const Graph& graph, bool adaptive) : graph_(graph), distance_(distances_to_all(graph)), adaptive_(adaptive) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const std::uint16_t* row = distance_.data() + std::size_t{destination} * graph_.nodes();
        for (const Channel c : graph_.out(at.node)) {
            if (row[graph_.target(c)] + 1 != row[at.node]) continue;
            Hop hop;
            hop.channel = c;
            hop.label = label_of(graph_, c);
            hops.push_back(hop);
            if (!adaptive_) return;
        }
    }

    [[nodiscard]] bool adaptive() const override { return adaptive_; }

private:
    Graph graph_;
    std::vector<std::uint16_t> distance_;
    bool adaptive_;
};

}  // namespace

std::unique_ptr<Routing> minimal_routing(const Network& network, bool adaptive) {
    check_for_tables(network, 1);
    return std::make_unique<Minimal>(network.graph, adaptive);
}

}  // namespace wafernet
