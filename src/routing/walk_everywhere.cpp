#include "walk_everywhere.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "digit_walks.hpp"
#include "talkers.hpp"

namespace wafernet {

namespace {

constexpr std::size_t followed_apart = 512;  // destinations, up to which nothing is gained by digits

// Destinations by their first digit; lines are quick, and all in one.
std::vector<std::vector<Node>> by_first_digit(const std::vector<Node>& terminals, const DigitOrder& order,
                                              bool in_one) {
    std::map<std::uint32_t, std::vector<Node>> parts;
    for (const Node v : terminals) parts[order.count > 0 && !in_one ? order.digits[v * order.count] : 0].push_back(v);
    std::vector<std::vector<Node>> lists;
    for (auto& [digit, nodes] : parts) lists.push_back(std::move(nodes));
    return lists;
}

}  // namespace

bool judged_together(const Network& network, const Routing& routing) {
    return together_by_digits(network, routing) != nullptr;
}

void walk_everywhere(const Network& network, const Routing& routing, const VcRule& rule, const VerdictOptions& options,
                     const std::function<void(const Walk&)>& seen) {
    const std::vector<Node> terminals = terminals_of(network);
    Progress done("following messages", options.progress, terminals.size());
    const Talkers talkers(network, options.traffic);
    const CorrectsDigits* const by_digits = talkers.all() ? together_by_digits(network, routing) : nullptr;
    if (by_digits == nullptr) {
        const std::size_t blocks = std::min<std::size_t>(terminals.size(), 64);
        for_each_block(blocks, options.threads, [&](std::size_t block) {
            Walk walk(network, routing, rule);
            for (std::size_t i = block; i < terminals.size(); i += blocks) {
                talkers.explore(walk, terminals[i]);
                done.one_more();
                seen(walk);
            }
        });
        return;
    }
    const DigitOrder order = by_digits->digit_order();
    const std::vector<std::vector<Node>> parts = by_first_digit(terminals, order, order.lines);
    Together sources;
    for (const Node v : terminals) sources.at.push_back({no_channel, routing.start(v, v), 0, v, v});
    const DigitWalks::Seen use = [&](const Walk& walk, const std::vector<Stream>&, std::size_t) { seen(walk); };
    for_each_block_by(parts.size(), options.threads, [&](unsigned) {
        return [&, walk = Walk(network, routing, rule)](std::size_t k) mutable {
            Together part = sources;
            part.destinations = parts[k];
            DigitWalks(order, walk, use, done).follow(part);
        };
    });
}

void follow_streams(const Network& network, const Routing& routing, const VcRule& rule, const DigitOrder& order,
                    const StreamOptions& options, const StreamsSeen& seen) {
    const std::vector<std::vector<Node>> parts = by_first_digit(terminals_of(network), order, false);
    Together sources;
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        const Stream begin{options.rates[v], 0};
        if (begin.rate > 0.0) sources.add({no_channel, routing.start(v, v), 0, v, v}, &begin);
    }
    const std::function<bool(std::uint64_t, std::uint64_t)> nobody;
    Progress done("following messages", nobody, parts.size());
    for_each_block(options.blocks, options.threads, [&](std::size_t block) {
        const DigitWalks::Seen use = [&](const Walk& walk, const std::vector<Stream>& streams, std::size_t n) {
            seen(block, walk, streams, static_cast<double>(n));
        };
        Walk walk(network, routing, rule);
        for (std::size_t k = block; k < parts.size(); k += options.blocks) {
            Together part = sources;
            part.destinations = parts[k];
            DigitWalks(order, walk, use, done).follow(part);
        }
    });
}

const CorrectsDigits* followed_by_digits(const Network& network, const Routing& routing, std::size_t destinations) {
    return destinations > followed_apart ? together_by_digits(network, routing) : nullptr;
}

std::uint64_t streams_to_follow(const DigitOrder& order) {
    const std::vector<std::uint32_t> extents = order.extents();
    const std::uint64_t nodes = order.count == 0 ? 0 : order.digits.size() / order.count;
    return nodes * std::accumulate(extents.begin(), extents.end(), std::uint64_t{0});
}

}  // namespace wafernet
