// Times of collective communication on 2-D HOW networks, generalized hypercubes and hypercubes of N nodes: as printed
// (ziavras, sec. 5, Table 3), and bounds that hold; on shared channels bounds and schedules.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "wafernet/core/network.hpp"
#include "wafernet/shared_channels/collective_steps.hpp"

namespace wafernet {

enum class Collective : std::uint8_t {
    one_to_one,
    one_to_all,               ///< broadcast
    all_to_all,               ///< broadcast of every node
    one_to_all_personalized,  ///< scatter
    all_to_all_personalized,  ///< total exchange
};
/// Returns all operations.
std::span<const Collective> all_collectives();
/// Returns "one-to-one", "one-to-all", "all-to-all", "one-to-all-personalized" or "all-to-all-personalized".
std::string_view name(Collective operation);
/// Returns the operation of a name. Throws InputError with the nearest name.
Collective collective(std::string_view name);

/// Costs of a message: words of it, and times in any one unit.
struct MessageCost {
    double words = 1;           ///< m
    double startup_time = 0;    ///< t_s
    double word_time = 1;       ///< t_w, a word on a channel
    double combining_time = 0;  ///< t_c, at an intermediate node; wormhole routing has none
};

/// Throws InputError where a cost is negative or not finite, or there is no word.
void check_cost(const MessageCost& cost);

enum class Switching : std::uint8_t { store_and_forward, wormhole };

/// Returns the printed time on HOW(q,w,2), q^2 nodes; w = q - 1 is the generalized hypercube. Wormhole times are
/// printed for one-to-one and one-to-all only. Throws InputError unless 1 <= w < q, as check_cost does, and for
/// wormhole times that are not printed.
double printed_time(Collective operation, std::uint64_t q, std::uint64_t w, const MessageCost& cost = {},
                    Switching switching = Switching::store_and_forward);
/// Returns the printed time of the total exchange on one line, HOW(q,w,1), store-and-forward. Throws InputError unless
/// 1 <= w < q, and as check_cost does.
double printed_line_exchange_time(std::uint64_t q, std::uint64_t w, const MessageCost& cost = {});
/// Returns the time that Table 3 prints for the hypercube of 2^d nodes, in word times: of one port in use at a time,
/// while the other columns use all ports. Throws InputError where d is not from 1 to 62 or there is no word.
double printed_hypercube_time(Collective operation, std::uint64_t d, double words = 1);

/// Returns a lower bound of the time on HOW(q,w,2) in message times (m t_w), all ports in use, store-and-forward:
/// distance, ports of the node that has the fewest, and links across a cut. No algorithm is faster.
std::uint64_t least_steps(Collective operation, std::uint64_t q, std::uint64_t w);
/// Returns a lower bound of the steps of a total exchange on one line: over all cuts, messages by links, max
/// (c+1)(q-1-c)/links(c); and the diameter.
std::uint64_t least_line_exchange_steps(std::uint64_t q, std::uint64_t w);

/// Returns the steps that a greedy total exchange on one line takes: every node sends on every channel, in every step,
/// the message that has farthest to go. An upper bound that can be run. Throws InputError where q > 256.
std::uint64_t greedy_line_exchange_steps(std::uint64_t q, std::uint64_t w);
/// Returns the steps of an all-to-all broadcast on one line, every node passing on in each step, on every channel, a
/// message that the neighbour lacks, the farthest travelled first. Throws InputError where q > 256.
std::uint64_t line_broadcast_steps(std::uint64_t q, std::uint64_t w);
/// Returns the steps of the stages that ziavras, sec. 5.3, prescribes for it, where a node sends one value at a time: a
/// stage in which nodes would send both ways is split in two.
std::uint64_t line_broadcast_prescribed_steps(std::uint64_t q, std::uint64_t w);

/// Returns the steps that a scatter on HOW(q,w,2) takes from a corner: along the row and then the column on shortest
/// paths, every node sending on every channel, in every step, the message that has farthest to go. Throws InputError
/// where q > 64.
std::uint64_t scatter_steps(std::uint64_t q, std::uint64_t w);
/// Returns the steps of an operation on the hypercube of 2^d nodes by one exchange after the other along each
/// dimension, one port of a node in use at a time. Throws InputError where d is not from 1 to 12.
std::uint64_t one_port_hypercube_steps(Collective operation, std::uint64_t d);
/// Returns a lower bound of the steps on the hypercube of 2^d nodes, all ports in use.
std::uint64_t least_hypercube_steps(Collective operation, std::uint64_t d);
/// Returns the same where a node sends and receives one message a step: distance, messages of a node, hops of all
/// messages.
std::uint64_t least_one_port_hypercube_steps(Collective operation, std::uint64_t d);

/// A network that these times are known for.
struct CollectiveNetwork {
    enum class Kind : std::uint8_t {
        line,    ///< HOW(q,w,1), GH(q,1)
        square,  ///< HOW(q,w,2), GH(q,2)
        hypercube,
        shared,  ///< k-ary m-way networks, for which no times are printed
    };
    std::string word;
    Kind kind = Kind::square;
    std::uint64_t q = 2;  ///< nodes along an axis; of a hypercube 2
    std::uint64_t w = 1;
    std::uint64_t d = 1;  ///< dimensions of a hypercube
    SharedChannels channels{};
};
/// Returns the network of a parsed word. Throws InputError where it is none of them, or its windows wrap around.
CollectiveNetwork collective_network(const NetworkWord& word);

/// Returns the steps of an operation on shared channels; networks of one processor or more than 1,024 are refused.
SharedCollective shared_steps(Collective operation, const CollectiveNetwork& network);

/// The same for such a network. All throw InputError where nothing is printed, known or run for it.
double printed_time(Collective operation, const CollectiveNetwork& network, const MessageCost& cost = {},
                    Switching switching = Switching::store_and_forward);
std::uint64_t least_steps(Collective operation, const CollectiveNetwork& network);
/// Returns the steps of the document's algorithm, run: on squares sec. 5.1 to 5.5 with all ports (a total exchange is
/// twice sqrt p exchanges on lines, each by the greedy schedule), on hypercubes the exchange along one dimension after
/// the other with one port, on shared channels SharedDelivery and shared_broadcast.
std::uint64_t scheduled_steps(Collective operation, const CollectiveNetwork& network);

/// What Tables 4 and 5 multiply a time by.
enum class CollectiveCost : std::uint8_t { time, pins, bisection };
/// Returns how the printed time, times the pins of a node or the bisection width, grows on HOW(sqrt p,w,2), GH(sqrt
/// p,2) or the hypercube of p nodes with messages of m words, measured on the formulas for large p and w: "m
/// p^(3/2)/w".
std::string printed_growth(Collective operation, std::string_view family, CollectiveCost cost);

}  // namespace wafernet
