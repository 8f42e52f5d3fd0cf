// How much of the traffic every channel carries.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"

namespace wafernet {

/// Loads of a routing under a traffic pattern. All rates are in flits per cycle where every source offers rate(source)
/// flits per cycle (1 for nodes that send): multiply by the offered load.
struct ChannelLoad {
    std::vector<double> channel;  ///< one a channel
    double offered = 0.0;         ///< sum of all sources' rates
    double mean_hops = 0.0;       ///< mean number of channels that a message crosses

    [[nodiscard]] double largest() const;  ///< largest channel load
    [[nodiscard]] double mean() const;     ///< mean over all channels
    [[nodiscard]] Channel bottleneck()
        const;  ///< the channel with the largest load, the lowest of several; no_channel where there are none
};

/// Returns the exact load of every channel: every message is split over the routing's hops by their shares, at every
/// node anew, and evenly over the VCs that the rule permits. The result does not depend on the number of threads.
/// Throws ComputationError where a message cannot go on or could go round in circles; InputError where the routing or
/// the traffic was made for another network or the rule permits nothing.
ChannelLoad channel_load(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                         unsigned threads = 1);

/// Returns the largest share of its cycles for which a channel is busy, at load 1: a narrow one is busy for several
/// cycles a flit (Network::channel_flit_cycles).
double busiest(const Network& network, const ChannelLoad& load);

/// Bounds on the largest channel load under the best split of every pair's traffic over the paths that a routing
/// permits.
struct IdealLoad {
    double lower = 0.0;  ///< proven: no split has less (weights of the channels as certificate)
    double upper = 0.0;  ///< reached by a split
    std::uint64_t rounds = 0;
};

struct IdealLoadOptions {
    double gap = 0.005;  ///< stop where upper - lower is at most this part of upper
    std::uint64_t most_rounds = 3000;
    std::size_t most_bytes = std::size_t{1} << 30U;  ///< of the routes
    /// Called after every round with how many of how many there have been, fewer of which may do; false ends the work
    /// with ComputationError "interrupted".
    std::function<bool(std::uint64_t done, std::uint64_t of)> progress{};
};

/// Returns bounds on the smallest possible largest channel load, the linear program of maximum concurrent flow, by
/// conditional gradients on a smoothed maximum. The largest throughput is between 1 / upper and 1 / lower. Throws
/// ComputationError where a message cannot go on or could go round in circles; InputError as channel_load does, and
/// where the routes of all destinations with demand do not fit into most_bytes.
IdealLoad ideal_load(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                     const IdealLoadOptions& options = {});

/// Returns the axis of a channel and its direction: "y+". Throws InputError where there is no such channel.
std::string axis_of(const Graph& graph, Channel channel);
/// Returns where a channel is: "level 2, axis y+", "level 1, axis x- (wrap-around)". Throws InputError where there is
/// no such channel.
std::string channel_place(const Graph& graph, Channel channel);
/// The same of a network's channel; of a network of a file, which has neither levels nor axes, its ends: "a -> b".
std::string channel_place(const Network& network, Channel channel);

}  // namespace wafernet
