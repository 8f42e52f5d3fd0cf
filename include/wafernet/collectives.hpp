// Times of collective communication on 2-D HOW networks, generalized hypercubes and hypercubes of N nodes: as printed (ziavras,
// sec. 5, Table 3), and bounds that hold.
#pragma once

#include <cstdint>
#include <string_view>

namespace wafernet {

enum class Collective : std::uint8_t {
    one_to_one,
    one_to_all,               ///< broadcast
    all_to_all,               ///< broadcast of every node
    one_to_all_personalized,  ///< scatter
    all_to_all_personalized,  ///< total exchange
};
/// Returns "one-to-one", "one-to-all", "all-to-all", "one-to-all-personalized" or "all-to-all-personalized".
std::string_view name(Collective operation);
/// Returns the operation of a name. Throws InputError with the nearest name.
Collective collective(std::string_view name);

/// Costs of a message: words of it, and times in any one unit.
struct MessageCost {
    double words = 1;         ///< m
    double startup_time = 0;  ///< t_s
    double word_time = 1;     ///< t_w, a word on a channel
    double combining_time = 0;  ///< t_c, at an intermediate node; wormhole routing has none
};

enum class Switching : std::uint8_t { store_and_forward, wormhole };

/// Returns the printed time on HOW(q,w,2), q^2 nodes; w = q - 1 is the generalized hypercube. Wormhole times are printed for
/// one-to-one and one-to-all only. Throws InputError unless 1 <= w < q, and for wormhole times that are not printed.
double printed_time(Collective operation, std::uint64_t q, std::uint64_t w, const MessageCost& cost = {}, Switching switching = Switching::store_and_forward);
/// Returns the printed time of the total exchange on one line, HOW(q,w,1), store-and-forward.
double printed_line_exchange_time(std::uint64_t q, std::uint64_t w, const MessageCost& cost = {});
/// Returns the time that Table 3 prints for the hypercube of 2^d nodes, in word times: of one port in use at a time, while the other
/// columns use all ports.
double printed_hypercube_time(Collective operation, std::uint64_t d, double words = 1);

/// Returns a lower bound of the time on HOW(q,w,2) in message times (m t_w), all ports in use, store-and-forward: distance, ports of
/// the node that has the fewest, and links across a cut. No algorithm is faster.
std::uint64_t least_steps(Collective operation, std::uint64_t q, std::uint64_t w);
/// Returns a lower bound of the steps of a total exchange on one line: over all cuts, messages by links, max (c+1)(q-1-c)/links(c);
/// and the diameter.
std::uint64_t least_line_exchange_steps(std::uint64_t q, std::uint64_t w);

/// Returns the steps that a greedy total exchange on one line takes: every node sends on every channel, in every step, the message
/// that has farthest to go. An upper bound that can be run. Throws InputError where q > 256.
std::uint64_t greedy_line_exchange_steps(std::uint64_t q, std::uint64_t w);
/// Returns the steps of an all-to-all broadcast on one line, every node passing on in each step, on every channel, a message that the
/// neighbour lacks, the farthest travelled first. Throws InputError where q > 256.
std::uint64_t line_broadcast_steps(std::uint64_t q, std::uint64_t w);

}  // namespace wafernet
