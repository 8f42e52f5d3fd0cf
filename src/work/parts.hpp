// What schedules of collective operations are made of; README.md has the algorithms.
#pragma once

#include <span>

#include "wafernet/routing/routings.hpp"
#include "wafernet/work/collective.hpp"

namespace wafernet::work {

inline constexpr std::uint32_t no_task = 0xFFFFFFFFU;

/// The channels of a network with their times in ns; those that do not exist are in no row.
struct Fabric {
    Fabric(const Network& network, const LinkTimes& times);
    [[nodiscard]] Node nodes() const { return static_cast<Node>(keeps.size()); }
    [[nodiscard]] Channel channels() const { return static_cast<Channel>(from.size()); }
    [[nodiscard]] double time(Channel c, double bytes) const { return hop[c] + bytes * byte[c]; }

    std::vector<Node> from, to;
    std::vector<double> byte, hop;
    std::vector<bool> keeps;                    ///< nodes that copy and add, unlike switches
    std::vector<std::vector<Channel>> out, in;  ///< a row a node
};

struct Paths {
    std::vector<double> distance;  ///< infinite where there is none
    std::vector<Channel> by;       ///< the last channel of a path to a node
};
/// Returns them where channel c is length[c] >= 0 long.
Paths shortest_paths(const Fabric& links, Node source, std::span<const double> length);

/// What is asked for, checked, as one of broadcast, scatter, all-gather and all-to-all.
struct Job {
    Operation operation;
    Fabric links;
    bool back;  ///< the channels are turned round: what is scattered here is gathered there, backwards in time
    const Network* network;
    const ChosenRouting* routing;
    double bytes;
    Node root;
    std::vector<Node> members;     ///< ascending; a multicast's root is one of them
    std::vector<double> shares{};  ///< of the bytes, a member each; they sum to 1
    const WorkProgress* progress = nullptr;

    [[nodiscard]] bool copies() const {
        return operation == Operation::broadcast || operation == Operation::all_gather;
    }
    [[nodiscard]] bool rooted() const { return operation == Operation::broadcast || operation == Operation::scatter; }
    [[nodiscard]] bool everywhere() const { return members.size() == links.nodes(); }
    [[nodiscard]] std::vector<Node> senders() const { return rooted() ? std::vector<Node>{root} : members; }
    /// Returns the number of piece p of what sender i has for member j (all, where it copies) in so many pieces.
    [[nodiscard]] std::uint32_t chunk(std::size_t i, std::size_t j, std::uint32_t p, std::uint32_t pieces) const {
        return static_cast<std::uint32_t>((copies() ? i : i * members.size() + j) * pieces + p);
    }
    [[nodiscard]] std::vector<Chunk> chunks(std::uint32_t pieces) const;
    void go_on(std::uint64_t done, std::uint64_t of) const;
};

/// One transfer of a plan; without a channel it takes no time and joins what it waits for.
struct Task {
    Channel channel = no_channel;
    std::uint32_t first = 0, chunks = 0;
    double bytes = 0.0;
    std::uint32_t message = no_task;  ///< the first task of its message; none: it is one of its own
    bool adds = false;
};
struct Plan {
    std::vector<Task> tasks;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> after;  ///< (first, second): the second waits for the first
    std::vector<std::uint32_t> carried;
    bool in_order = false;  ///< of the transfers that wait for a channel the first goes first
    /// Adds a task that waits for task `before` (none: no_task) and returns its number.
    std::uint32_t add(const Task& task, std::uint32_t before);
};
/// Returns the schedule of a plan: of the transfers that wait for a channel, that after which most is still to come
/// goes first, then the first in the plan.
Schedule list_schedule(const Job& job, Plan plan);

// The next throw InputError where they do not do the job, or a channel would be busy for longer than `most_ns`.
/// Returns the schedule of a published algorithm, its messages in slices along the network's own routes.
Schedule step_schedule(const Job& job, std::string_view algorithm, std::uint32_t slices, double most_ns);
/// Returns a schedule along paths that load all channels alike, with `powers` those shortest by powers of the loads.
Schedule spread_schedule(const Job& job, std::uint32_t pieces, bool powers, double most_ns);
/// Returns that of an all-reduce: sums go up one tree of a chunk, over `back`, the links of `job` reversed, while those
/// of others come down theirs.
Schedule spread_sums(const Job& job, const Job& back, std::uint32_t pieces, double most_ns);

/// Returns copies to all nodes by matching chunks to free channels; odd seeds hold to least_greedy_time.
Schedule greedy_schedule(const Job& job, std::uint32_t pieces, std::uint64_t seed);
/// Returns what copies take at least by the channels into each node; of a broadcast with the first piece's way.
double least_greedy_time(const Job& job, std::uint32_t pieces);

/// Returns a time that no routes of what is meant for single members beat: the dual of the concurrent flow.
double flow_bound(const Job& job);
/// Returns the largest of the bounds for a job that stands for `operation`.
TimeBound job_bound(const Job& job, Operation operation);

}  // namespace wafernet::work
