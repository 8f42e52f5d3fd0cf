// Dilation by breadth-first search; congestion by laying links one at a time along the shortest path that is least
// used, and again; a lower bound of the congestion from prices of host links that rise where paths are wanted.
#include "wafernet/measure/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <ranges>
#include <string>

#include "base/activity.hpp"
#include "core/breadth_first.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::size_t most_steps = std::size_t{1} << 25U;

// All shortest paths of one guest link: steps between places, the source first and the target last; every step leads to
// a later place.
struct Paths {
    struct Step {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        Link link = 0;
    };
    std::vector<Step> steps;  // by `from`
    std::uint32_t places = 1;
    std::uint32_t hops = 0;
    std::vector<Link> chosen;

    [[nodiscard]] bool only_one() const { return steps.size() == hops; }
};

Paths shortest_paths(const Graph& host, const std::vector<std::uint32_t>& distance, Node from) {
    Paths out;
    out.hops = distance[from];
    std::map<Node, std::uint32_t> layer{{from, 0}};
    for (std::uint32_t left = out.hops; left > 0; --left) {
        std::map<Node, std::uint32_t> next;
        for (const auto& [v, place] : layer) {
            for (const Channel c : host.out(v)) {
                const Node w = host.target(c);
                if (distance[w] + 1 != left) continue;
                const auto [found, added] = next.try_emplace(w, out.places);
                if (added) ++out.places;
                out.steps.push_back({place, found->second, Graph::link(c)});
            }
        }
        layer = std::move(next);
    }
    return out;
}

// The path of the least sum of prices, into `chosen`; returns the sum.
template <class Price> double choose_path(Paths& paths, Price price) {
    std::vector<double> cost(paths.places, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> by(paths.places, 0);
    cost[0] = 0.0;
    for (std::size_t i = 0; i < paths.steps.size(); ++i) {
        const Paths::Step& s = paths.steps[i];
        const double sum = cost[s.from] + price(s.link);
        if (sum >= cost[s.to]) continue;
        cost[s.to] = sum;
        by[s.to] = i;
    }
    paths.chosen.clear();
    for (std::uint32_t at = paths.places - 1; at != 0; at = paths.steps[by[at]].from)
        paths.chosen.push_back(paths.steps[by[at]].link);
    return cost.back();
}

void check(const Graph& guest, const Graph& host, std::span<const Node> image) {
    if (image.size() != guest.nodes())
        throw InputError("a map of " + std::to_string(image.size()) + " nodes, need " + std::to_string(guest.nodes()));
    std::vector<bool> used(host.nodes(), false);
    for (const Node v : image) {
        if (v >= host.nodes())
            throw InputError("a map to node " + std::to_string(v) + ", the host has " + std::to_string(host.nodes()) +
                             " nodes");
        if (used[v]) throw InputError("a map that puts two nodes on node " + std::to_string(v) + ", need one each");
        used[v] = true;
    }
}

std::vector<Paths> paths_of_links(const Graph& guest, const Network& network, std::span<const Node> image) {
    const Graph& host = network.graph;
    std::map<Node, std::vector<Node>> sources;  // by target, so that one search serves all
    for (Channel c = 0; c < guest.channels(); c += 2) sources[image[guest.target(c)]].push_back(image[guest.source(c)]);
    std::vector<Paths> all;
    std::size_t steps = 0;
    std::vector<std::uint32_t> distance(host.nodes(), unreached);
    std::vector<Node> reached;
    Activity activity("searching shortest paths", sources.size());
    for (const auto& [target, from] : sources) {
        activity.one_more();
        std::size_t next = 0;  // of `from`, not yet found: no farther than the last of them
        search_until(host, target, distance, reached, [&, &from = from] {
            while (next < from.size() && distance[from[next]] != unreached) ++next;
            return next == from.size();
        });
        for (const Node v : from) {
            if (distance[v] == unreached)
                throw InputError(network.word + ": no path between nodes " + network.addresses.print(v) + " and " +
                                 network.addresses.print(target) + ", need one where the guest has a link");
            all.push_back(shortest_paths(host, distance, v));
            steps += all.back().steps.size();
            if (steps > most_steps)
                throw InputError("more than " + std::to_string(most_steps) +
                                 " steps of shortest paths, need a smaller guest or shorter links");
        }
        for (const Node v : reached) distance[v] = unreached;
    }
    return all;
}

// Congestion >= sum of the cheapest paths / sum of the prices, whatever the prices (linear programming duality). Prices
// grow with the load that the cheapest paths put on a link.
double congestion_bound(std::vector<Paths> all, std::size_t links, unsigned rounds) {
    std::vector<double> price(links, 0.0);
    for (const Paths& paths : all) {
        for (const Paths::Step& s : paths.steps) price[s.link] = 1.0;
    }
    double best = 0.0;
    Activity activity("bounding the congestion", rounds + 1);
    for (unsigned round = 0; round <= rounds; ++round, activity.one_more()) {
        double paid = 0.0;
        double total = 0.0;
        std::vector<std::uint32_t> load(links, 0);
        for (Paths& paths : all) {
            paid += choose_path(paths, [&](Link l) { return price[l]; });
            for (const Link l : paths.chosen) ++load[l];
        }
        for (const double p : price) total += p;
        if (total <= 0.0) return 0.0;
        best = std::max(best, paid / total);
        const double most = *std::max_element(load.begin(), load.end());
        double highest = 0.0;
        for (std::size_t l = 0; l < links; ++l)
            highest = std::max(highest, price[l] *= std::exp(load[l] / most / (1.0 + round / 8.0)));
        for (double& p : price) p /= highest;
    }
    return best;
}

}  // namespace

EmbeddingQuality measure_embedding(const Network& inner, const Network& outer, std::span<const Node> image,
                                   const EmbeddingOptions& options) {
    const Graph& guest = inner.graph;
    const Graph& host = outer.graph;
    check(guest, host, image);
    EmbeddingQuality out;
    out.expansion = guest.nodes() > 0 ? static_cast<double>(host.nodes()) / guest.nodes() : 0.0;
    if (guest.links() == 0) return out;
    // A way back that takes another path than the way there has a length of its own.
    const auto two_way = [&](Link l) { return !guest.one_way(l); };
    const auto links = std::views::iota(Link{0}, guest.links());
    if (host.directed() && std::ranges::any_of(links, two_way))
        throw InputError("some links of " + outer.word + " go one way, need a guest whose links all do");
    std::vector<Paths> all = paths_of_links(guest, outer, image);
    std::vector<std::uint32_t> load(host.links(), 0);
    // A link costs (guest links there already + 1)^power: the higher, the more a busy link is avoided.
    constexpr double powers[] = {8.0, 2.0, 4.0, 3.0};
    const auto choose = [&] {
        Activity activity("choosing paths", options.rounds + 1);
        for (unsigned round = 0; round <= options.rounds; ++round, activity.one_more()) {
            std::vector<double> price;  // by load
            const auto price_of = [&](Link l) {
                while (price.size() <= load[l])
                    price.push_back(std::pow(static_cast<double>(price.size()) + 1.0, powers[round % 4]));
                return price[load[l]];
            };
            for (Paths& paths : all) {
                if (round > 0 && paths.only_one()) continue;
                for (const Link l : paths.chosen) --load[l];
                choose_path(paths, price_of);
                for (const Link l : paths.chosen) ++load[l];
            }
            const std::uint64_t busiest = *std::max_element(load.begin(), load.end());
            out.congestion = round == 0 ? busiest : std::min(out.congestion, busiest);
        }
    };
    choose();
    std::uint64_t hops = 0;
    for (const Paths& paths : all) {
        hops += paths.hops;
        out.dilation = std::max(out.dilation, paths.hops);
        if (paths.hops > 1) ++out.stretched_links;
    }
    out.mean_dilation = static_cast<double>(hops) / guest.links();
    // Rounding of the sums must not lift a bound over a whole number.
    out.congestion_least = static_cast<std::uint64_t>(
        std::ceil(congestion_bound(std::move(all), host.links(), 2 * options.rounds) * (1 - 1e-9)));
    return out;
}

namespace {

// Nodes within so many hops: of the node that has the fewest, and of that which has the most.
struct Within {
    std::vector<std::uint32_t> fewest, most;
    [[nodiscard]] static std::uint32_t at(const std::vector<std::uint32_t>& of, std::size_t hops) {
        return of[std::min(hops, of.size() - 1)];
    }
};

Within within_hops(const Graph& graph) {
    Within out;
    for (Node v = 0; v < graph.nodes(); ++v) {
        std::vector<std::uint32_t> nodes;
        for (const std::uint32_t hops : hops_from(graph, v)) {
            if (hops == unreached) continue;
            if (nodes.size() <= hops) nodes.resize(hops + 1, 0);
            ++nodes[hops];
        }
        std::partial_sum(nodes.begin(), nodes.end(), nodes.begin());
        if (v == 0) out.fewest = out.most = nodes;
        const std::size_t longest = std::max(nodes.size(), out.most.size());
        for (auto* of : {&nodes, &out.fewest, &out.most}) of->resize(longest, of->back());
        for (std::size_t r = 0; r < longest; ++r) {
            out.fewest[r] = std::min(out.fewest[r], nodes[r]);
            out.most[r] = std::max(out.most[r], nodes[r]);
        }
    }
    return out;
}

}  // namespace

std::uint32_t dilation_least(const Graph& guest, const Graph& host) {
    const Within inner = within_hops(guest), outer = within_hops(host);
    const bool fills = guest.nodes() == host.nodes();  // then every node of the host has one of the guest
    const auto possible = [&](std::size_t dilation) {
        for (std::size_t r = 0; r < inner.most.size(); ++r) {
            if (Within::at(outer.most, dilation * r) < inner.most[r]) return false;
            if (fills && Within::at(outer.fewest, dilation * r) < inner.fewest[r]) return false;
        }
        return true;
    };
    std::uint32_t dilation = guest.links() == 0 ? 0 : 1;
    while (!possible(dilation) && dilation < host.nodes()) ++dilation;
    return dilation;
}

}  // namespace wafernet
