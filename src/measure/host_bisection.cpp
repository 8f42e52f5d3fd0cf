#include "host_bisection.hpp"

#include <algorithm>
#include <map>
#include <span>

namespace wafernet {

namespace {

enum class Side : std::uint8_t { left, right, open };

// The least cut between the nodes put on the left and on the right, by paths of one link each, all shortest ones at a
// time (Dinic 1970; Even and Tarjan 1975).
class LeastCut {
public:
    explicit LeastCut(const Graph& graph)
        : graph_(graph), flow_(graph.links()), level_(graph.nodes()), next_(graph.nodes()) {}

    // Returns the number of links, or `limit` where it is no less.
    std::uint64_t run(const std::vector<Side>& sides, std::uint64_t limit) {
        std::fill(flow_.begin(), flow_.end(), std::int8_t{0});
        std::uint64_t cut = 0;
        while (cut < limit && find_levels(sides)) {
            std::fill(next_.begin(), next_.end(), 0U);
            for (Node v = 0; v < graph_.nodes() && cut < limit; ++v) {
                while (sides[v] == Side::left && cut < limit && augment(v, sides)) ++cut;
            }
        }
        return cut;
    }
    // After run: whether the node is on the left of the least cut that is nearest to it.
    [[nodiscard]] bool on_left(Node v) const { return level_[v] != unseen; }

private:
    static constexpr std::uint32_t unseen = 0xFFFFFFFFU;

    [[nodiscard]] bool full(Channel c) const { return flow_[Graph::link(c)] == ((c & 1U) == 0 ? 1 : -1); }

    // Hops from the left; returns whether the right is reached.
    bool find_levels(const std::vector<Side>& sides) {
        std::fill(level_.begin(), level_.end(), unseen);
        queue_.clear();
        for (Node v = 0; v < graph_.nodes(); ++v) {
            if (sides[v] != Side::left) continue;
            level_[v] = 0;
            queue_.push_back(v);
        }
        bool reached = false;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            for (const Channel c : graph_.out(queue_[i])) {
                const Node w = graph_.target(c);
                if (level_[w] != unseen || full(c)) continue;
                level_[w] = level_[queue_[i]] + 1;
                if (sides[w] == Side::right) reached = true;
                else queue_.push_back(w);
            }
        }
        return reached;
    }

    // One more path from v to the right along rising levels.
    bool augment(Node v, const std::vector<Side>& sides) {
        path_.clear();
        while (sides[v] != Side::right) {
            const std::span<const Channel> out = graph_.out(v);
            for (; next_[v] < out.size(); ++next_[v]) {
                const Channel c = out[next_[v]];
                if (!full(c) && level_[graph_.target(c)] == level_[v] + 1) break;
            }
            if (next_[v] < out.size()) {
                path_.push_back(out[next_[v]]);
                v = graph_.target(path_.back());
            } else {
                if (path_.empty()) return false;
                v = graph_.source(path_.back());
                path_.pop_back();
                ++next_[v];
            }
        }
        for (const Channel c : path_)
            flow_[Graph::link(c)] = static_cast<std::int8_t>(flow_[Graph::link(c)] + ((c & 1U) == 0 ? 1 : -1));
        return true;
    }

    const Graph& graph_;
    std::vector<std::int8_t> flow_;  // one a link, +1 along channel 2l
    std::vector<std::uint32_t> level_, next_;
    std::vector<Node> queue_;
    std::vector<Channel> path_;
};

// Terminals that may change places: all whose only link leads to the same node. Others stand alone.
std::vector<std::vector<Node>> classes_of(const Network& network) {
    std::map<std::pair<bool, Node>, std::vector<Node>> classes;
    for (const Node v : network.terminals) {
        const bool leaf = network.graph.degree(v) == 1;
        classes[{!leaf, leaf ? network.graph.target(network.graph.out(v)[0]) : v}].push_back(v);
    }
    std::vector<std::vector<Node>> out;
    for (auto& [at, nodes] : classes) out.push_back(std::move(nodes));
    return out;
}

// Every split of the terminals, but for those that only exchange terminals of a class or the two sides; a split begun
// is left where its least cut is no better already.
class AllSplits {
public:
    AllSplits(const Network& network, std::uint64_t upper)
        : classes_(classes_of(network)), cut_(network.graph), best_(upper), sides_(network.graph.nodes(), Side::open) {
        room_[0] = room_[1] = (network.terminals.size() + 1) / 2;
        std::stable_sort(classes_.begin(), classes_.end(),
                         [](const auto& x, const auto& y) { return x.size() > y.size(); });
        budget_ = most_steps / (std::uint64_t{network.graph.channels()} + network.graph.nodes());
    }

    // Returns the least cut, or nothing where it would take too long.
    std::optional<Found> run() {
        if (classes_.size() > most_classes) return std::nullopt;
        assign(0);
        return budget_ == 0 ? std::nullopt : std::optional(Found{best_, best_sides_});
    }

private:
    static constexpr std::uint64_t most_steps = 100'000'000;
    static constexpr std::size_t most_classes = 40;  // of more it hardly ever tries all

    void assign(std::size_t k) {
        if (budget_ == 0) return;
        // As if every path were a search of its own.
        const std::uint64_t cut = cut_.run(sides_, best_);
        budget_ -= std::min(budget_, cut + 1);
        if (cut >= best_ || budget_ == 0) return;
        if (k == classes_.size()) {
            best_ = cut;
            best_sides_.resize(sides_.size());
            for (Node v = 0; v < sides_.size(); ++v)
                best_sides_[v] = sides_[v] != Side::right && cut_.on_left(v) ? 0 : 1;
            return;
        }
        const std::vector<Node>& nodes = classes_[k];
        for (std::size_t left = k == 0 ? (nodes.size() + 1) / 2 : 0; left <= nodes.size(); ++left) {
            const std::size_t right = nodes.size() - left;
            if (left > room_[0] || right > room_[1]) continue;
            room_[0] -= left;
            room_[1] -= right;
            for (std::size_t i = 0; i < nodes.size(); ++i) sides_[nodes[i]] = i < left ? Side::left : Side::right;
            assign(k + 1);
            for (const Node v : nodes) sides_[v] = Side::open;
            room_[0] += left;
            room_[1] += right;
        }
    }

    std::vector<std::vector<Node>> classes_;
    LeastCut cut_;
    std::uint64_t best_;
    std::vector<Side> sides_;
    Sides best_sides_;
    std::size_t room_[2] = {0, 0};
    std::uint64_t budget_ = 0;
};

}  // namespace

Sides with_switches_at_best(const Network& network, const Sides& sides) {
    std::vector<Side> fixed(network.graph.nodes(), Side::open);
    for (const Node t : network.terminals) fixed[t] = sides[t] == 0 ? Side::left : Side::right;
    LeastCut cut(network.graph);
    cut.run(fixed, network.graph.links() + std::uint64_t{1});
    Sides best(network.graph.nodes());
    for (Node v = 0; v < best.size(); ++v) best[v] = fixed[v] != Side::right && cut.on_left(v) ? 0 : 1;
    return best;
}

std::optional<Found> least_of_all_splits(const Network& network, std::uint64_t upper) {
    return AllSplits(network, upper).run();
}

}  // namespace wafernet
