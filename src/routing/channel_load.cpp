// Channel load by propagation: for every destination all flows towards it go through the places that messages can be
// in, in an order in which every move leads forward.
#include "wafernet/routing/channel_load.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "base/activity.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "demands.hpp"
#include "successors.hpp"
#include "symmetry_maps.hpp"
#include "turns_nowhere.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "walk_everywhere.hpp"

namespace wafernet {

namespace {

struct Sums {
    std::vector<double> vc, injected, transition;
};

// What a walk's streams put on the channels, move by move.
void add_streams(const Walk& walk, const std::vector<Stream>& streams, double destinations, int vcs,
                 const Successors* successors, Sums& sums) {
    const std::vector<Place>& places = walk.places();
    const auto index = [&](const Place& place) {
        return std::size_t{place.channel} * static_cast<std::size_t>(vcs) +
               static_cast<std::size_t>(std::countr_zero(place.vcs));
    };
    for (std::size_t p = 0; p < places.size(); ++p) {
        if (streams[p].rate == 0.0) continue;
        const Place& at = places[p];
        const auto moves = walk.moves(p);
        double total = 0.0;
        for (const Move& move : moves) total += move.share;
        for (const Move& move : moves) {
            const double part = streams[p].rate * destinations * move.share / total;
            const Place& to = places[move.to];
            sums.vc[index(to)] += part;
            if (at.channel == no_channel) {
                if (!sums.injected.empty()) sums.injected[index(to)] += part;
            } else if (successors != nullptr) {
                sums.transition[successors->pair(at.channel, std::countr_zero(at.vcs), to.channel,
                                                 std::countr_zero(to.vcs))] += part;
            }
        }
    }
}

// A tree by its nodes, every one behind the one it hangs on, and the channels up from them; empty where it is none.
struct Tree {
    std::vector<Node> nodes;
    std::vector<Channel> up;  // by node
};

Tree tree_of(const Graph& graph) {
    if (graph.directed() || graph.nodes() == 0 || graph.links() + 1 != graph.nodes()) return {};
    Tree tree{{0}, std::vector<Channel>(graph.nodes(), no_channel)};
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        for (const Channel c : graph.out(tree.nodes[i])) {
            const Node v = graph.target(c);
            if (v == 0 || tree.up[v] != no_channel) continue;
            tree.up[v] = c ^ 1U;
            tree.nodes.push_back(v);
        }
    }
    return tree.nodes.size() == graph.nodes() ? tree : Tree{};
}

// What every link of a tree cuts off sends to the rest over it, and the rest to that.
void add_tree(const Tree& tree, const Graph& graph, const Demands& demands, std::vector<double>& channel,
              std::vector<double>& injected) {
    const std::vector<Node>& terminals = demands.terminals();
    std::vector<double> rate(graph.nodes(), 0.0), there(graph.nodes(), 0.0);  // to any one terminal
    demands.add(terminals[0], rate);
    demands.add(terminals[1], there);
    rate[terminals[0]] = there[terminals[0]];
    std::vector<double> sent = rate, count(graph.nodes(), 0.0);  // below a node, itself included
    for (const Node t : terminals) count[t] = 1.0;
    for (std::size_t i = tree.nodes.size(); i-- > 1;) {
        const Node v = tree.nodes[i], parent = graph.target(tree.up[v]);
        sent[parent] += sent[v];
        count[parent] += count[v];
    }
    for (Node v = 1; v < graph.nodes(); ++v) {
        const Channel up = tree.up[v];
        channel[up] = sent[v] * (count[0] - count[v]);
        channel[up ^ 1U] = (sent[0] - sent[v]) * count[v];
        injected[up] = rate[v] * (count[0] - count[v]);
        injected[up ^ 1U] = rate[graph.target(up)] * count[v];
    }
}

// The load while it is found: which destinations are followed, sums by blocks of them, the load of every channel.
class FoundLoad {
public:
    FoundLoad(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
              const LoadOptions& options)
        : network_(network),
          graph_(network.graph),
          routing_(routing),
          rule_(rule),
          options_(options),
          uniform_(traffic.uniform()),
          vcs_(static_cast<std::size_t>(rule.vcs)),
          slots_(std::size_t{graph_.channels()} * vcs_),
          demands_(network, traffic) {
        if (options.transitions) successors_.emplace(graph_, rule.vcs);
    }

    ChannelLoad found() {
        choose_destinations();
        make_sums();
        const CorrectsDigits* const by_digits =
            uniform_ ? followed_by_digits(network_, routing_, destinations_.size()) : nullptr;
        if (by_digits != nullptr) follow_together(*by_digits);
        else follow_each();
        ChannelLoad load = summed();
        if (symmetric_) spread_over_copies(load);
        if (!tree_.nodes.empty()) put_tree(load);
        add_channels(load);
        if (options_.transitions) add_transitions(load);
        return load;
    }

private:
    // Under uniform traffic the messages to one copy of a symmetric network stand for all. Their virtual channels need
    // not: a rule may look at directions and at the place of a ring's wrap-around link.
    void choose_destinations() {
        const bool by_channel = uniform_ && !options_.transitions && (rule_.vcs == 1 || !options_.by_vc);
        if (by_channel && demands_.terminals().size() > 1 && dynamic_cast<const TurnsNowhere*>(&routing_) != nullptr)
            tree_ = tree_of(graph_);
        const bool on_tree = !tree_.nodes.empty();
        RoutingSymmetry symmetry;
        if (by_channel && !on_tree) symmetry = symmetry_of_terminals(network_, routing_);
        symmetric_ = symmetry.copies > 1;
        for (const Node d : demands_.terminals()) {
            if (!demands_.empty(d) && (!symmetric_ || symmetry.node[d] == d)) destinations_.push_back(d);
            if (on_tree) break;  // one shows whether routing and rule fit
        }
    }

    // Blocks of destinations are summed one after the other: their number must not depend on the threads.
    void make_sums() {
        const std::size_t pairs = successors_ ? successors_->size() : 0;
        const std::size_t per_block = (2 * slots_ + pairs) * sizeof(double);
        const std::size_t blocks =
            std::clamp<std::size_t>((std::size_t{1} << 28U) / std::max<std::size_t>(per_block, 1), 1,
                                    std::clamp<std::size_t>(destinations_.size(), 1, 16));
        if (per_block > (std::size_t{1} << 30U)) {
            throw InputError(network_.word + ": the flows between " + std::to_string(slots_) +
                             " virtual channels take more than 1 GiB, use fewer virtual channels");
        }
        check_memory(blocks * per_block,
                     network_.word + ": a sum of the flows over " + std::to_string(slots_) + " virtual channels",
                     "a smaller network or fewer virtual channels");
        sums_.resize(blocks);
        for (Sums& s : sums_) {
            s.vc.assign(slots_, 0.0);
            if (by_vc()) s.injected.assign(slots_, 0.0);
            s.transition.assign(pairs, 0.0);
        }
    }

    void follow_together(const CorrectsDigits& by_digits) {
        follow_streams(network_, routing_, rule_, by_digits.digit_order(),
                       {demands_.to_each(), true, sums_.size(), options_.threads},
                       [&](std::size_t block, const Walk& walk, const std::vector<Stream>& streams, double to) {
                           add_streams(walk, streams, to, rule_.vcs, following(), sums_[block]);
                       });
        symmetric_ = false;  // every destination was followed
    }

    void follow_each() {
        Activity activity("following messages", destinations_.size());
        for_each_block(sums_.size(), options_.threads, [&](std::size_t block) {
            Walk walk(network_, routing_, rule_, true);
            std::vector<double> by_node(graph_.nodes());
            std::vector<Stream> streams;
            for (std::size_t i = block; i < destinations_.size(); i += sums_.size()) {
                activity.one_more();
                walk.explore(destinations_[i]);
                std::fill(by_node.begin(), by_node.end(), 0.0);
                demands_.add(destinations_[i], by_node);
                streams.assign(walk.places().size(), {});
                for (std::size_t p = 0; p < walk.sources(); ++p) streams[p].rate = by_node[walk.places()[p].node];
                pass_on(walk, destinations_[i], streams);
                add_streams(walk, streams, 1.0, rule_.vcs, following(), sums_[block]);
            }
        });
    }

    ChannelLoad summed() {
        ChannelLoad load;
        load.vcs = rule_.vcs;
        load.vc = std::move(sums_[0].vc);
        load.injected = std::move(sums_[0].injected);
        transition_ = std::move(sums_[0].transition);
        for (std::size_t b = 1; b < sums_.size(); ++b) {
            for (std::size_t i = 0; i < slots_; ++i) load.vc[i] += sums_[b].vc[i];
            for (std::size_t i = 0; i < load.injected.size(); ++i) load.injected[i] += sums_[b].injected[i];
            for (std::size_t i = 0; i < transition_.size(); ++i) transition_[i] += sums_[b].transition[i];
        }
        return load;
    }

    void spread_over_copies(ChannelLoad& load) const {
        const RoutingSymmetry symmetry = symmetry_of_terminals(network_, routing_);
        const auto fold = [&](std::vector<double>& of_slot) {
            const auto first = [&](std::size_t i) { return symmetry.channel[i / vcs_] * vcs_ + i % vcs_; };
            for (std::size_t i = 0; i < of_slot.size(); ++i) {
                if (first(i) != i) of_slot[first(i)] += of_slot[i];
            }
            for (std::size_t i = 0; i < of_slot.size(); ++i) of_slot[i] = of_slot[first(i)];
        };
        fold(load.vc);
        fold(load.injected);
    }

    void put_tree(ChannelLoad& load) const {
        std::vector<double> channel(graph_.channels()), injected(graph_.channels());
        add_tree(tree_, graph_, demands_, channel, injected);
        for (Channel c = 0; c < graph_.channels(); ++c) {
            const std::size_t slot = std::size_t{c} * vcs_;
            std::fill_n(load.vc.begin() + static_cast<std::ptrdiff_t>(slot), rule_.vcs, 0.0);
            load.vc[slot] = channel[c];
            if (by_vc()) load.injected[slot] = injected[c];
        }
    }

    void add_channels(ChannelLoad& load) const {
        double crossed = 0.0;
        for (const double flow : load.vc) crossed += flow;
        if (!by_vc() && rule_.vcs == 1) {
            load.channel = std::exchange(load.vc, {});
        } else {
            load.channel.assign(graph_.channels(), 0.0);
            for (std::size_t i = 0; i < slots_; ++i) load.channel[i / vcs_] += load.vc[i];
        }
        if (!by_vc()) load.vc = {};
        load.offered = demands_.offered();
        load.mean_hops = load.offered > 0 ? crossed / load.offered : 0.0;
    }

    void add_transitions(ChannelLoad& load) const {
        load.first_transition.assign(1, 0);
        for (std::size_t i = 0; i < slots_; ++i) {
            const auto c = static_cast<Channel>(i / vcs_);
            const auto v = static_cast<int>(i % vcs_);
            for (std::uint64_t pair = successors_->begin(c, v); pair < successors_->end(c, v); ++pair) {
                if (transition_[pair] > 0.0)
                    load.transitions.push_back({successors_->second(c, v, pair), transition_[pair]});
            }
            load.first_transition.push_back(load.transitions.size());
        }
    }

    [[nodiscard]] bool by_vc() const { return options_.by_vc || options_.transitions; }
    [[nodiscard]] const Successors* following() const { return successors_ ? &*successors_ : nullptr; }

    const Network& network_;
    const Graph& graph_;
    const Routing& routing_;
    const VcRule& rule_;
    const LoadOptions& options_;
    bool uniform_;
    std::size_t vcs_, slots_;
    Demands demands_;
    std::optional<Successors> successors_;
    Tree tree_;
    bool symmetric_ = false;
    std::vector<Node> destinations_;
    std::vector<Sums> sums_;  // of blocks of destinations
    std::vector<double> transition_;
};

}  // namespace

double ChannelLoad::largest() const {
    return channel.empty() ? 0.0 : *std::max_element(channel.begin(), channel.end());
}

double ChannelLoad::mean() const {
    double sum = 0.0;
    for (const double load : channel) sum += load;
    return channel.empty() ? 0.0 : sum / static_cast<double>(channel.size());
}

Channel ChannelLoad::bottleneck() const {
    if (channel.empty()) return no_channel;
    // The lowest of those that are equal but for rounding.
    const double most = largest() * (1.0 - 1e-9);
    Channel c = 0;
    while (channel[c] < most) ++c;
    return c;
}

std::span<const Transition> ChannelLoad::from(std::uint64_t channel_vc) const {
    if (channel_vc >= first_transition.size() || channel_vc + 1 == first_transition.size()) {
        throw InputError("no transitions from virtual channel " + std::to_string(channel_vc) +
                         ", need channel_load with transitions");
    }
    return {transitions.data() + first_transition[channel_vc], transitions.data() + first_transition[channel_vc + 1]};
}

double busiest(const Network& network, const ChannelLoad& load) {
    double most = 0.0;
    for (Channel c = 0; c < load.channel.size(); ++c) most = std::max(most, load.channel[c] * flit_cycles(network, c));
    return most;
}

ChannelLoad channel_load(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                         const LoadOptions& options) {
    check_rule(rule);
    need_known_shares(routing, "a load of channels");
    return FoundLoad(network, routing, rule, traffic, options).found();
}

std::string axis_of(const Graph& graph, Channel channel) {
    if (channel >= graph.channels())
        throw InputError("no channel " + std::to_string(channel) + ", need one below " +
                         std::to_string(graph.channels()));
    const LinkLabel& label = graph.label(Graph::link(channel));
    constexpr std::string_view axes = "xyz";
    const std::string axis = label.axis < axes.size() ? std::string(1, axes[label.axis]) : std::to_string(label.axis);
    return axis + (graph.direction(channel) > 0 ? "+" : "-");
}

std::string channel_place(const Graph& graph, Channel channel) {
    const std::string axis = axis_of(graph, channel);
    const LinkLabel& label = graph.label(Graph::link(channel));
    return "level " + std::to_string(label.level) + ", axis " + axis + (label.wrap ? " (wrap-around)" : "");
}

std::string channel_place(const Network& network, Channel channel) {
    if (network.family != nullptr || channel >= network.graph.channels()) return channel_place(network.graph, channel);
    return network.addresses.print(network.graph.source(channel)) + " -> " +
           network.addresses.print(network.graph.target(channel));
}

}  // namespace wafernet
