// Routing by a set of allowed turns: a message may take a hop if the turn is allowed and its destination can still be
// reached by allowed turns. Reachability and distance come from a backward search over (node, what the arrival allows):
// directions of arrival that allow the same turns are one state. Where detours are limited the header also carries how
// many it has taken.
//
// Virtual channels: a set whose directions share no channel restricts turns alone, so that a message takes any of a
// channel's. Where n directions of the set share a channel, direction k has its virtual channels k, k + n, k + 2n, ..:
// however many there are, all are used, and as many copies of one direction add no cycle, since every dependency
// between copies is one of the directions.
#include <algorithm>
#include <functional>
#include <utility>

#include "base/memory.hpp"
#include "down_cycles.hpp"
#include "grid_view.hpp"
#include "shortest.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet {

namespace {

constexpr std::uint8_t unreachable = 0xFFU;

class TurnRouting final : public Routing {
public:
    /// Axis and sign of the directions in which a channel leads.
    using Directions = std::vector<std::pair<std::uint8_t, int>>;

    TurnRouting(const Network& network, const std::function<Directions(Channel)>& directions, TurnSet turns,
                std::uint32_t detours)
        : graph_(network.graph), turns_(std::move(turns)), detours_(detours) {
        rows_.emplace_back(turns_.size(), true);  // state 0: at the source any direction is allowed
        for (std::size_t d = 0; d < turns_.size(); ++d) {
            const auto same = std::find(rows_.begin(), rows_.end(), turns_.allowed[d]);
            state_after_.push_back(static_cast<std::uint32_t>(same - rows_.begin()));
            if (same == rows_.end()) rows_.push_back(turns_.allowed[d]);
        }
        states_ = rows_.size();
        // Virtual directions of every channel. Several links between two nodes are the virtual channels of the turns,
        // each with wires of its own.
        first_.push_back(0);
        for (Channel c = 0; c < graph_.channels(); ++c) {
            const Node from = graph_.source(c), to = graph_.target(c);
            const auto wires = wires_between(from, to);
            const auto wire = std::find(wires.begin(), wires.end(), c) - wires.begin();
            for (const auto& [axis, sign] : directions(c)) {
                for (std::size_t d = 0; d < turns_.size(); ++d) {
                    if (turns_.directions[d].axis != axis || turns_.directions[d].sign != sign) continue;
                    if (wires.size() == 1 || turns_.vcs() == 1 || turns_.directions[d].vc == wire)
                        of_channel_.push_back(static_cast<std::uint16_t>(d));
                }
            }
            const std::size_t sharing = of_channel_.size() - first_.back();
            for (std::size_t k = 0; k < sharing; ++k) vcs_.push_back(every_nth_vc(sharing, k));
            first_.push_back(static_cast<std::uint32_t>(of_channel_.size()));
        }
        find_ways();
        find_distances(network);
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const std::size_t begin = hops.size();
        const auto states = static_cast<std::uint32_t>(states_), taken = at.state < states ? 0 : at.state / states,
                   state = at.state - taken * states;
        const std::size_t from = at.node * states_ + state;
        const std::uint8_t* const left = distances_to(destination);
        for (std::uint32_t w = first_way_[from]; w < first_way_[from + 1]; ++w) {
            const Way& way = ways_[w];
            const std::uint8_t there = left[way.to];
            const bool detour = there + 1 != left[from];
            if (there == unreachable || (detour && taken == detours_)) continue;
            hops.push_back(way.hop);
            if (detours_ == 0) continue;
            hops.back().state +=
                static_cast<std::uint32_t>(states_) * (detour && detours_ != any_detours ? taken + 1 : taken);
            hops.back().detour = detour;
        }
        if (detours_ > 0) {
            const auto after = [&](const Hop& hop) {
                return left[graph_.target(hop.channel) * states_ + hop.state % states_];
            };
            std::stable_sort(hops.begin() + static_cast<std::ptrdiff_t>(begin), hops.end(),
                             [&](const Hop& a, const Hop& b) { return after(a) < after(b); });
        }
    }

    [[nodiscard]] bool adaptive() const override { return true; }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    [[nodiscard]] std::vector<Channel> wires_between(Node from, Node to) const {
        std::vector<Channel> wires;
        for (const Channel c : graph_.out(from)) {
            if (graph_.target(c) == to) wires.push_back(c);
        }
        return wires;
    }

    // Hops left to the destination from every node x states_ + state.
    [[nodiscard]] const std::uint8_t* distances_to(Node destination) const {
        return &distance_[std::size_t{destination} * graph_.nodes() * states_];
    }

    void find_ways() {
        first_way_.push_back(0);
        for (Node v = 0; v < graph_.nodes(); ++v) {
            for (std::uint32_t state = 0; state < states_; ++state) {
                for (const Channel c : graph_.out(v)) {
                    for (std::uint32_t i = first_[c]; i < first_[c + 1]; ++i) {
                        const std::size_t d = of_channel_[i];
                        if (!rows_[state][d]) continue;
                        const auto to = static_cast<std::uint32_t>(graph_.target(c) * states_ + state_after_[d]);
                        Hop hop;
                        hop.channel = c;
                        hop.state = state_after_[d];
                        hop.label = label_of(graph_, c);
                        hop.vcs = vcs_[i];
                        ways_.push_back({to, hop});
                    }
                }
                first_way_.push_back(static_cast<std::uint32_t>(ways_.size()));
            }
        }
    }

    void find_distances(const Network& network) {
        const std::size_t nodes = graph_.nodes();
        if (nodes * nodes * states_ > std::size_t{1} << 30U)
            throw InputError(network.word + ": routing by turns keeps a table of nodes^2 x " + std::to_string(states_) +
                             " bytes, need at most 1 GiB");
        check_memory(nodes * nodes * states_, network.word + ": the table of routing by turns",
                     "a smaller network, another routing or more memory");
        distance_.assign(nodes * nodes * states_, unreachable);
        std::vector<std::uint32_t> first(nodes * states_ + 1, 0), from(ways_.size()), queue;
        for (const Way& way : ways_) ++first[way.to];
        std::uint32_t sum = 0;
        for (std::uint32_t& f : first) sum += f, f = sum;
        for (std::uint32_t s = 0; s < nodes * states_; ++s) {
            for (std::uint32_t w = first_way_[s]; w < first_way_[s + 1]; ++w) from[--first[ways_[w].to]] = s;
        }
        const std::vector<Node> ends = terminals_of(network);
        for (Node destination = 0; destination < nodes; ++destination) {
            std::uint8_t* table = distance_.data() + std::size_t{destination} * nodes * states_;
            queue.clear();
            for (std::uint32_t s = 0; s < states_; ++s) {
                table[destination * states_ + s] = 0;
                queue.push_back(static_cast<std::uint32_t>(destination * states_ + s));
            }
            for (std::size_t i = 0; i < queue.size(); ++i) {
                for (std::uint32_t e = first[queue[i]]; e < first[queue[i] + 1]; ++e) {
                    std::uint8_t& d = table[from[e]];
                    if (d != unreachable) continue;
                    if (table[queue[i]] + 1 >= unreachable)
                        throw InputError(network.word +
                                         ": paths of 255 hops and more are too long for routing by turns");
                    d = static_cast<std::uint8_t>(table[queue[i]] + 1);
                    queue.push_back(from[e]);
                }
            }
            for (const Node v : ends) {
                if (table[v * states_] != unreachable || !std::ranges::binary_search(ends, destination)) continue;
                throw InputError(network.word + ": the allowed turns do not lead from node " +
                                 network.addresses.print(v) + " to node " + network.addresses.print(destination));
            }
        }
    }

    Graph graph_;
    TurnSet turns_;
    std::uint32_t detours_;
    std::size_t states_ = 1;
    std::vector<std::vector<bool>> rows_;     // [state][direction]: allowed next
    std::vector<std::uint32_t> state_after_;  // [direction]
    std::vector<std::uint32_t> first_;
    std::vector<std::uint16_t> of_channel_;
    std::vector<VcSet> vcs_;  // of every entry of of_channel_
    struct Way {
        std::uint32_t to;  // node x states_ + state
        Hop hop;           // without detours before it
    };
    std::vector<Way> ways_;
    std::vector<std::uint32_t> first_way_;  // of every node x states_ + state
    std::vector<std::uint8_t> distance_;    // [destination][node][state]
};

}  // namespace

std::unique_ptr<Routing> turn_routing(const Network& network, TurnSet turns, std::uint32_t detours) {
    const auto view = grid_view(network);
    const bool ccc = is_ccc(network);
    const int axes = ccc ? 2 : turn_axes(network);
    if (axes == 0)
        throw InputError(network.word +
                         ": routing by turns needs a mesh, torus, hypercube or double-y network, a "
                         "plane of tiles, an express cube or cube-connected cycles");
    if (turns.axes() != axes)
        throw InputError(network.word + " has " + std::to_string(axes) + " axes, the turns are for " +
                         std::to_string(turns.axes()));
    const Graph& graph = network.graph;
    const auto by_coordinates = [&](Channel c) {  // a wrap-around link as it leads on the mesh
        TurnRouting::Directions directions;
        for (std::uint8_t a = 0; a < axes; ++a) {
            const std::uint32_t here = view->at(graph.source(c), a), there = view->at(graph.target(c), a);
            if (here != there) directions.emplace_back(a, there > here ? 1 : -1);
        }
        return directions;
    };
    const auto by_label = [&](Channel c) {  // a link that closes a cycle as it leads without it
        const LinkLabel& label = graph.label(Graph::link(c));
        return TurnRouting::Directions{{ccc ? static_cast<std::uint8_t>(label.level - 1) : label.axis,
                                        label.wrap ? -graph.direction(c) : graph.direction(c)}};
    };
    if (view) return std::make_unique<TurnRouting>(network, by_coordinates, std::move(turns), detours);
    return std::make_unique<TurnRouting>(network, by_label, std::move(turns), detours);
}

}  // namespace wafernet
