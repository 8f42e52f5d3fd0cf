#include "layers.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "acyclic.hpp"
#include "base/activity.hpp"
#include "successors.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route_table.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

constexpr std::uint64_t most_edges = std::uint64_t{1} << 27U;  // of all pairs: 512 MiB
constexpr std::uint64_t most_for_both = most_edges / 2;        // above, LASH's order alone

[[noreturn]] void refuse(const Network& network, const PairRoutes& routes, std::size_t pair, bool alone) {
    const std::string ends = "from node " + network.addresses.print(routes.source[pair]) + " to node " +
                             network.addresses.print(routes.destination[pair]);
    if (alone)
        throw InputError(network.word + ": the routes " + ends +
                         " close a cycle by themselves, no layers of virtual channels part them");
    throw InputError(network.word + ": layers of virtual channels: the routes " + ends + " find no place in " +
                     std::to_string(max_vcs) + " layers, there are no more");
}

// One order or the other, and the spreading.
class LayerSearch {
public:
    LayerSearch(const Network& network, const PairRoutes& routes)
        : network_(network), routes_(routes), successors_(network.graph, 1) {}

    Layers lash() {
        sets_.clear();
        Layers layers;
        layers.of_pair.assign(routes_.pairs(), 0);
        Activity activity("placing pairs in layers", routes_.pairs());
        for (std::size_t p = 0; p < routes_.pairs(); ++p, activity.one_more()) {
            std::size_t l = 0;
            while (l < sets_.size() && !add(l, p)) ++l;
            if (l == sets_.size()) {
                if (l == static_cast<std::size_t>(max_vcs)) refuse(network_, routes_, p, false);
                sets_.emplace_back(network_.graph, successors_);
                if (!add(l, p)) refuse(network_, routes_, p, true);
            }
            layers.of_pair[p] = static_cast<std::uint8_t>(l);
        }
        layers.count = std::max(1, static_cast<int>(sets_.size()));
        return layers;
    }

    // None where it needs more than `most` layers.
    std::optional<Layers> dfsssp(int most) {
        Layers layers;
        layers.of_pair.assign(routes_.pairs(), 0);
        for (int l = 0;; ++l) {
            if (!cut_cycles(layers.of_pair, static_cast<std::uint8_t>(l))) {
                layers.count = l + 1;
                return layers;
            }
            if (l + 2 > most) return std::nullopt;
        }
    }

    // `most` layers by trying all; none, and true, where that has shown that they do not do, none and false where it
    // takes too long. Pairs of one set of dependencies stay together: what one layer admits of one it admits of all.
    std::pair<std::optional<Layers>, bool> exhaust(std::size_t most) {
        std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> alike;
        for (std::size_t p = 0; p < routes_.pairs(); ++p) {
            const auto edges = routes_.edges.begin();
            std::vector<std::uint32_t> own(edges + static_cast<std::ptrdiff_t>(routes_.first[p]),
                                           edges + static_cast<std::ptrdiff_t>(routes_.first[p + 1]));
            std::ranges::sort(own);
            alike[std::move(own)].push_back(p);
            if (alike.size() > 512) return {std::nullopt, false};
        }
        std::vector<const std::pair<const std::vector<std::uint32_t>, std::vector<std::size_t>>*> order;
        for (const auto& group : alike) order.push_back(&group);
        std::ranges::stable_sort(order, [](const auto* a, const auto* b) { return a->first.size() > b->first.size(); });
        int steps = 20000;
        Layers layers{static_cast<int>(most), 2, std::vector<std::uint8_t>(routes_.pairs(), 0)};
        sets_.clear();
        for (std::size_t l = 0; l < most; ++l) sets_.emplace_back(network_.graph, successors_);
        const std::function<bool(std::size_t, std::size_t)> place = [&](std::size_t at, std::size_t used) {
            if (at == order.size()) return true;
            const auto& [edges, pairs] = *order[at];
            for (std::size_t l = 0; l < std::min(used + 1, most) && --steps > 0; ++l) {
                if (!sets_[l].add(edges.data(), edges.data() + edges.size())) continue;
                const std::vector<std::uint32_t> added = sets_[l].added();
                for (const std::size_t p : pairs) layers.of_pair[p] = static_cast<std::uint8_t>(l);
                if (place(at + 1, std::max(used, l + 1))) return true;
                sets_[l].remove(added);
            }
            return false;
        };
        if (place(0, 0)) return {std::move(layers), false};
        return {std::nullopt, steps > 0};
    }

    // Pairs that several layers admit go to the one that has fewest.
    void spread(Layers& layers) {
        if (layers.count == 1) return;
        sets_.clear();
        std::vector<std::uint64_t> load(static_cast<std::size_t>(layers.count), 0);
        for (int l = 0; l < layers.count; ++l) sets_.emplace_back(network_.graph, successors_);
        for (std::size_t p = 0; p < routes_.pairs(); ++p) {
            if (!add(layers.of_pair[p], p)) throw std::logic_error("a layer has a cycle");
            ++load[layers.of_pair[p]];
        }
        for (std::size_t p = 0; p < routes_.pairs(); ++p) {
            std::size_t here = layers.of_pair[p], best = here;
            for (std::size_t l = 0; l < load.size(); ++l) {
                if (load[l] + 1 < load[here] && (best == here || load[l] < load[best]) && add(l, p)) best = l;
            }
            --load[here], ++load[best];
            layers.of_pair[p] = static_cast<std::uint8_t>(best);
        }
    }

private:
    bool add(std::size_t layer, std::size_t pair) {
        return sets_[layer].add(routes_.edges.data() + routes_.first[pair],
                                routes_.edges.data() + routes_.first[pair + 1]);
    }

    // Moves pairs of a layer to the next until the layer has no cycle; returns whether any had to go.
    bool cut_cycles(std::vector<std::uint8_t>& of_pair, std::uint8_t layer) {
        std::vector<std::uint64_t> first(routes_.all_edges + 1, 0);
        const auto each = [&](std::size_t pair, const auto& visit) {
            for (std::uint64_t i = routes_.first[pair]; i < routes_.first[pair + 1]; ++i) visit(routes_.edges[i]);
        };
        for (std::size_t p = 0; p < routes_.pairs(); ++p) {
            if (of_pair[p] == layer) each(p, [&](std::uint32_t e) { ++first[e + std::size_t{1}]; });
        }
        std::vector<std::uint32_t> count(first.begin() + 1, first.end());
        for (std::size_t e = 1; e < first.size(); ++e) first[e] += first[e - 1];
        std::vector<std::uint32_t> pairs(first.back());
        std::vector<std::uint64_t> at(first.begin(), first.end() - 1);
        for (std::size_t p = 0; p < routes_.pairs(); ++p) {
            if (of_pair[p] == layer) each(p, [&](std::uint32_t e) { pairs[at[e]++] = static_cast<std::uint32_t>(p); });
        }
        bool moved = false;
        const auto weakest_goes = [&](const std::vector<std::uint32_t>& cycle) {
            const std::uint32_t edge =
                *std::ranges::min_element(cycle, [&](std::uint32_t a, std::uint32_t b) { return count[a] < count[b]; });
            for (std::uint64_t i = first[edge]; i < first[edge + std::size_t{1}]; ++i) {
                if (of_pair[pairs[i]] != layer) continue;
                of_pair[pairs[i]] = static_cast<std::uint8_t>(layer + 1);
                each(pairs[i], [&](std::uint32_t e) { --count[e]; });
            }
            moved = true;
        };
        // Depth first; what is done lies on no cycle, and on none later since edges only go.
        enum Colour : std::uint8_t { unseen, open, done };
        struct Frame {
            Channel channel;
            std::uint64_t edge;  // the next to look at
        };
        std::vector<Colour> colour(network_.graph.channels(), unseen);
        std::vector<Frame> stack;
        std::vector<std::uint32_t> cycle;
        for (Channel root = 0; root < network_.graph.channels(); ++root) {
            if (colour[root] != unseen) continue;
            stack.assign(1, {root, successors_.begin(root, 0)});
            colour[root] = open;
            while (!stack.empty()) {
                Frame& top = stack.back();
                if (top.edge == successors_.end(top.channel, 0)) {
                    colour[top.channel] = done;
                    stack.pop_back();
                    continue;
                }
                const std::uint64_t edge = top.edge++;
                if (count[edge] == 0) continue;
                const auto next = static_cast<Channel>(successors_.second(top.channel, 0, edge));
                if (colour[next] == unseen) {
                    colour[next] = open;
                    stack.push_back({next, successors_.begin(next, 0)});
                } else if (colour[next] == open) {
                    // Every frame's last edge leads to the one above it.
                    cycle.clear();
                    std::size_t low = stack.size();
                    do cycle.push_back(static_cast<std::uint32_t>(stack[--low].edge - 1));
                    while (stack[low].channel != next);
                    weakest_goes(cycle);
                    // Back to the lowest frame whose edge upwards is gone, which looks at its next.
                    std::size_t keep = stack.size();
                    for (std::size_t i = 0; i < keep; ++i) {
                        if (count[stack[i].edge - 1] == 0) keep = i + 1;
                    }
                    for (std::size_t i = keep; i < stack.size(); ++i) colour[stack[i].channel] = unseen;
                    stack.resize(keep);
                }
            }
        }
        return moved;
    }

    const Network& network_;
    const PairRoutes& routes_;
    Successors successors_;
    std::vector<AcyclicSet> sets_;
};

}  // namespace

PairRoutes pair_routes(const Network& network, const Routing& routing) {
    const std::vector<Node> terminals = terminals_of(network);
    const Successors successors(network.graph, 1);
    PairRoutes routes;
    routes.all_edges = successors.size();
    const auto too_many = [&] {
        return InputError(network.word + ": layers of virtual channels keep the routes of all pairs of " +
                          std::to_string(terminals.size()) + " nodes, need at most " + std::to_string(most_edges) +
                          " dependencies of theirs");
    };
    if (routes.all_edges > most_edges || std::uint64_t{terminals.size()} * terminals.size() > most_edges)
        throw too_many();
    const VcRule any = make_vc_rule("any", network, max_vcs);
    Walk walk(network, routing, any);
    Activity activity("following messages", terminals.size());
    for (const Node source : terminals) {
        activity.one_more();
        for (const Node destination : terminals) {
            if (source == destination || leaves_out(network, source, destination)) continue;
            routes.source.push_back(source);
            routes.destination.push_back(destination);
            walk.explore(destination, std::span(&source, 1));
            const std::vector<Place>& places = walk.places();
            for (std::size_t p = 1; p < places.size(); ++p) {
                for (const Move& move : walk.moves(p))
                    routes.edges.push_back(
                        static_cast<std::uint32_t>(successors.pair(places[p].channel, 0, places[move.to].channel, 0)));
            }
            const auto own = routes.edges.begin() + static_cast<std::ptrdiff_t>(routes.first.back());
            if (routing.adaptive()) std::sort(own, routes.edges.end());
            if (routing.adaptive()) routes.edges.erase(std::unique(own, routes.edges.end()), routes.edges.end());
            routes.first.push_back(routes.edges.size());
            if (routes.edges.size() > most_edges) throw too_many();
        }
    }
    return routes;
}

Layers find_layers(const Network& network, const PairRoutes& routes) {
    LayerSearch search(network, routes);
    Layers best = search.lash();
    if (best.count > 2 &&
        routes.edges.size() <= most_for_both) {  // two are as few as there can be where one does not do
        if (std::optional<Layers> other = search.dfsssp(best.count - 1)) best = std::move(*other);
    }
    best.least = std::min(best.count, 2);
    while (best.count > 2) {
        auto [fewer, proven] = search.exhaust(static_cast<std::size_t>(best.count - 1));
        if (proven) best.least = best.count;
        if (!fewer) break;
        best = *std::move(fewer);
    }
    search.spread(best);
    return best;
}

}  // namespace wafernet
