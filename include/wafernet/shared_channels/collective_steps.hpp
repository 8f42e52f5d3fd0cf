// Collective communication on shared channels (mudawwar, sec. 2.2): in a step every channel carries one message, which
// all routers and processors on it read; a router passes it on over its other channel from the next step on.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "wafernet/shared_channels/shared_channels.hpp"

namespace wafernet {

/// What a schedule takes.
struct ChannelSteps {
    std::uint64_t steps = 0;
    std::uint64_t drives = 0;  ///< steps of all channels in which they carry something
};

/// Returns what the broadcast of one message of each of these processors takes: a channel carries what someone on it
/// has and someone lacks, what has come farthest first. Throws InputError where messages times nodes are more than
/// 2^25.
ChannelSteps shared_broadcast(const SharedChannelStructure& structure, std::span<const Node> sources);

/// Distances of all pairs of processors, and what separate messages take.
class SharedDelivery {
public:
    /// `structure` must outlive this. Throws InputError where there is one processor, or more than 1,024.
    explicit SharedDelivery(const SharedChannelStructure& structure);

    /// Returns what messages from one processor to another take on shortest paths: a channel carries what has farthest
    /// to go first, a message goes on by the router whose other channel has fewest waiting.
    [[nodiscard]] ChannelSteps run(std::span<const std::pair<Node, Node>> messages) const;
    /// Returns the channels that a message crosses at least.
    [[nodiscard]] std::uint64_t distance(Node from, Node to) const;

private:
    const SharedChannelStructure& structure_;
    std::vector<std::uint32_t> index_;              // of a processor's node
    std::vector<std::vector<std::uint32_t>> hops_;  // to a processor, from every node
};

/// Steps of an operation: lower bounds that no schedule beats, and those of the schedules above. From one processor: of
/// the one that takes longest.
struct SharedCollective {
    std::uint64_t least = 0;
    ChannelSteps scheduled;
};
SharedCollective shared_one_to_one(const SharedChannelStructure& structure);
SharedCollective shared_one_to_all(const SharedChannelStructure& structure);
SharedCollective shared_all_to_all(const SharedChannelStructure& structure);
SharedCollective shared_scatter(const SharedChannelStructure& structure);
SharedCollective shared_exchange(const SharedChannelStructure& structure);

}  // namespace wafernet
