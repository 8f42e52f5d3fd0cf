// Follows all routes of a routing: is every pair delivered, in how many hops, and can a message go round in circles.
#pragma once

#include <algorithm>

#include "base/parallel.hpp"
#include "core/breadth_first.hpp"
#include "routing/walk.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/deadlock.hpp"

namespace wafernet {

/// What following all routes of a routing has found.
struct RoutingCheck {
    std::uint64_t pairs = 0;         ///< ordered pairs of terminals; every one is delivered
    std::uint64_t longest_hops = 0;  ///< longest path that a message can take
    bool livelock_free = true;       ///< no message can come back to a place with the same header
    bool minimal = true;             ///< every path is a shortest one
};

/// Throws ComputationError where a message cannot reach its destination; InputError as deadlock_verdict does.
inline RoutingCheck check_routing(const Network& network, const Routing& routing, const VcRule& rule,
                                  unsigned threads = 1) {
    const std::vector<Node> terminals = terminals_of(network);
    const std::size_t blocks = std::min<std::size_t>(terminals.size(), 64);
    std::vector<RoutingCheck> parts(blocks);
    for_each_block(blocks, threads, [&](std::size_t block) {
        RoutingCheck& mine = parts[block];
        Walk walk(network, routing, rule);
        std::vector<std::uint64_t> hops;
        for (std::size_t i = block; i < terminals.size(); i += blocks) {
            walk.explore(terminals[i]);  // throws where a message cannot go on
            const std::vector<Place>& places = walk.places();
            const std::vector<std::uint32_t> distance = hops_to(network.graph, terminals[i]);
            mine.pairs += walk.sources();
            for (std::size_t p = 0; p < places.size(); ++p) {
                for (const Move& move : walk.moves(p))
                    mine.minimal = mine.minimal && distance[places[move.to].node] + 1 == distance[places[p].node];
            }
            const std::vector<std::uint32_t>& order = walk.order();
            if (order.empty() && !places.empty()) {
                mine.livelock_free = false;
                // No move leads out of the places that the walk knows and every one has a move: what remains to be
                // shown is that the destination can be reached at all.
                std::vector<std::vector<std::uint32_t>> before(places.size());
                std::vector<bool> leads(places.size(), false);
                std::vector<std::uint32_t> queue;
                for (std::uint32_t p = 0; p < places.size(); ++p) {
                    for (const Move& move : walk.moves(p)) before[move.to].push_back(p);
                    if (places[p].node == terminals[i]) queue.push_back(p);
                }
                for (const std::uint32_t p : queue) leads[p] = true;
                for (std::size_t k = 0; k < queue.size(); ++k) {
                    for (const std::uint32_t p : before[queue[k]]) {
                        if (!leads[p]) queue.push_back(p);
                        leads[p] = true;
                    }
                }
                const auto lost = std::find(leads.begin(), leads.end(), false);
                if (lost != leads.end()) {
                    throw ComputationError(
                        "a message to node " + network.addresses.print(terminals[i]) + " can never arrive from node " +
                        network.addresses.print(places[static_cast<std::size_t>(lost - leads.begin())].node));
                }
                continue;
            }
            hops.assign(places.size(), 0);
            for (const std::uint32_t p : order) {
                mine.longest_hops = std::max(mine.longest_hops, hops[p]);
                for (const Move& move : walk.moves(p)) hops[move.to] = std::max(hops[move.to], hops[p] + 1);
            }
        }
    });
    RoutingCheck check;
    for (const RoutingCheck& part : parts) {
        check.pairs += part.pairs;
        check.longest_hops = std::max(check.longest_hops, part.longest_hops);
        check.livelock_free = check.livelock_free && part.livelock_free;
        check.minimal = check.minimal && part.minimal;
    }
    return check;
}

}  // namespace wafernet
