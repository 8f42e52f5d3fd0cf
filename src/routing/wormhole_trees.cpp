#include "wafernet/routing/wormhole_trees.hpp"

#include <map>
#include <set>

#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"

namespace wafernet {

std::optional<TreeConflict> multicast_conflict(const Network& network, const Routing& routing) {
    if (network.shared_nodes > 0 || network.graph.nodes() > 1024)
        throw InputError(network.word + ": trees of multicasts, need up to 1024 nodes and no shared channels");
    const std::vector<Node> terminals = terminals_of(network);
    std::vector<std::map<Channel, std::set<Channel>>> trees;  // of a channel those on the way to it
    std::map<Channel, int> users;
    for (const Node from : terminals) {
        auto& tree = trees.emplace_back();
        for (const Node to : terminals) {
            std::set<Channel> way;
            for (const RouteStep& step : route(network.graph, routing, from, to)) {
                if (step.hop.channel == no_channel) continue;
                tree[step.hop.channel].insert(way.begin(), way.end());
                way.insert(step.hop.channel);
            }
        }
        for (const auto& [channel, before] : tree) ++users[channel];
    }
    std::map<std::pair<Channel, Channel>, std::size_t> apart;  // of two branches, and the first tree
    for (std::size_t i = 0; i < trees.size(); ++i) {
        std::erase_if(trees[i], [&](const auto& channel) { return users[channel.first] < 2; });
        for (const auto& [a, to_a] : trees[i]) {
            for (const auto& [b, to_b] : trees[i]) {
                if (a >= b || to_a.contains(b) || to_b.contains(a)) continue;
                const auto [at, fresh] = apart.emplace(std::pair{a, b}, i);
                if (!fresh) return TreeConflict{terminals[at->second], terminals[i], a, b};
            }
        }
    }
    return std::nullopt;
}

}  // namespace wafernet
