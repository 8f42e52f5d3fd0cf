// Collective operations on any network: schedules of transfers, the time they take, and what no schedule beats.
// The alpha-beta model: a channel carries one transfer at a time (LinkTimes), a node passes on what has arrived as a
// whole, all of its channels work at once. Nodes that send and receive may copy a chunk to several neighbours and add
// what arrives to what they have, which takes no time; switches only pass on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/work/link_times.hpp"

namespace wafernet {

enum class Operation : std::uint8_t {
    broadcast,       ///< B bytes of the root to all
    multicast,       ///< the same to some; the root need not be one of them
    reduce,          ///< the sum of B bytes of each to the root
    scatter,         ///< B bytes of the root, an n-th to each
    gather,          ///< an n-th of B bytes of each to the root
    all_gather,      ///< an n-th of B bytes of each to all
    reduce_scatter,  ///< the sum of B bytes of each, an n-th of it to each
    all_reduce,      ///< the sum of B bytes of each to all
    all_to_all,      ///< B bytes of each, an n-th of them to each
};
/// Returns "broadcast", "multicast", .. "all-to-all", in the order of Operation.
std::span<const std::string_view> operation_names();
/// Returns the operation of a name. Throws InputError with the nearest name.
Operation operation_named(std::string_view name);
/// Returns the names of algorithms: "best" and those it chooses from.
std::span<const std::string_view> algorithm_names();

struct CollectiveWork {
    Operation operation = Operation::all_reduce;
    double bytes = 1.0;           ///< B
    Node root = 0;                ///< of broadcast, multicast, reduce, scatter and gather
    std::vector<Node> members{};  ///< nodes that take part, ascending; empty: all that send and receive
    double skew = 0.0;            ///< of all-to-all: the i-th member gets a share in proportion to i^-skew (Zipf)
};

inline constexpr Node every_node = 0xFFFFFFFFU;

struct Chunk {
    Node of = every_node;  ///< whose data it is; every_node: the sum over all
    Node to = every_node;  ///< who gets it; every_node: all members
    double bytes = 0.0;
};

struct Transfer {
    double start_ns = 0.0, end_ns = 0.0;
    Channel channel = no_channel;
    std::uint32_t first = 0, chunks = 1;  ///< Schedule::carried[first] .. [first + chunks - 1]
    bool adds = false;                    ///< what arrives is added to what is there, else it is the whole
    std::uint32_t message = 0;            ///< its transfers follow each other; nodes between them only pass it on
};

struct Schedule {
    std::string algorithm;
    double time_ns = 0.0;     ///< when the last transfer ends
    std::uint64_t steps = 0;  ///< rounds of an algorithm that has them, else 0
    std::vector<Chunk> chunks{};
    std::vector<Transfer> transfers{};
    std::vector<std::uint32_t> carried{};  ///< numbers of chunks
};

struct TimeBound {
    double ns = 0.0;
    std::string kind;  ///< "ports of (0,3)", "cut", "all links", "distance", "flow"
};

/// Called now and then with how much of how much is done; false ends the work with ComputationError "interrupted".
using WorkProgress = std::function<bool(std::uint64_t done, std::uint64_t of)>;

/// Returns a schedule of an algorithm; of "best" the shortest of all that are known here. Deterministic. Throws
/// InputError where the work is none, the network is in pieces or has shared channels, the algorithm does not do it.
Schedule collective_schedule(const Network& network, const LinkTimes& times, const CollectiveWork& work,
                             std::string_view algorithm = "best", const WorkProgress& progress = {});

/// Returns the largest lower bound that is found: of ports, cuts, all links, distances, flows (src/work/README.md).
/// Throws as collective_schedule does.
TimeBound collective_bound(const Network& network, const LinkTimes& times, const CollectiveWork& work);

/// Returns the joules of a schedule on a design, as network_joules.
double schedule_joules(const Design& design, const Schedule& schedule);

/// Returns the schedule as a program in GOAL with a rank a node that sends: messages wait for the messages that brought
/// what they carry and, by a calc of the hop's ns, until their channel is free.
std::string schedule_goal(const Network& network, const LinkTimes& times, Schedule schedule);

}  // namespace wafernet
