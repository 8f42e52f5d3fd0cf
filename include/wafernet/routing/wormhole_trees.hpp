// Multicasts as trees on a wormhole network: a message that branches holds its channels until all branches go on.
#pragma once

#include <optional>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Two trees that wait for each other: that of `first` holds `held` and needs `needed`, that of `second` the reverse.
struct TreeConflict {
    Node first = 0, second = 0;
    Channel held = no_channel, needed = no_channel;
};

/// Returns two trees of which each can hold a channel that another branch of the other waits for, nothing where there
/// are none; circles of three and more trees are not looked for. A tree is the paths of `route` from a node that sends
/// to all others, on one virtual channel. Throws InputError for shared channels and above 1,024 nodes, and as route.
std::optional<TreeConflict> multicast_conflict(const Network& network, const Routing& routing);

}  // namespace wafernet
