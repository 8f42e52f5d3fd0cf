#include "walk.hpp"

#include <bit>
#include <string>

#include "core/fits.hpp"
#include "digraph.hpp"
#include "wafernet/routing/route_table.hpp"

namespace wafernet {

namespace {
constexpr std::uint32_t end_of_list = 0xFFFFFFFFU;
}

Walk::Walk(const Network& network, const Routing& routing, const VcRule& rule)
    : network_(network), routing_(routing), rule_(rule), first_on_channel_(network.graph.channels(), end_of_list) {
    check_fits(network.graph, routing);
    check_rule(rule);
}

std::uint32_t Walk::place_of(Channel channel, std::uint32_t header, VcSet vcs, Node origin) {
    std::uint32_t& first = first_on_channel_[channel];
    if (first == end_of_list) touched_.push_back(channel);
    for (std::uint32_t p = first; p != end_of_list; p = next_on_channel_[p]) {
        if (places_[p].header == header && places_[p].vcs == vcs) return p;
    }
    const auto p = static_cast<std::uint32_t>(places_.size());
    places_.push_back({channel, header, vcs, network_.graph.target(channel), origin});
    next_on_channel_.push_back(first);
    first = p;
    return p;
}

void Walk::fail(const Place& at, Node destination, const char* why) const {
    throw ComputationError("a message from node " + network_.addresses.print(at.origin) + " to node " +
                           network_.addresses.print(destination) + " cannot go on at node " +
                           network_.addresses.print(at.node) + ": " + why);
}

void Walk::clear() {
    for (const Channel c : touched_) first_on_channel_[c] = end_of_list;
    touched_.clear();
    places_.clear();
    next_on_channel_.clear();
    moves_.clear();
    first_move_.assign(1, 0);
    order_.clear();
}

void Walk::explore(Node destination) { explore(destination, terminals_of(network_)); }

void Walk::explore(Node destination, std::span<const Node> sources) {
    clear();
    for (const Node s : sources) {
        if (s == destination || leaves_out(network_, s, destination)) continue;
        places_.push_back({no_channel, routing_.start(s, destination), 0, s, s});
        next_on_channel_.push_back(end_of_list);
    }
    search(destination, [&](Node v) { return v == destination; });
}

void Walk::explore(std::span<const Place> begins, Node destination, const std::function<bool(Node)>& there) {
    clear();
    for (const Place& at : begins) {
        if (at.channel != no_channel) {
            place_of(at.channel, at.header, at.vcs, at.origin);
        } else {
            places_.push_back(at);
            next_on_channel_.push_back(end_of_list);
        }
    }
    search(destination, there);
}

template <class There> void Walk::search(Node destination, const There& there) {
    sources_ = places_.size();
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Place at = places_[i];
        if (!there(at.node)) {
            hops_.clear();
            routing_.next({at.node, at.channel, at.header}, destination, hops_);
            if (hops_.empty()) fail(at, destination, "the routing gives no next channel");
            const int arriving = rule_.sees_arriving && at.vcs != 0 ? std::countr_zero(at.vcs) : -1;
            bool stuck = true;
            for (const Hop& hop : hops_) {
                const VcSet vcs = rule_.permitted(hop.label, arriving) & hop.vcs;
                if (vcs == 0) continue;
                stuck = false;
                if (!rule_.sees_arriving) {
                    moves_.push_back(
                        {place_of(hop.channel, hop.state, vcs, at.origin), static_cast<double>(hop.share)});
                    continue;
                }
                const double share = static_cast<double>(hop.share) / std::popcount(vcs);
                for (VcSet rest = vcs; rest != 0; rest &= rest - 1)
                    moves_.push_back({place_of(hop.channel, hop.state, rest & (~rest + 1), at.origin), share});
            }
            if (stuck) fail(at, destination, "the VC rule permits none of the VCs that the routing takes");
        }
        first_move_.push_back(static_cast<std::uint32_t>(moves_.size()));
    }
}

const std::vector<std::uint32_t>& Walk::order() {
    indegree_.assign(places_.size(), 0);
    for (const Move& move : moves_) ++indegree_[move.to];
    order_ = peeled(indegree_, [&](std::uint32_t p, const auto& use) {
        for (const Move& move : moves(p)) use(move.to);
    });
    if (order_.size() != places_.size()) order_.clear();
    return order_;
}

void Stream::add(const Stream& others, double share) {
    rate += others.rate * share;
    hops = std::max(hops, others.hops);
}

void pass_on(Walk& walk, Node destination, std::vector<Stream>& streams) {
    const std::vector<std::uint32_t>& order = walk.order();
    if (order.empty() && !walk.places().empty())
        throw ComputationError("messages to node " + std::to_string(destination) +
                               " could go round in circles under this routing, its channel load has no even split");
    for (const std::uint32_t p : order) {
        const auto moves = walk.moves(p);
        double total = 0.0;
        for (const Move& move : moves) total += move.share;
        const Stream on{streams[p].rate, streams[p].hops + 1};
        for (const Move& move : moves) streams[move.to].add(on, move.share / total);
    }
}

}  // namespace wafernet
