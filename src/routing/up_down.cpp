// Up*/down* routing on any graph: a message first goes up, towards the root of a breadth-first tree, then only down.
// Needs no virtual channels: rahman2006, sec. 4.3.3 names it for that.
#include <algorithm>
#include <numeric>

#include "core/breadth_first.hpp"
#include "lanes.hpp"
#include "path_table.hpp"
#include "shortest.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

class UpDown final : public Routing {
public:
    UpDown(const Network& network, bool adaptive) : graph_(network.graph), adaptive_(adaptive) {
        const Graph& graph = graph_;
        const std::size_t nodes = graph.nodes();
        const std::vector<std::uint32_t> depth = hops_to(graph, 0);
        // Up goes to a smaller depth, to the lower number at equal depth.
        up_.resize(graph.channels());
        for (Channel c = 0; c < graph.channels(); ++c) {
            const Node from = graph.source(c), to = graph.target(c);
            up_[c] = depth[to] != depth[from] ? depth[to] < depth[from] : to < from;
        }
        constexpr std::uint32_t most_lanes = 64;  // each is more for whoever follows all messages
        std::uint32_t lanes = 1;                  // a multiple of the parallel links between two nodes
        std::vector<std::uint32_t> links(nodes, 0);
        for (Node v = 0; v < nodes && !adaptive; ++v) {
            for (const Channel c : graph.out(v)) ++links[graph.target(c)];
            for (const Channel c : graph.out(v)) {
                const std::uint32_t together = std::lcm(lanes, std::max(links[graph.target(c)], 1U));
                if (together <= most_lanes) lanes = together;
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
        lanes_ = Lanes(network, lanes, 2 * nodes, ranks_by_name(network), [&](Node v, Node to, const auto& visit) {
            std::vector<Channel> all;
            for (bool down = false; v != to; down = down || !up_[all[0]], v = graph_.target(all[0])) {
                all.clear();
                ways_on(v, down, to, all);
                if (all.size() > 1) visit(2 * v + (down ? 1 : 0), all);
            }
        });
    }

    // The state is twice that of the lanes over parallel links, and 1 where a message goes down only.
    [[nodiscard]] std::uint32_t start(Node source, Node) const override { return 2 * lanes_.state(source); }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const std::uint32_t down = at.state % 2;
        thread_local std::vector<Channel> all;
        all.clear();
        ways_on(at.node, down == 1, destination, all);
        const std::size_t one = adaptive_ ? 0 : lanes_.lane(at.state / 2, destination, 2 * at.node + down, all.size());
        for (std::size_t i = one; i < (adaptive_ ? all.size() : one + 1); ++i) {
            Hop hop;
            hop.channel = all[i];
            hop.state = at.state - down + (up_[all[i]] ? 0 : 1);
            hop.label = label_of(graph_, all[i]);
            hops.push_back(hop);
        }
    }

    [[nodiscard]] bool adaptive() const override { return adaptive_; }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    // The channels of shortest ways on; of a single path those to the first neighbour.
    void ways_on(Node from, bool down, Node destination, std::vector<Channel>& all) const {
        const std::uint16_t* row = distance_.data() + std::size_t{destination} * 2 * graph_.nodes();
        for (const Channel c : graph_.out(from)) {
            if (up_[c] && down) continue;
            if (row[2 * graph_.target(c) + (up_[c] ? 0 : 1)] + 1 != row[2 * from + (down ? 1 : 0)]) continue;
            if (adaptive_ || all.empty() || graph_.target(c) == graph_.target(all[0])) all.push_back(c);
        }
    }

    Graph graph_;
    std::vector<bool> up_;
    std::vector<std::uint16_t> distance_;  // [destination][node][down only]
    bool adaptive_;
    Lanes lanes_;
};

}  // namespace

std::unique_ptr<Routing> up_down_routing(const Network& network, bool adaptive) {
    check_for_tables(network, 2);
    if (network.graph.directed())
        throw InputError(network.word +
                         ": up-down needs links that go both ways, this network has one-way links, need minimal");
    return std::make_unique<UpDown>(network, adaptive);
}

}  // namespace wafernet
