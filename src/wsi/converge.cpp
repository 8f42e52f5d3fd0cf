// CONVERGE on the explicit graph: store and forward, one datum a channel and step, the datum with the longest way left
// first.
#include <algorithm>
#include <bit>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/wsi/mapping.hpp"

namespace wafernet {

namespace {

using Path = std::vector<Channel>;

struct Move {
    Node from = 0;
    Node to = 0;
};

std::uint64_t steps_of(const Graph& graph, const std::vector<Path>& paths) {
    std::vector<std::size_t> at(paths.size(), 0);
    std::vector<std::size_t> winner(graph.channels(), paths.size());
    std::vector<std::size_t> moving;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (!paths[i].empty()) moving.push_back(i);
    }
    std::uint64_t steps = 0;
    while (!moving.empty()) {
        ++steps;
        for (const std::size_t i : moving) {
            std::size_t& best = winner[paths[i][at[i]]];
            const auto left = [&](std::size_t k) { return paths[k].size() - at[k]; };
            if (best == paths.size() || left(i) > left(best)) best = i;
        }
        std::vector<std::size_t> gone;
        for (const std::size_t i : moving) {
            if (winner[paths[i][at[i]]] == i) gone.push_back(i);
        }
        for (const std::size_t i : moving) winner[paths[i][at[i]]] = paths.size();
        for (const std::size_t i : gone) ++at[i];
        std::erase_if(moving, [&](std::size_t i) { return at[i] == paths[i].size(); });
    }
    return steps;
}

std::vector<Path> routed_paths(const Network& network, const Routing& routing, const std::vector<Move>& moves) {
    std::vector<Path> paths;
    for (const Move& m : moves) {
        Path path;
        for (const RouteStep& step : route(network.graph, routing, m.from, m.to)) {
            if (step.hop.channel != no_channel) path.push_back(step.hop.channel);
        }
        paths.push_back(std::move(path));
    }
    return paths;
}

// Cheapest path where a channel costs more the more data use it already; `spread` sets how much.
class LoadAware {
public:
    explicit LoadAware(const Graph& graph)
        : graph_(graph),
          load_(graph.channels(), 0),
          cost_(graph.nodes()),
          by_(graph.nodes()),
          seen_(graph.nodes(), 0) {}

    std::vector<Path> paths(const std::vector<Move>& moves, std::uint32_t spread) {
        std::fill(load_.begin(), load_.end(), 0);
        std::vector<Path> all(moves.size());
        for (int pass = 0; pass < 2; ++pass) {  // once more with the others' load known
            for (std::size_t i = 0; i < moves.size(); ++i) {
                for (const Channel c : all[i]) --load_[c];
                all[i] = path(moves[i], spread);
                for (const Channel c : all[i]) ++load_[c];
            }
        }
        return all;
    }

private:
    Path path(const Move& move, std::uint32_t spread) {
        for (std::vector<Node>& nodes : open_) nodes.clear();
        ++round_;
        const auto offer = [&](Node v, std::uint64_t cost, Channel by) {
            if (seen_[v] == round_ && cost_[v] <= cost) return;
            seen_[v] = round_;
            cost_[v] = cost;
            by_[v] = by;
            if (open_.size() <= cost) open_.resize(cost + 1);
            open_[cost].push_back(v);
        };
        offer(move.from, 0, no_channel);
        const auto found = [&](std::uint64_t cost) { return seen_[move.to] == round_ && cost_[move.to] == cost; };
        for (std::uint64_t cost = 0; cost < open_.size() && !found(cost); ++cost) {
            std::sort(open_[cost].begin(), open_[cost].end());  // every channel costs something: no more come here
            for (std::size_t i = 0; i < open_[cost].size(); ++i) {
                const Node v = open_[cost][i];
                if (cost != cost_[v]) continue;
                for (const Channel c : graph_.out(v)) offer(graph_.target(c), cost + spread + load_[c], c);
            }
        }
        Path path;
        if (seen_[move.to] != round_)
            throw InputError("node " + std::to_string(move.to) + " cannot be reached from node " +
                             std::to_string(move.from) + ", need a connected network");
        for (Node v = move.to; v != move.from; v = graph_.source(by_[v])) path.push_back(by_[v]);
        std::reverse(path.begin(), path.end());
        return path;
    }

    const Graph& graph_;
    std::vector<std::uint32_t> load_;
    std::vector<std::vector<Node>> open_;  // by cost
    std::vector<std::uint64_t> cost_;
    std::vector<Channel> by_;
    std::vector<std::uint32_t> seen_;
    std::uint32_t round_ = 0;
};

class Scheduler {
public:
    explicit Scheduler(const Network& network) : network_(network), load_aware_(network.graph) {
        if (network.family != nullptr && !network.family->routings.empty())
            routing_ = network.family->routings.front().make(network, {});
    }

    // Steps of one way of a stage, the best of a few choices of paths.
    std::uint64_t one_way(const std::vector<Move>& moves, std::uint64_t bound) {
        std::uint64_t best = ~std::uint64_t{0};
        if (routing_ != nullptr) best = steps_of(network_.graph, routed_paths(network_, *routing_, moves));
        for (const std::uint32_t spread : {1U, 4U, 16U}) {
            if (best == bound) break;
            best = std::min(best, steps_of(network_.graph, load_aware_.paths(moves, spread)));
        }
        return best;
    }

    [[nodiscard]] std::uint64_t farthest(const std::vector<Move>& moves) const {
        const Graph& graph = network_.graph;
        std::vector<std::uint32_t> mark(graph.nodes(), 0);
        std::uint32_t round = 0;
        std::uint64_t most = 0;
        std::vector<Node> now;
        std::vector<Node> next;
        for (const Move& m : moves) {
            ++round;
            now = {m.from};
            mark[m.from] = round;
            for (std::uint64_t distance = 0; !now.empty() && mark[m.to] != round; ++distance) {
                next.clear();
                for (const Node v : now) {
                    for (const Channel c : graph.out(v)) {
                        const Node w = graph.target(c);
                        if (mark[w] == round) continue;
                        mark[w] = round;
                        next.push_back(w);
                    }
                }
                now.swap(next);
                most = std::max(most, distance + 1);
            }
        }
        return most;
    }

private:
    const Network& network_;
    std::unique_ptr<Routing> routing_;
    LoadAware load_aware_;
};

}  // namespace

ConvergeSchedule schedule_converge(const Network& network) {
    const Node nodes = network.graph.nodes();
    if (!std::has_single_bit(nodes))
        throw InputError(network.word + " has " + std::to_string(nodes) + " nodes, CONVERGE needs a power of two");
    Scheduler scheduler(network);
    ConvergeSchedule schedule;
    for (Node bit = nodes / 2; bit > 0; bit /= 2) {
        std::vector<Move> all;
        std::vector<Move>
            candidates;  // sec. 5.3.4: the modules first, so that one datum of each is left for the levels above
        for (Node w = 0; w < nodes; ++w) {
            if ((w & bit) != 0) continue;
            all.push_back({w + bit, w});
            if (w % bit == 0) candidates.push_back({w + bit, w});
        }
        const std::uint64_t farthest = scheduler.farthest(all), steps = scheduler.one_way(all, farthest);
        schedule.stage_steps.push_back(steps);
        // The way back is the way there with every channel reversed and time run backwards: it takes as long, but where
        // some links go one way.
        std::vector<Move> back;
        for (const Move& m : all) {
            if (network.graph.directed()) back.push_back({m.to, m.from});
        }
        const std::uint64_t farthest_back = back.empty() ? farthest : scheduler.farthest(back);
        schedule.bitonic_steps += steps + (back.empty() ? steps : scheduler.one_way(back, farthest_back));
        schedule.distance_bound += farthest + farthest_back;
        schedule.maximum_steps += scheduler.one_way(candidates, scheduler.farthest(candidates));
    }
    return schedule;
}

}  // namespace wafernet
