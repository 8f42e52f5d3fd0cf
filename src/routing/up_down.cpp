// Up*/down* routing on any graph: a message first goes up, towards the root of a breadth-first tree, then only down.
// Needs no virtual channels: rahman2006, sec. 4.3.3 names it for that.
#include <algorithm>
#include <numeric>

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
        constexpr std::uint32_t most_lanes = 64;  // each is more for whoever follows all messages
        std::vector<std::uint32_t> links(nodes, 0);
        for (Node v = 0; v < nodes && !adaptive; ++v) {
            for (const Channel c : graph.out(v)) ++links[graph.target(c)];
            for (const Channel c : graph.out(v)) {
                const std::uint32_t together = std::lcm(lanes_, std::max(links[graph.target(c)], 1U));
                if (together <= most_lanes) lanes_ = together;
                links[graph.target(c)] = 0;
            }
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

    // The state is twice the lane, which a single path takes over parallel links, and 1 where it goes down only.
    [[nodiscard]] std::uint32_t start(Node source, Node) const override { return 2 * (source % lanes_); }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const std::uint16_t* row = distance_.data() + std::size_t{destination} * 2 * graph_.nodes();
        if (at.node == destination) return;
        const std::uint32_t lane = at.state / 2, down = at.state % 2;
        const std::size_t first = hops.size();
        for (const Channel c : graph_.out(at.node)) {
            if (up_[c] && down == 1) continue;
            if (row[2 * graph_.target(c) + (up_[c] ? 0 : 1)] + 1 != row[2 * at.node + down]) continue;
            if (!adaptive_ && hops.size() > first && graph_.target(c) != graph_.target(hops[first].channel)) continue;
            Hop hop;
            hop.channel = c;
            hop.state = 2 * lane + (up_[c] ? 0 : 1);
            hop.label = label_of(graph_, c);
            hops.push_back(hop);
        }
        if (adaptive_ || hops.size() - first < 2) return;
        std::swap(hops[first], hops[first + (lane + destination) % (hops.size() - first)]);
        hops.resize(first + 1);
    }

    [[nodiscard]] bool adaptive() const override { return adaptive_; }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Graph graph_;
    std::vector<bool> up_;
    std::vector<std::uint16_t> distance_;  // [destination][node][down only]
    bool adaptive_;
    std::uint32_t lanes_ = 1;  // a multiple of the parallel links between two nodes
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
