// Duato's condition: an adaptive routing is deadlock free where a subfunction of it leads from everywhere to every
// destination and the extended dependency graph of the subfunction has no cycle. A channel of the subfunction depends
// on another where a message can hold the first (taken as escape: direct and indirect; taken as adaptive: cross) and,
// over any number of hops outside the subfunction, come to need the second as escape.
#include "escape_graph.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "core/parallel.hpp"
#include "digraph.hpp"
#include "talkers.hpp"
#include "wafernet/core/error.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

std::uint32_t index(const Place& place, int vcs) {
    return place.channel * static_cast<std::uint32_t>(vcs) + static_cast<std::uint32_t>(std::countr_zero(place.vcs));
}

// Every place must lead to the destination over escape moves alone.
void check_escape(const Network& network, const Walk& walk, Node destination) {
    const std::vector<Place>& places = walk.places();
    std::vector<std::vector<std::uint32_t>> before(places.size());
    std::vector<bool> leads(places.size(), false);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t p = 0; p < places.size(); ++p) {
        for (const Move& move : walk.moves(p)) {
            if (move.escape) before[move.to].push_back(p);
        }
        if (places[p].node == destination) {
            leads[p] = true;
            queue.push_back(p);
        }
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const std::uint32_t p : before[queue[i]]) {
            if (leads[p]) continue;
            leads[p] = true;
            queue.push_back(p);
        }
    }
    for (std::uint32_t p = 0; p < places.size(); ++p) {
        if (leads[p]) continue;
        throw ComputationError(network.word + ": the escape channels do not lead from node " +
                               network.addresses.print(places[p].node) + " to node " +
                               network.addresses.print(destination));
    }
}

// Calls visit(from place, to place) for every extended dependency of messages to one destination.
template <class Visit>
void extended_dependencies(const Walk& walk, int vcs, const std::vector<bool>& escape_channel, const Visit& visit) {
    const std::vector<Place>& places = walk.places();
    std::vector<std::uint32_t> mark(places.size(), 0xFFFFFFFFU), stack;
    for (std::uint32_t p = 0; p < places.size(); ++p) {
        if (places[p].channel == no_channel || !escape_channel[index(places[p], vcs)]) continue;
        stack.assign(1, p);
        mark[p] = p;
        while (!stack.empty()) {
            const std::uint32_t at = stack.back();
            stack.pop_back();
            for (const Move& move : walk.moves(at)) {
                if (move.escape) {
                    visit(p, move.to);
                } else if (mark[move.to] != p) {
                    mark[move.to] = p;
                    stack.push_back(move.to);
                }
            }
        }
    }
}

}  // namespace

Verdict extended_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                         const VerdictOptions& options) {
    const std::vector<Node> terminals = terminals_of(network);
    const Talkers talkers(network, options.traffic);
    const std::size_t blocks = std::min<std::size_t>(terminals.size(), 64);
    const auto channels =
        static_cast<std::uint32_t>(std::uint64_t{network.graph.channels()} * static_cast<std::uint64_t>(rule.vcs));

    // Channels of the subfunction, for any destination.
    std::vector<std::vector<bool>> used(blocks);
    std::vector<VcSet> taken(blocks, 0);
    Progress progress(options.progress, 2 * terminals.size());
    for_each_block(blocks, options.threads, [&](std::size_t block) {
        used[block].assign(channels, false);
        Walk walk(network, routing, rule, true, options.escape);
        for (std::size_t i = block; i < terminals.size(); i += blocks) {
            talkers.explore(walk, terminals[i]);
            progress.one_more();
            check_escape(network, walk, terminals[i]);
            for (std::size_t p = 0; p < walk.places().size(); ++p) {
                taken[block] |= walk.places()[p].vcs;
                for (const Move& move : walk.moves(p)) {
                    if (move.escape) used[block][index(walk.places()[move.to], rule.vcs)] = true;
                }
            }
        }
    });
    std::vector<bool> escape_channel(channels, false);
    for (const std::vector<bool>& part : used) {
        for (std::uint32_t c = 0; c < channels; ++c) escape_channel[c] = escape_channel[c] || part[c];
    }

    std::vector<std::vector<std::uint64_t>> pairs(blocks);
    for_each_block(blocks, options.threads, [&](std::size_t block) {
        std::vector<std::uint64_t>& mine = pairs[block];
        std::size_t limit = 1U << 20U;
        const auto tidy = [&mine] {
            std::sort(mine.begin(), mine.end());
            mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
        };
        Walk walk(network, routing, rule, true, options.escape);
        for (std::size_t i = block; i < terminals.size(); i += blocks) {
            talkers.explore(walk, terminals[i]);
            progress.one_more();
            extended_dependencies(walk, rule.vcs, escape_channel, [&](std::uint32_t from, std::uint32_t to) {
                mine.push_back(std::uint64_t{index(walk.places()[from], rule.vcs)} << 32U |
                               index(walk.places()[to], rule.vcs));
                if (mine.size() < limit) return;
                tidy();
                limit = std::max(limit, 2 * mine.size());
            });
        }
        tidy();
    });
    std::vector<std::uint64_t> all;
    for (const std::vector<std::uint64_t>& part : pairs) all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());

    Digraph graph;
    graph.first.assign(channels + std::size_t{1}, 0);
    for (const std::uint64_t pair : all) {
        ++graph.first[(pair >> 32U) + 1];
        graph.targets.push_back(static_cast<std::uint32_t>(pair));
    }
    for (std::size_t v = 1; v < graph.first.size(); ++v) graph.first[v] += graph.first[v - 1];

    Verdict verdict;
    for (const VcSet part : taken) verdict.used |= part & first_vcs(rule.vcs);
    verdict.channels = static_cast<std::uint64_t>(std::count(escape_channel.begin(), escape_channel.end(), true));
    verdict.dependencies = all.size();
    const std::vector<std::uint32_t> cycle = shortest_cycle(graph);
    verdict.acyclic = cycle.empty();
    std::map<std::uint64_t, std::size_t> wanted;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const auto vcs = static_cast<std::uint32_t>(rule.vcs);
        verdict.cycle.push_back({cycle[i] / vcs, static_cast<int>(cycle[i] % vcs), 0, 0});
        wanted[std::uint64_t{cycle[i]} << 32U | cycle[(i + 1) % cycle.size()]] = i;
    }
    Walk walk(network, routing, rule, true, options.escape);
    for (std::size_t i = 0; i < terminals.size() && !wanted.empty(); ++i) {
        talkers.explore(walk, terminals[i]);
        extended_dependencies(walk, rule.vcs, escape_channel, [&](std::uint32_t from, std::uint32_t to) {
            const std::uint64_t pair =
                std::uint64_t{index(walk.places()[from], rule.vcs)} << 32U | index(walk.places()[to], rule.vcs);
            const auto found = wanted.find(pair);
            if (found == wanted.end()) return;
            verdict.cycle[found->second].source = walk.places()[from].origin;
            verdict.cycle[found->second].destination = terminals[i];
            wanted.erase(found);
        });
    }
    return verdict;
}

}  // namespace wafernet
