// All places that messages to one destination can be in: a search over (channel, header state, VC) from every source.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/routing/deadlock.hpp"

namespace wafernet {

/// A place of a message on its way: on a channel, with a header state, on one of a set of VCs. At a source the channel
/// is no_channel and the set is empty.
struct Place {
    Channel channel = no_channel;
    std::uint32_t header = 0;
    VcSet vcs = 0;
    Node node = 0;    ///< where the channel leads to
    Node origin = 0;  ///< a source whose messages come here
};

struct Move {
    std::uint32_t to = 0;
    double share = 1.0;
};

/// The search. One object serves one thread; every call of `explore` starts afresh.
class Walk {
public:
    /// A place is on all VCs that the rule permits together, on one of them where the rule looks at the arriving VC.
    /// Throws InputError where the routing was made for another network or the rule permits nothing.
    Walk(const Network& network, const Routing& routing, const VcRule& rule);

    /// Finds all places of messages to `destination`. Throws ComputationError where a message cannot go on.
    void explore(Node destination);
    /// The same of messages from `sources` alone.
    void explore(Node destination, std::span<const Node> sources);
    /// The same of messages at `begins`, sources or places of an earlier search, until they are at a node where `there`
    /// is true.
    void explore(std::span<const Place> begins, Node destination, const std::function<bool(Node)>& there);

    /// All places found, sources first in the order of the nodes, or those at which the search begins; then in the
    /// order of a breadth-first search.
    [[nodiscard]] const std::vector<Place>& places() const { return places_; }
    /// The moves from a place; none where it is at the destination.
    [[nodiscard]] std::span<const Move> moves(std::size_t place) const {
        return {moves_.data() + first_move_[place], moves_.data() + first_move_[place + 1]};
    }
    [[nodiscard]] std::size_t moves() const { return moves_.size(); }
    /// Number of sources: the first places.
    [[nodiscard]] std::size_t sources() const { return sources_; }
    /// The places in an order in which every move leads forward; empty where messages could go round in circles.
    [[nodiscard]] const std::vector<std::uint32_t>& order();

private:
    void clear();
    template <class There> void search(Node destination, const There& there);
    std::uint32_t place_of(Channel channel, std::uint32_t header, VcSet vcs, Node origin);
    void fail(const Place& at, Node destination, const char* why) const;

    const Network& network_;
    const Routing& routing_;
    const VcRule& rule_;
    std::vector<Place> places_;
    std::vector<std::uint32_t> next_on_channel_;  // chain of the places of one channel
    std::vector<std::uint32_t> first_on_channel_;
    std::vector<Channel> touched_;
    std::vector<std::uint32_t> first_move_;
    std::vector<Move> moves_;
    std::vector<Hop> hops_;
    std::vector<std::uint32_t> order_, indegree_;
    std::size_t sources_ = 0;
};

struct Stream {
    double rate = 0.0;       ///< to each of the destinations
    std::uint32_t hops = 0;  ///< of the longest way here

    /// Adds messages that come to the same place, `share` of their rate.
    void add(const Stream& others, double share = 1.0);
};

/// Passes the streams with which messages to `destination` begin, one entry a place of the walk, on to all places: each
/// move gets its share. Throws ComputationError where messages could go round in circles.
void pass_on(Walk& walk, Node destination, std::vector<Stream>& streams);

}  // namespace wafernet
