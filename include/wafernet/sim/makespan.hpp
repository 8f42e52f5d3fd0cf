// How long a batch of messages takes: all sent in cycle 0, store-and-forward, one message a channel and cycle (ziavras,
// sec. 6, Fig. 17).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet {

/// What a node can do in one cycle; ziavras does not say.
enum class NodePorts : std::uint8_t {
    all,                   ///< send and receive on all channels, as in ziavras, sec. 5
    half_duplex,           ///< as all, but a link carries one message, in one of its directions
    one_send,              ///< send one message, receive on all channels
    one_send_one_receive,  ///< send one and receive one
};
/// Returns the rule called "all", "half-duplex", "one-send" or "one-send-one-receive". Throws InputError with the
/// nearest name.
NodePorts node_ports(std::string_view name);

struct MakespanOptions {
    std::uint64_t messages = 1;  ///< from so many distinct nodes, each to another node, all drawn uniformly
    std::uint32_t buffer = 5;    ///< messages that wait at the end of a channel, in each of its virtual channels
    std::uint32_t runs = 40;
    NodePorts ports = NodePorts::all;
    std::uint64_t seed = 1;
    std::function<bool()> stop{};  ///< where given and true, the runs that are done are all
};

struct Makespan {
    std::vector<std::uint64_t> cycles;  ///< of each run: when the last message has arrived
    double mean = 0.0;                  ///< of them
    double deviation = 0.0;             ///< standard deviation between runs; 0 for one run
    double longest_path_hops = 0.0;     ///< mean of the longest path of each run: the time if nobody ever waited
};

/// Returns the makespans of `runs` batches. A message crosses a channel in one cycle and takes part in the next one; of
/// those that wait for a channel the one that has been at the node longest goes first; of several permitted hops one is
/// drawn, another is taken where that one is not free; there is room where the buffer was not full at the start of the
/// cycle. Throws InputError where the network has shared channels, the routing was made for another one, there are no
/// messages, more than senders, no buffer or no runs; ComputationError where messages block each other for good.
/// Deterministic: run r depends on the seed and r only.
Makespan measure_makespan(const Network& network, const ChosenRouting& routing, const MakespanOptions& options);

}  // namespace wafernet
