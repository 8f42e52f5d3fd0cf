// Up*/down* routing on any graph: a message first goes up, towards the root of a breadth-first tree, then only down.
// Needs no virtual channels: rahman2006, sec. 4.3.3 names it for that.
#include "core/breadth_first.hpp"
#include "shortest.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

class UpDown final : public Routing {
public:
    UpDown(const Graph& graph, bool adaptive) : graph_(graph), adaptive_(adaptive) {
        const std::size_t nodes = graph.nodes();
        const std::vector<std::uint32_t> depth = hops_to(graph, 0);
        // Up goes to a smaller depth, to the lower number at equal depth.
        up_.resize(graph.channels());
        for (Channel c = 0; c < graph.channels(); ++c) {
            const Node from = graph.source(c), to = graph.target(c);
            up_[c] = depth[to] != depth[from] ? depth[to] < depth[from] : to < from;
        }
        // Backwards search over (node, may still go up) from every destination.
        distance_.assign(2 * nodes * nodes, 0xFFFFU);
        std::vector<std::uint32_t> states;
        for (Node d = 0; d < nodes; ++d) {
            std::uint16_t* row = distance_.data() + std::size_t{d} * 2 * nodes;
            const std::uint32_t there = 2 * d;
            row[there] = row[there + 1] = 0;
            states.assign({there, there + 1});
            for (std::size_t i = 0; i < states.size(); ++i) {
                const Node v = states[i] / 2;
                const bool down_only = (states[i] & 1U) != 0;
                for (const Channel out : graph.out(v)) {
                    const Channel c = Graph::reverse(out);  // arrives at v
                    // Up hops lead from "may go up" to itself, down hops from either to "down only".
                    if (up_[c] == down_only) continue;
                    for (std::uint32_t before = 0; before < (down_only ? 2U : 1U); ++before) {
                        const std::uint32_t state = 2 * graph.source(c) + before;
                        if (row[state] != 0xFFFFU) continue;
                        row[state] = static_cast<std::uint16_t>(row[states[i]] + 1);
                        states.push_back(state);
                    }
                }
            }
        }
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const std::uint16_t* row = distance_.data() + std::size_t{destination} * 2 * graph_.nodes();
        if (at.node == destination) return;
        for (const Channel c : graph_.out(at.node)) {
            if (up_[c] && at.state == 1) continue;
            const std::uint32_t state = up_[c] ? 0 : 1;
            if (row[2 * graph_.target(c) + state] + 1 != row[2 * at.node + at.state]) continue;
            Hop hop;
            hop.channel = c;
            hop.state = state;
            hop.label = label_of(graph_, c);
            hops.push_back(hop);
            if (!adaptive_) return;
        }
    }

    [[nodiscard]] bool adaptive() const override { return adaptive_; }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Graph graph_;
    std::vector<bool> up_;
    std::vector<std::uint16_t> distance_;  // [destination][node][down only]
    bool adaptive_;
};

}  // namespace

std::unique_ptr<Routing> up_down_routing(const Network& network, bool adaptive) {
    check_for_tables(network, 2);
    if (network.graph.directed())
        throw InputError(network.word +
                         ": up-down needs links that go both ways, this network has one-way links, need minimal");
    return std::make_unique<UpDown>(network.graph, adaptive);
}

}  // namespace wafernet
