// The permutation that an oblivious routing carries worst.
#pragma once

#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Nodes that send one flit a cycle each, to another each, so that one channel carries as much as any can.
struct WorstPermutation {
    std::vector<Node> images;      ///< where every node sends to; itself where it sends nothing
    Channel channel = no_channel;  ///< that carries `load`
    double load = 0.0;             ///< flits a cycle of that channel
    double bound = 0.0;            ///< flits a cycle that no channel exceeds under any permutation
    /// Whether no permutation loads a channel more.
    [[nodiscard]] bool exact() const { return bound <= load * (1.0 + 1e-6); }
};

inline constexpr std::size_t worst_permutation_exact = 2048;  ///< nodes that send up to which `load` is `bound`
inline constexpr std::size_t worst_permutation_most = 8192;   ///< nodes that send
inline constexpr std::size_t worst_permutation_drawn = 400;   ///< sources where messages draw their way; terminals of
                                                              ///< one router are one

/// Returns it [towles2002]: what a channel carries is a sum over pairs of source and destination, so that its worst
/// permutation is an assignment of greatest weight, and the worst of all is that of one of the channels. Beyond
/// worst_permutation_exact nodes only the channels with the highest bounds are tried. Throws InputError for more nodes
/// than the limits above, for shared channels, and for routings that are not oblivious: whose messages choose by what
/// is free, or by queues. Throws ComputationError as Walk does.
WorstPermutation worst_permutation(const Network& network, const Routing& routing, unsigned threads = 1);

}  // namespace wafernet
