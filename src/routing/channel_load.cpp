// Channel load by propagation: for every destination all flows towards it go through the places that messages can be
// in, in an order in which every move leads forward.
#include "wafernet/routing/channel_load.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/activity.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "demands.hpp"
#include "symmetry_maps.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "walk_everywhere.hpp"

namespace wafernet {

namespace {

// What a walk's streams put on the channels, move by move.
void add_streams(const Walk& walk, const std::vector<Stream>& streams, double destinations, std::vector<double>& load) {
    const std::vector<Place>& places = walk.places();
    for (std::size_t p = 0; p < places.size(); ++p) {
        if (streams[p].rate == 0.0) continue;
        const auto moves = walk.moves(p);
        double total = 0.0;
        for (const Move& move : moves) total += move.share;
        for (const Move& move : moves)
            load[places[move.to].channel] += streams[p].rate * destinations * move.share / total;
    }
}

// The load while it is found: which destinations are followed, sums by blocks of them, the load of every channel.
class FoundLoad {
public:
    FoundLoad(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
              unsigned threads)
        : network_(network),
          routing_(routing),
          rule_(rule),
          threads_(threads),
          uniform_(traffic.uniform()),
          demands_(network, traffic) {}

    ChannelLoad found() {
        // Under uniform traffic the messages to one copy of a symmetric network stand for all.
        if (uniform_) symmetry_ = symmetry_of_terminals(network_, routing_);
        for (const Node d : demands_.terminals()) {
            if (!demands_.empty(d) && (symmetry_.copies == 1 || symmetry_.node[d] == d)) destinations_.push_back(d);
        }
        make_sums();
        const CorrectsDigits* const by_digits =
            uniform_ ? followed_by_digits(network_, routing_, destinations_.size()) : nullptr;
        if (by_digits != nullptr) follow_together(*by_digits);
        else follow_each();
        ChannelLoad load{std::move(sums_[0]), demands_.offered(), 0.0};
        for (std::size_t b = 1; b < sums_.size(); ++b)
            std::ranges::transform(load.channel, sums_[b], load.channel.begin(), std::plus<>());
        if (symmetry_.copies > 1) spread_over_copies(load.channel);
        const double crossed = std::accumulate(load.channel.begin(), load.channel.end(), 0.0);
        load.mean_hops = load.offered > 0 ? crossed / load.offered : 0.0;
        return load;
    }

private:
    // Blocks of destinations are summed one after the other: their number must not depend on the threads.
    void make_sums() {
        const std::size_t channels = network_.graph.channels(), per_block = 2 * channels * sizeof(double);
        const std::size_t blocks =
            std::clamp<std::size_t>((std::size_t{1} << 28U) / std::max<std::size_t>(per_block, 1), 1,
                                    std::clamp<std::size_t>(destinations_.size(), 1, 16));
        check_memory(blocks * per_block,
                     network_.word + ": a sum of the flows over " + std::to_string(channels) + " channels",
                     "a smaller network");
        sums_.assign(blocks, std::vector<double>(channels, 0.0));
    }

    void follow_together(const CorrectsDigits& by_digits) {
        follow_streams(network_, routing_, rule_, by_digits.digit_order(), {demands_.to_each(), sums_.size(), threads_},
                       [&](std::size_t block, const Walk& walk, const std::vector<Stream>& streams, double to) {
                           add_streams(walk, streams, to, sums_[block]);
                       });
        symmetry_.copies = 1;  // every destination was followed
    }

    void follow_each() {
        Activity activity("following messages", destinations_.size());
        for_each_block(sums_.size(), threads_, [&](std::size_t block) {
            Walk walk(network_, routing_, rule_);
            std::vector<double> by_node(network_.graph.nodes());
            std::vector<Stream> streams;
            for (std::size_t i = block; i < destinations_.size(); i += sums_.size()) {
                activity.one_more();
                walk.explore(destinations_[i]);
                std::ranges::fill(by_node, 0.0);
                demands_.add(destinations_[i], by_node);
                streams.assign(walk.places().size(), {});
                for (std::size_t p = 0; p < walk.sources(); ++p) streams[p].rate = by_node[walk.places()[p].node];
                pass_on(walk, destinations_[i], streams);
                add_streams(walk, streams, 1.0, sums_[block]);
            }
        });
    }

    void spread_over_copies(std::vector<double>& load) const {
        const std::vector<Channel>& first = symmetry_.channel;
        for (Channel c = 0; c < load.size(); ++c) {
            if (first[c] != c) load[first[c]] += load[c];
        }
        for (Channel c = 0; c < load.size(); ++c) load[c] = load[first[c]];
    }

    const Network& network_;
    const Routing& routing_;
    const VcRule& rule_;
    unsigned threads_;
    bool uniform_;
    Demands demands_;
    RoutingSymmetry symmetry_;
    std::vector<Node> destinations_;
    std::vector<std::vector<double>> sums_;  // of blocks of destinations
};

}  // namespace

double ChannelLoad::largest() const { return channel.empty() ? 0.0 : *std::ranges::max_element(channel); }

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

double busiest(const Network& network, const ChannelLoad& load) {
    double most = 0.0;
    for (Channel c = 0; c < load.channel.size(); ++c) most = std::max(most, load.channel[c] * flit_cycles(network, c));
    return most;
}

ChannelLoad channel_load(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                         unsigned threads) {
    check_rule(rule);
    need_known_shares(routing, "a load of channels");
    return FoundLoad(network, routing, rule, traffic, threads).found();
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
