// Shortest paths spread by destination over the channels, without a cycle of dependencies where such paths are found.
//
// The sources of a destination join in a tree. Trees are laid one after the other, each along the least loaded of the
// shortest paths: what Domke, Hoefler & Nagel, Deadlock-free oblivious routing for arbitrary topologies, IPDPS 2011 do
// with edge weights, here among shortest paths only. Balanced trees are taken where they have no cycle of dependencies.
// Else hops that would close one are passed over, from none on and from the dependencies of "the first way by name" on,
// and of what has no cycle the one with the smallest largest load is taken. Where all have cycles it is the balanced
// one, and the deadlock verdict says so.
#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

#include "base/activity.hpp"
#include "digraph.hpp"
#include "growing_order.hpp"
#include "path_table.hpp"

namespace wafernet {

namespace {

constexpr std::uint64_t most_pairs_of_ways = std::uint64_t{1} << 31U;  // a bit for each
constexpr std::uint64_t most_order_work = 400'000'000;                 // a few seconds

// Paths, and the largest load of a channel where every sender sends once to every other.
struct LoadedPaths {
    PathTable table;
    double largest_load = 0.0;
    bool acyclic = true;
};

// Which pairs of ways that follow one another may be used together: no cycle closes among those that have been allowed.
class AllowedPairs {
public:
    AllowedPairs(const Ways& ways, const std::vector<std::uint64_t>& first_pair, std::vector<std::uint32_t> places)
        : ways_(ways),
          first_pair_(first_pair),
          order_(std::move(places)),
          known_(first_pair.back(), false),
          good_(first_pair.back(), false) {}

    /// `next` counts from the first way out of the node that `way` leads to.
    bool operator()(std::uint32_t way, std::uint16_t next) {
        const std::uint64_t pair = first_pair_[way] + next;
        if (!known_[pair] && order_.work() < most_order_work) {
            known_[pair] = true;
            good_[pair] = order_.add(way, ways_.first[ways_.ways[way].target] + next);
        }
        return good_[pair];
    }

private:
    const Ways& ways_;
    const std::vector<std::uint64_t>& first_pair_;
    GrowingOrder order_;
    std::vector<bool> known_, good_;
};

class Trees {
public:
    // `widths`: parallel links carry as many times as much as one; else they count as one while trees are laid.
    Trees(const Network& network, const ChannelLengths& lengths, const Ways& ways, const std::vector<Node>& ranks,
          bool widths)
        : graph_(network.graph), lengths_(lengths), ways_(ways), ranks_(ranks), sends_(graph_.nodes(), false) {
        for (const Way& w : ways_.ways) width_.push_back(widths ? w.count : 1);
        for (const Node v : terminals_of(network)) sends_[v] = true;
        by_rank_.resize(graph_.nodes());
        for (Node v = 0; v < graph_.nodes(); ++v) by_rank_[ranks_[v]] = v;
        destinations_ = by_rank_;
        // Those that nobody sends to come last and leave no load.
        std::stable_partition(destinations_.begin(), destinations_.end(), [&](Node v) { return sends_[v]; });
        first_pair_.push_back(0);
        for (const Way& w : ways_.ways)
            first_pair_.push_back(first_pair_.back() + ways_.first[w.target + 1] - ways_.first[w.target]);
    }

    [[nodiscard]] std::uint64_t pairs_of_ways() const { return first_pair_.back(); }

    // The first way by name at every node; notes the dependencies.
    LoadedPaths first_ways() {
        PathTable table(std::size_t{graph_.nodes()} * graph_.nodes(), 0);
        load_.assign(ways_.ways.size(), 0.0);
        pair_.assign(pairs_of_ways() / 64 + 1, 0);
        each_destination([&](Node d) {
            for (const Node v : order_) {
                if (v != d) table[row(d) + v] = first_shortest(v);
            }
            carry(table, d, 1.0);
            note_dependencies(table, d);
        });
        return {std::move(table), largest_load()};
    }

    // Every tree along the least loaded shortest paths, each laid anew when all others are there; notes the
    // dependencies where there are not too many.
    LoadedPaths balanced() {
        PathTable table(std::size_t{graph_.nodes()} * graph_.nodes(), 0);
        load_.assign(ways_.ways.size(), 0.0);
        if (pairs_of_ways() <= most_pairs_of_ways) pair_.assign(pairs_of_ways() / 64 + 1, 0);
        for (int round = 0; round < 2; ++round) {
            each_destination([&](Node d) {
                if (round > 0) carry(table, d, -1.0);
                lay(table, d, [](std::uint32_t, Node) { return true; });
                carry(table, d, 1.0);
                if (round > 0) note_dependencies(table, d);
            });
        }
        return {std::move(table), largest_load(), false};
    }

    // The same once, among the hops that close no cycle with those of the trees before; nothing where a node has no
    // such hop.
    std::optional<LoadedPaths> balanced_in_order(const std::vector<std::uint32_t>& places) {
        PathTable table(std::size_t{graph_.nodes()} * graph_.nodes(), 0);
        load_.assign(ways_.ways.size(), 0.0);
        AllowedPairs allowed(ways_, first_pair_, places);
        bool stuck = false;
        each_destination([&](Node d) {
            if (stuck) return;
            const auto permitted = [&](std::uint32_t way, Node target) {
                return target == d || allowed(way, table[row(d) + target]);
            };
            // Where no message passes it does not matter.
            std::vector<Node> without;
            lay(table, d, permitted, [&](Node v) { without.push_back(v); });
            carry(table, d, 1.0);
            stuck = sends_[d] && std::any_of(without.begin(), without.end(), [&](Node v) { return flow_[v] != 0.0; });
        });
        if (stuck) return std::nullopt;
        return LoadedPaths{std::move(table), largest_load()};
    }

    // Balanced among the hops that close no cycle with `base`, which has none: where a tree comes to a node without
    // such a hop, that node and the ones that it would go through take the ways of `base`, and the tree is laid again.
    LoadedPaths balanced_beside(const PathTable& base, const std::vector<std::uint32_t>& places) {
        PathTable table = base;
        load_.assign(ways_.ways.size(), 0.0);
        AllowedPairs allowed(ways_, first_pair_, places);
        each_destination([&](Node d) {
            if (!sends_[d]) return;
            count_flow(base, d);
            for (const Node v : order_) {
                const std::uint32_t way = v == d ? 0 : ways_.first[v] + base[row(d) + v];
                const Node w = ways_.ways[way].target;
                if (v != d && w != d && flow_[v] != 0.0) static_cast<void>(allowed(way, base[row(d) + w]));
            }
        });
        constexpr int most_tries = 64;
        std::vector<bool> by_base(graph_.nodes());
        for (int round = 0; round < 2; ++round) {
            each_destination([&](Node d) {
                if (!sends_[d]) return;
                if (round > 0) carry(table, d, -1.0);
                by_base.assign(graph_.nodes(), false);
                for (int tries = 0; tries <= most_tries; ++tries) {
                    if (tries == most_tries) by_base.assign(graph_.nodes(), true);
                    bool stuck = false;
                    lay(
                        table, d,
                        [&](std::uint32_t way, Node target) {
                            const Node v = ways_.ways[way].source;
                            const bool own = way == ways_.first[v] + base[row(d) + v];
                            if (by_base[v] && !own) return false;
                            return target == d || (by_base[v] && by_base[target]) ||
                                   allowed(way, table[row(d) + target]);
                        },
                        [&](Node v) {
                            stuck = by_base[v] = true;
                            by_base[ways_.ways[ways_.first[v] + base[row(d) + v]].target] = true;
                        });
                    if (!stuck) break;
                }
                carry(table, d, 1.0);
            });
        }
        return {std::move(table), largest_load()};
    }

    // The ways in an order in which every one waits for later ones only, where the dependencies that were noted have
    // such an order.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> acyclic_order() const {
        // Ways that nothing waits for are taken away until none is left, or only cycles.
        std::vector<std::uint32_t> waits(ways_.ways.size(), 0);
        const auto each_next = [&](std::uint32_t way, const auto& visit) {
            const Node w = ways_.ways[way].target;
            for (std::uint64_t p = first_pair_[way]; p < first_pair_[way + 1]; ++p) {
                if (const std::uint64_t rest = pair_[p / 64] >> p % 64; rest == 0) p |= 63U;  // most are none
                else if ((p += static_cast<std::uint64_t>(std::countr_zero(rest))) < first_pair_[way + 1])
                    visit(ways_.first[w] + static_cast<std::uint32_t>(p - first_pair_[way]));
            }
        };
        for (std::uint32_t way = 0; way < ways_.ways.size(); ++way)
            each_next(way, [&](std::uint32_t next) { ++waits[next]; });
        std::vector<std::uint32_t> free = peeled(waits, each_next);
        if (free.size() != ways_.ways.size()) return std::nullopt;
        return free;
    }

private:
    [[nodiscard]] std::size_t row(Node d) const { return std::size_t{d} * graph_.nodes(); }

    template <class Visit> void each_destination(const Visit& visit) {
        Activity activity("spreading shortest paths", destinations_.size());
        for (const Node d : destinations_) {
            activity.one_more();
            lengths_to(graph_, lengths_, d, length_, order_);
            sort_equally_far();
            visit(d);
        }
    }

    // Of equally far nodes the first by rank comes first.
    void sort_equally_far() {
        if (!lengths_.alike()) {
            std::sort(order_.begin(), order_.end(), [&](Node a, Node b) {
                return std::pair(length_[a], ranks_[a]) < std::pair(length_[b], ranks_[b]);
            });
            return;
        }
        const PathLength most = length_[order_.back()];
        first_of_length_.assign(most + 2, 0);
        for (const Node v : order_) ++first_of_length_[length_[v] + 1];
        std::partial_sum(first_of_length_.begin(), first_of_length_.end(), first_of_length_.begin());
        for (const Node v : by_rank_) {
            if (length_[v] <= most) order_[first_of_length_[length_[v]]++] = v;
        }
    }

    [[nodiscard]] double largest_load() const {
        double most = 0.0;
        for (std::size_t i = 0; i < load_.size(); ++i) most = std::max(most, load_[i] / ways_.ways[i].count);
        return most;
    }

    [[nodiscard]] bool shortest(const Way& w) const { return length_[w.target] + w.length == length_[w.source]; }

    [[nodiscard]] std::uint16_t first_shortest(Node v) const {
        std::uint32_t i = ways_.first[v];
        while (!shortest(ways_.ways[i])) ++i;  // a node that is not the destination has one
        return static_cast<std::uint16_t>(i - ways_.first[v]);
    }

    // From the nearest node outwards: the permitted way whose path has the least load, of several the first by name.
    template <class Permitted> void lay(PathTable& table, Node d, const Permitted& permitted) {
        lay(table, d, permitted, [](Node) {});
    }
    // `stuck` is told of nodes where none is permitted.
    template <class Permitted, class Stuck>
    void lay(PathTable& table, Node d, const Permitted& permitted, const Stuck& stuck) {
        cost_.assign(graph_.nodes(), 0.0);
        for (const Node v : order_) {
            if (v == d) continue;
            candidates_.clear();
            for (std::uint32_t i = ways_.first[v]; i < ways_.first[v + 1]; ++i) {
                const Way& w = ways_.ways[i];
                if (shortest(w)) candidates_.emplace_back(cost_[w.target] + load_[i] / width_[i], i);
            }
            // Nearly always the first that is tried is permitted, so the rest need not be sorted.
            const auto best = *std::min_element(candidates_.begin(), candidates_.end());
            auto chosen = best;
            while (!candidates_.empty()) {
                const auto least = std::min_element(candidates_.begin(), candidates_.end());
                chosen = *least;
                if (permitted(chosen.second, ways_.ways[chosen.second].target)) break;
                candidates_.erase(least);
            }
            if (candidates_.empty()) {
                stuck(v);
                chosen = best;
            }
            cost_[v] = chosen.first;
            table[row(d) + v] = static_cast<std::uint16_t>(chosen.second - ways_.first[v]);
        }
    }

    // flow_[v]: senders whose messages to d pass v or start there.
    void count_flow(const PathTable& table, Node d) {
        flow_.assign(graph_.nodes(), 0.0);
        for (std::size_t i = order_.size(); i-- > 1;) {
            const Node v = order_[i];
            if (sends_[v]) flow_[v] += 1.0;
            flow_[ways_.ways[ways_.first[v] + table[row(d) + v]].target] += flow_[v];
        }
    }

    // Adds the messages to d, or takes them away.
    void carry(const PathTable& table, Node d, double sign) {
        if (!sends_[d]) return;
        count_flow(table, d);
        for (const Node v : order_) {
            if (v != d) load_[ways_.first[v] + table[row(d) + v]] += sign * flow_[v];
        }
    }

    // The ways that messages between senders to d take one after the other; their flow has been counted.
    void note_dependencies(const PathTable& table, Node d) {
        if (!sends_[d] || pair_.empty()) return;
        for (const Node v : order_) {
            if (v == d || flow_[v] == 0.0) continue;
            const std::uint32_t way = ways_.first[v] + table[row(d) + v];
            const Node w = ways_.ways[way].target;
            const std::uint64_t p = first_pair_[way] + table[row(d) + w];
            if (w != d) pair_[p / 64] |= std::uint64_t{1} << p % 64;
        }
    }

    const Graph& graph_;
    const ChannelLengths& lengths_;
    const Ways& ways_;
    const std::vector<Node>& ranks_;
    std::vector<bool> sends_;
    std::vector<double> width_;  // of every way
    std::vector<Node> by_rank_, destinations_;
    std::vector<std::uint64_t> first_pair_;  // of a way and one that may follow it
    std::vector<std::uint64_t> pair_;        // a bit for each of these: noted
    std::vector<PathLength> length_;         // to the destination at hand
    std::vector<Node> order_;                // nodes, the nearest to it first
    std::vector<std::size_t> first_of_length_;
    std::vector<double> load_, flow_, cost_;
    std::vector<std::pair<double, std::uint32_t>> candidates_;
};

LoadedPaths spread(Trees& trees, const Ways& ways) {
    LoadedPaths balanced = trees.balanced();
    balanced.acyclic = trees.pairs_of_ways() <= most_pairs_of_ways && trees.acyclic_order();
    if (balanced.acyclic || trees.pairs_of_ways() > most_pairs_of_ways) return balanced;
    LoadedPaths first = trees.first_ways();
    const std::optional<std::vector<std::uint32_t>> order = trees.acyclic_order();
    std::vector<std::uint32_t> places(ways.ways.size());
    std::iota(places.begin(), places.end(), 0U);
    if (order) {
        for (std::uint32_t i = 0; i < places.size(); ++i) places[(*order)[i]] = i;
    }
    std::optional<LoadedPaths> best = trees.balanced_in_order(places);
    const auto consider = [&](LoadedPaths other) {
        if (!best || other.largest_load < best->largest_load) best = std::move(other);
    };
    if (order) {
        consider(trees.balanced_beside(first.table, places));
        consider(std::move(first));
    }
    return best ? *std::move(best) : balanced;
}

}  // namespace

PathTable spread_paths(const Network& network, const ChannelLengths& lengths, const Ways& ways,
                       const std::vector<Node>& ranks) {
    Trees trees(network, lengths, ways, ranks, true);
    LoadedPaths paths = spread(trees, ways);
    // Where some links are doubled the paths of before carry no less: they are laid as well.
    if (std::ranges::any_of(ways.ways, [&](const Way& w) { return w.count != ways.ways[0].count; })) {
        Trees single(network, lengths, ways, ranks, false);
        LoadedPaths others = spread(single, ways);
        if (others.acyclic != paths.acyclic ? others.acyclic : others.largest_load < paths.largest_load)
            paths = std::move(others);
    }
    return std::move(paths.table);
}

}  // namespace wafernet
