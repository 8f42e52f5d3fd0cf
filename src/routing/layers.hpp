// Layers of virtual channels: every pair of terminals in one whose dependencies have no cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

/// The channel dependencies of every ordered pair of terminals, from all branches of its routes.
struct PairRoutes {
    std::vector<Node> source, destination;  ///< of every pair, by sources
    std::vector<std::uint64_t> first{0};    ///< pairs + 1
    std::vector<std::uint32_t> edges;       ///< as Successors numbers them with one virtual channel
    std::uint64_t all_edges = 0;            ///< numbers that an edge can have

    [[nodiscard]] std::size_t pairs() const { return source.size(); }
};

/// Throws InputError where the dependencies are more than 2^27, ComputationError where a message cannot go on.
PairRoutes pair_routes(const Network& network, const Routing& routing);

struct Layers {
    int count = 1;
    int least = 1;  ///< fewer than these have been proven not to do
    std::vector<std::uint8_t> of_pair;
};

/// Returns as few layers as the better of two orders finds, each of pairs whose routes together close no cycle; pairs
/// that several layers admit are spread over them. Throws InputError where more than max_vcs are needed, or the routes
/// of one pair close a cycle.
///
/// LASH (Skeie, Lysne, Theiss, IPDPS 2002): pair by pair the first layer that stays without cycles. DFSSSP (Domke,
/// Hoefler, Nagel, IPDPS 2011): all pairs in one layer, then for every cycle the pairs of its weakest dependency, the
/// one of fewest pairs, go to the next layer. Where pairs have few different dependencies, all ways to do with a layer
/// less are tried, within some 10^4 steps.
Layers find_layers(const Network& network, const PairRoutes& routes);

/// Returns the routing whose routes these are with the VC rule "layers" (with_vc_rule).
RuledRouting in_layers(std::unique_ptr<Routing> routing, const Network& network, const PairRoutes& routes,
                       const Layers& layers, int vcs = 0, int least = 1);

}  // namespace wafernet
