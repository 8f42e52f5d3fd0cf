// One shortest path a pair, kept as one way out of every node for every destination.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Length of a path as one number: its hops, or its cycles and, of equally many, its hops. Latencies of at most 10000
/// cycles on paths of at most 2^31 hops do not overflow it.
using PathLength = std::uint64_t;

class ChannelLengths {
public:
    /// `by` automatic: by latency where the network has latencies.
    ChannelLengths(const Network& network, RouteBy by);
    [[nodiscard]] PathLength operator[](Channel c) const {
        return cycles_.empty() ? 1 : PathLength{cycles_[c]} << 32U | 1U;
    }
    [[nodiscard]] bool alike() const { return cycles_.empty(); }

private:
    std::vector<std::uint32_t> cycles_;  // empty: hops count
};

/// Fills `length` with the lengths of the shortest paths from every node to `destination`, and `order` with the nodes,
/// the nearest first.
void lengths_to(const Graph& graph, const ChannelLengths& channels, Node destination, std::vector<PathLength>& length,
                std::vector<Node>& order);

/// Returns the place of every node among all by name: digits count as numbers, n9 stands before n10. Nodes of a family
/// keep their numbers.
std::vector<Node> ranks_by_name(const Network& network);

/// Equally long channels from one node to the same neighbour.
struct Way {
    Node source = 0, target = 0;
    PathLength length = 1;
    std::uint32_t first = 0, count = 1;  ///< in Ways::channels
};

/// The ways out of every node, in the order of the neighbours' names, shorter ones first, however the channels are
/// numbered.
struct Ways {
    std::vector<std::uint32_t> first;  ///< nodes + 1: of the ways out of a node
    std::vector<Way> ways;
    std::vector<Channel> channels;

    Ways(const Graph& graph, const ChannelLengths& lengths, const std::vector<Node>& ranks);
};

/// table[d * nodes + v]: which of the ways out of v leads to d, from 0.
using PathTable = std::vector<std::uint16_t>;

/// Returns the single path that BookSim2's anynet takes: every node searches by Dijkstra, of equally long ways to a
/// node the one through the node that is nearest to the searcher, then the first by name.
PathTable single_paths(const Graph& graph, const Ways& ways, const std::vector<Node>& ranks);

/// Returns paths spread by destination: the sources of a destination join in a tree of shortest paths, and the trees
/// are laid where the ones before have left room. Where trees without a cycle of channel dependencies are found they
/// are taken, also if other trees carry more.
PathTable spread_paths(const Network& network, const ChannelLengths& lengths, const Ways& ways,
                       const std::vector<Node>& ranks);

}  // namespace wafernet
