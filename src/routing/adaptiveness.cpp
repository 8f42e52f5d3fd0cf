// Degrees of adaptiveness: shortest paths that a routing permits, out of all. glass1992,
// sec. 5.1.4, 5.2.1, 5.3.1, 5.5.1.
#include <algorithm>
#include <map>

#include "base/parallel.hpp"
#include "core/breadth_first.hpp"
#include "shortest.hpp"
#include "wafernet/routing/turn_model.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

// Numbers of paths to one destination. A path is a sequence of channels: where a routing has several virtual channels
// or headers for one, all places that the same channels can lead to are followed together.
class PathCounter {
public:
    using Places = std::vector<std::uint32_t>;

    PathCounter(const Network& network, const Routing& routing, const VcRule& rule)
        : graph_(network.graph), walk_(network, routing, rule) {}

    void explore(Node destination) {
        walk_.explore(destination);
        destination_ = destination;
        // Hops to the destination, over the graph.
        distance_.assign(graph_.nodes(), unreached);
        search_until(graph_, destination, distance_, reached_, [] { return false; });
        all_.assign(graph_.nodes(), 0.0);
        all_[destination] = 1.0;
        for (const Node v : reached_) {
            graph_.for_each_in(v, [&](Channel c) {
                const Node before = graph_.source(c);
                if (distance_[before] == distance_[v] + 1) all_[before] += all_[v];
            });
        }
        memory_.clear();
    }

    [[nodiscard]] const Walk& walk() const { return walk_; }
    [[nodiscard]] double all(Node source) const { return all_[source]; }
    [[nodiscard]] std::uint32_t distance(Node source) const { return distance_[source]; }

    // Shortest paths from a set of places at one node: every set leads to some that are a hop nearer, whose numbers are
    // its sum.
    double permitted(const Places& places) {
        const auto [first, fresh] = memory_.try_emplace(places, 0.0);
        struct Step {
            Memory::iterator from;
            std::vector<const double*> next;
        };
        std::vector<Step> steps;
        if (fresh) steps.push_back({first, {}});
        std::map<Channel, Places> next;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            auto& [set, paths] = *steps[i].from;
            const Node at = walk_.places()[set.front()].node;
            if (at == destination_) {
                paths = 1.0;
                continue;
            }
            next.clear();
            for (const std::uint32_t p : set) {
                for (const Move& move : walk_.moves(p)) {
                    const Place& to = walk_.places()[move.to];
                    if (distance_[to.node] + 1 == distance_[at]) next[to.channel].push_back(move.to);
                }
            }
            for (auto& [channel, to] : next) {
                std::sort(to.begin(), to.end());
                to.erase(std::unique(to.begin(), to.end()), to.end());
                const auto [found, unknown] = memory_.try_emplace(std::move(to), 0.0);
                steps[i].next.push_back(&found->second);
                if (unknown) steps.push_back({found, {}});
            }
        }
        for (std::size_t i = steps.size(); i-- > 0;) {
            for (const double* paths : steps[i].next) steps[i].from->second += *paths;
        }
        return first->second;
    }

private:
    using Memory = std::map<Places, double>;

    const Graph& graph_;
    Walk walk_;
    Node destination_ = 0;
    std::vector<std::uint32_t> distance_;
    std::vector<Node> reached_;
    std::vector<double> all_;
    Memory memory_;  // shortest paths from a set
};

}  // namespace

PairPaths count_paths(const Network& network, const Routing& routing, const VcRule& rule, Node source,
                      Node destination) {
    check_ends(network, source, destination);
    if (source == destination) return {1.0, 1.0};
    PathCounter counter(network, routing, rule);
    counter.explore(destination);
    std::uint32_t p = 0;
    while (counter.walk().places()[p].node != source)
        ++p;  // it is one of them: the places of a walk begin with its sources
    return {counter.permitted({p}), counter.all(source)};
}

Adaptiveness adaptiveness(const Network& network, const Routing& routing, const VcRule& rule, unsigned threads,
                          const std::function<bool(std::uint64_t, std::uint64_t)>& report) {
    const std::vector<Node> terminals = terminals_of(network);
    struct Sums {
        std::uint64_t pairs = 0, single = 0, minimal = 0, hops = 0;
        double ratio = 0.0;
    };
    const std::size_t blocks = std::min<std::size_t>(terminals.size(), 64);
    std::vector<Sums> parts(blocks);
    Progress progress("counting paths", report, terminals.size());
    for_each_block(blocks, threads, [&](std::size_t block) {
        Sums& mine = parts[block];
        PathCounter counter(network, routing, rule);
        std::vector<std::uint32_t> hops;
        for (std::size_t i = block; i < terminals.size(); i += blocks) {
            counter.explore(terminals[i]);
            const Walk& walk = counter.walk();
            // Fewest hops over permitted moves, backwards from the destination.
            constexpr std::uint32_t far = 0xFFFFFFFFU;
            hops.assign(walk.places().size(), far);
            std::vector<std::vector<std::uint32_t>> before(walk.places().size());
            std::vector<std::uint32_t> queue;
            for (std::uint32_t p = 0; p < walk.places().size(); ++p) {
                for (const Move& move : walk.moves(p)) before[move.to].push_back(p);
                if (walk.places()[p].node == terminals[i]) {
                    hops[p] = 0;
                    queue.push_back(p);
                }
            }
            for (std::size_t k = 0; k < queue.size(); ++k) {
                for (const std::uint32_t p : before[queue[k]]) {
                    if (hops[p] != far) continue;
                    hops[p] = hops[queue[k]] + 1;
                    queue.push_back(p);
                }
            }
            for (std::uint32_t p = 0; p < walk.sources(); ++p) {
                const Node s = walk.places()[p].node;
                const double permitted = counter.permitted({p});
                ++mine.pairs;
                mine.single += permitted == 1.0 ? 1 : 0;
                mine.minimal += permitted > 0.0 ? 1 : 0;
                mine.hops += hops[p];
                mine.ratio += permitted / counter.all(s);
            }
            progress.one_more();
        }
    });
    Sums sum;
    for (const Sums& part : parts) {
        sum.pairs += part.pairs;
        sum.single += part.single;
        sum.minimal += part.minimal;
        sum.hops += part.hops;
        sum.ratio += part.ratio;
    }
    Adaptiveness result;
    result.pairs = sum.pairs;
    if (sum.pairs == 0) return result;
    const auto n = static_cast<double>(sum.pairs);
    result.mean_ratio = sum.ratio / n;
    result.single_share = static_cast<double>(sum.single) / n;
    result.minimal_share = static_cast<double>(sum.minimal) / n;
    result.mean_hops = static_cast<double>(sum.hops) / n;
    return result;
}

}  // namespace wafernet
