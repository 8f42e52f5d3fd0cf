// Dilation by breadth-first search; congestion by laying links one at a time along the shortest path that is least used, and again.
#include "wafernet/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "wafernet/error.hpp"

namespace wafernet {

namespace {

constexpr std::uint32_t unreached = 0xFFFFFFFFU;

std::vector<std::uint32_t> distances_to(const Graph& host, Node target) {
    std::vector<std::uint32_t> distance(host.nodes(), unreached);
    std::vector<Node> queue{target};
    distance[target] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Channel c : host.out(queue[i])) {
            const Node w = host.target(c);
            if (distance[w] != unreached) continue;
            distance[w] = distance[queue[i]] + 1;
            queue.push_back(w);
        }
    }
    return distance;
}

struct GuestLink {
    Node from = 0;
    Node to = 0;
    std::vector<Link> path;
};

// The shortest path with the least sum of (guest links there already + 1)^power: the higher, the more a busy link costs.
std::vector<Link> cheapest_path(const Graph& host, const std::vector<std::uint32_t>& distance, Node from, const std::vector<std::uint32_t>& load, double power) {
    std::map<Node, std::pair<double, Channel>> best{{from, {0.0, no_channel}}};
    std::vector<std::map<Node, std::pair<double, Channel>>> layers{best};
    for (std::uint32_t left = distance[from]; left > 0; --left) {
        std::map<Node, std::pair<double, Channel>> next;
        for (const auto& [v, entry] : layers.back()) {
            for (const Channel c : host.out(v)) {
                const Node w = host.target(c);
                if (distance[w] + 1 != left) continue;
                const double cost = entry.first + std::pow(load[Graph::link(c)] + 1.0, power);
                const auto found = next.find(w);
                if (found == next.end() || cost < found->second.first) next[w] = {cost, c};
            }
        }
        layers.push_back(std::move(next));
    }
    std::vector<Link> path;
    Node at = layers.back().begin()->first;
    for (std::size_t i = layers.size() - 1; i > 0; --i) {
        const Channel c = layers[i].at(at).second;
        path.push_back(Graph::link(c));
        at = host.source(c);
    }
    return path;
}

void check(const Graph& guest, const Graph& host, std::span<const Node> image) {
    if (image.size() != guest.nodes()) throw InputError("a map of " + std::to_string(image.size()) + " nodes, need " + std::to_string(guest.nodes()));
    std::vector<bool> used(host.nodes(), false);
    for (const Node v : image) {
        if (v >= host.nodes()) throw InputError("a map to node " + std::to_string(v) + ", the host has " + std::to_string(host.nodes()) + " nodes");
        if (used[v]) throw InputError("a map that puts two nodes on node " + std::to_string(v) + ", need one each");
        used[v] = true;
    }
}

}  // namespace

EmbeddingQuality measure_embedding(const Graph& guest, const Graph& host, std::span<const Node> image, const EmbeddingOptions& options) {
    check(guest, host, image);
    EmbeddingQuality out;
    out.expansion = guest.nodes() > 0 ? static_cast<double>(host.nodes()) / guest.nodes() : 0.0;
    std::map<Node, std::vector<GuestLink>> by_target;
    for (Channel c = 0; c < guest.channels(); c += 2) by_target[image[guest.target(c)]].push_back({image[guest.source(c)], image[guest.target(c)], {}});
    std::vector<std::uint32_t> load(host.links(), 0);
    std::vector<bool> usable(host.links(), false);
    constexpr double powers[] = {8.0, 2.0, 4.0, 3.0};
    std::uint64_t hops = 0;
    const auto busiest = [&] { return load.empty() ? 0U : *std::max_element(load.begin(), load.end()); };
    for (unsigned round = 0; round <= options.rounds; ++round) {
        for (auto& [target, links] : by_target) {
            const std::vector<std::uint32_t> distance = distances_to(host, target);
            for (GuestLink& link : links) {
                if (distance[link.from] == unreached) throw InputError("no path in the host between nodes " + std::to_string(link.from) + " and " + std::to_string(target));
                for (const Link l : link.path) --load[l];
                link.path = cheapest_path(host, distance, link.from, load, powers[round % 4]);
                for (const Link l : link.path) ++load[l];
                if (round > 0) continue;
                hops += link.path.size();
                out.dilation = std::max(out.dilation, distance[link.from]);
                const std::vector<std::uint32_t> back = distances_to(host, link.from);
                for (Link l = 0; l < host.links(); ++l) {
                    const Node a = host.source(2 * l);
                    const Node b = host.target(2 * l);
                    if (std::min(back[a] + distance[b], back[b] + distance[a]) + 1 == distance[link.from]) usable[l] = true;
                }
            }
        }
        out.congestion = round == 0 ? busiest() : std::min<std::uint64_t>(out.congestion, busiest());
    }
    const auto links = static_cast<std::uint64_t>(std::count(usable.begin(), usable.end(), true));
    out.congestion_least = links > 0 ? (hops + links - 1) / links : 0;
    out.mean_dilation = guest.links() > 0 ? static_cast<double>(hops) / guest.links() : 0.0;
    return out;
}

}  // namespace wafernet
