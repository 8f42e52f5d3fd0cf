// Networks with faults: what has failed, and the network that is left.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// What has failed in a network, by its own numbers.
struct FaultSet {
    std::vector<Node> nodes;                             ///< with all of their links
    std::vector<Node> processors;                        ///< these alone: their routers forward as before
    std::vector<Channel> channels;                       ///< both of a link that is lost as a whole
    std::vector<std::pair<Channel, double>> narrowed{};  ///< the share of its width that a channel keeps, in (0, 1]
};

/// The graph that is left, with the numbers that its parts had before. Links are in the order of their ends, and have
/// no level or axis, as those of a graph file.
struct GraphLeft {
    Graph graph;
    std::vector<Node> node;        ///< of every node its number in the whole network, ascending
    std::vector<Channel> channel;  ///< of every channel; the way back of a one-way link has the number of its way there
    std::vector<Node> senders;     ///< nodes of `graph` that send and receive, ascending
};

/// The network that faults have left another of, and the numbers that its parts had there, as GraphLeft has them.
struct BeforeFaults {
    Network whole;
    std::vector<Node> node;
    std::vector<Channel> channel;
};

/// Returns the graph without faulty nodes and channels and without nodes that have no link any more; it may be in
/// pieces or empty. Throws InputError where a fault is outside the network, and for networks of shared channels.
GraphLeft graph_left(const Network& whole, const FaultSet& faults);

/// Returns the network that faults leave, as that of a graph file: it has no family, its nodes keep their names, its
/// links their latencies and widths. Throws InputError as graph_left does, and where nothing is left that sends.
Network network_left(const Network& whole, const FaultSet& faults);
/// The same where graph_left has been asked already.
Network network_left(const Network& whole, const FaultSet& faults, GraphLeft left);

enum class FaultKind : std::uint8_t {
    node,      ///< a router with its processor and its links
    link,      ///< both directions of a link
    oneway,    ///< one direction of a link
    vertical,  ///< both directions of a link between two planes
};

/// Something that may fail: a node, a link (also `vertical`) or a channel.
struct PossibleFault {
    FaultKind kind = FaultKind::link;
    std::uint32_t number = 0;
};

/// Returns all that can fail of the kinds in "node,link,oneway,vertical", nodes first, on so many planes. Throws
/// InputError for other words, and where nothing can fail.
std::vector<PossibleFault> possible_faults(const Network& network, std::string_view kinds, std::uint64_t planes = 1);
/// Adds a fault to a set.
void add_fault(FaultSet& faults, const Graph& graph, const PossibleFault& fault);

/// Returns `count` different faults, drawn with a seed; all where there are fewer.
FaultSet draw_faults(const Graph& graph, std::span<const PossibleFault> possible, std::uint64_t count,
                     std::uint64_t seed);
/// Returns faults of which each happens with probability `rate`, drawn with a seed.
FaultSet draw_faults_at_rate(const Graph& graph, std::span<const PossibleFault> possible, double rate,
                             std::uint64_t seed);

/// Returns the plane of the node at this place in the order in which planes are filled: the first `nodes mod planes`
/// take one node more than the others.
inline std::uint32_t plane_at(std::uint64_t place, std::uint64_t nodes, std::uint64_t planes) {
    const std::uint64_t least = nodes / planes, fuller = nodes % planes, in_fuller = fuller * (least + 1);
    return static_cast<std::uint32_t>(place < in_fuller ? place / (least + 1) : fuller + (place - in_fuller) / least);
}
/// Returns the plane of every node where nobody places them otherwise: by the last extent of meshes and tori that the
/// planes divide, else in the order of the node numbers. Throws InputError unless there are 1 to N planes.
std::vector<std::uint32_t> usual_plane_of(const Network& network, std::uint64_t planes);

}  // namespace wafernet
