// Networks of shared (multiway) channels: who is on which channel, how many channels a message crosses, how busy they
// are (mudawwar, sec. 2 and 4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/graph.hpp"
#include "wafernet/routing/channel_load.hpp"

namespace wafernet {

/// A k-ary m-way network of n axes.
struct SharedChannels {
    std::uint32_t k = 2;
    std::uint32_t n = 1;
    std::uint32_t processors = 1;  ///< on each channel; 0: one inside every router
    bool torus = false;
};

/// Returns the shape that a family's parameters stand for. Throws InputError for families without shared channels.
SharedChannels shared_channels_of(const Family& family, const Parameters& parameters);

/// Who shares which channel: a bipartite graph of channels on one side, routers and processors on the other.
struct SharedChannelStructure {
    Graph graph;  ///< nodes: the channels, the routers, the processors, in this order; a link says "is on this channel"
    Node channels = 0;
    Node routers = 0;
    std::vector<Node> processors;  ///< their nodes: those of the routers where processors are inside them

    /// Returns the most routers and processors on one channel, the sharing factor m.
    [[nodiscard]] std::uint32_t sharing_factor() const;
    /// Returns the most channels that a message crosses on a shortest path between two processors; 0 where there is one
    /// only.
    [[nodiscard]] std::uint32_t diameter_channels() const;
};

/// Returns the structure, built link by link. Throws InputError where k < 2 or n < 1, or where it has more than 2^22
/// nodes.
SharedChannelStructure build_structure(const SharedChannels& network);

/// Fig. 3 of mudawwar as printed: counts, and the diameter in channels.
struct SharedChannelProperties {
    double channels = 0;
    double routers = 0;
    double processors = 0;
    double diameter_channels = 0;
    double sharing_factor = 0;  ///< 2n + p
};
/// Returns the properties as printed. Throws InputError where k < 2 or n < 1.
SharedChannelProperties printed_properties(const SharedChannels& network);

/// Returns the pins of the two channel interfaces of a router. Throws InputError on overflow.
std::uint64_t router_pins(std::uint64_t data_wires, std::uint64_t control_wires);

/// How busy the shared channels of a network are under some traffic and routing, in flits per cycle: where every
/// processor injects one flit per cycle if they come from a ChannelLoad, as measured if from a simulation. A channel
/// carries one flit per cycle.
struct SharedChannelLoad {
    std::vector<double> channel;  ///< one a shared channel
    double mean_channels = 0.0;   ///< channels that a flit crosses
    double largest = 0.0;
    double least = 0.0;
    double mean = 0.0;

    /// Returns the flits per node and cycle at which the busiest channel is full: no simulation can eject more.
    /// Throws InputError where none carries anything.
    [[nodiscard]] double ejection_bound() const;
};

/// Returns the loads of the shared channels (Network::shared_nodes) from the rates of the graph's channels, of which
/// there is one each: all that leaves a shared channel's node has crossed it. `offered`: flits per cycle of all
/// processors together, for mean_channels. Throws InputError for networks without shared channels, and unless there is
/// one rate a channel.
SharedChannelLoad shared_channel_load(const Network& network, std::span<const double> rates, double offered);
SharedChannelLoad shared_channel_load(const Network& network, const ChannelLoad& load);

}  // namespace wafernet
