#include "host_bisection.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "adjacency.hpp"
#include "partition.hpp"

namespace wafernet {

namespace {

enum class Side : std::uint8_t { left, right, open };

// The least cut between the nodes put on the left and on the right, by augmenting paths of one link each (Ford and
// Fulkerson 1956).
class LeastCut {
public:
    explicit LeastCut(const Graph& graph) : graph_(graph), flow_(graph.links()), came_by_(graph.nodes()) {}

    // Returns the number of links, or `limit` where it is no less.
    std::uint64_t run(const std::vector<Side>& sides, std::uint64_t limit) {
        std::fill(flow_.begin(), flow_.end(), std::int8_t{0});
        std::uint64_t cut = 0;
        while (cut < limit && augment(sides)) ++cut;
        return cut;
    }
    // After run: whether the node is on the left of the least cut that is nearest to it.
    [[nodiscard]] bool on_left(Node v) const { return came_by_[v] != unseen; }

private:
    static constexpr Channel unseen = 0xFFFFFFFEU;

    bool augment(const std::vector<Side>& sides) {
        std::fill(came_by_.begin(), came_by_.end(), unseen);
        queue_.clear();
        for (Node v = 0; v < graph_.nodes(); ++v) {
            if (sides[v] != Side::left) continue;
            came_by_[v] = no_channel;
            queue_.push_back(v);
        }
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            for (const Channel c : graph_.out(queue_[i])) {
                const Node w = graph_.target(c);
                const int along = (c & 1U) == 0 ? 1 : -1;
                if (came_by_[w] != unseen || flow_[Graph::link(c)] == along) continue;
                came_by_[w] = c;
                if (sides[w] != Side::right) {
                    queue_.push_back(w);
                    continue;
                }
                for (Channel by = c; by != no_channel; by = came_by_[graph_.source(by)]) {
                    flow_[Graph::link(by)] =
                        static_cast<std::int8_t>(flow_[Graph::link(by)] + ((by & 1U) == 0 ? 1 : -1));
                }
                return true;
            }
        }
        return false;
    }

    const Graph& graph_;
    std::vector<std::int8_t> flow_;  // one a link, +1 along channel 2l
    std::vector<Channel> came_by_;
    std::vector<Node> queue_;
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
    std::optional<std::uint64_t> run() {
        assign(0);
        return budget_ == 0 ? std::nullopt : std::optional(best_);
    }

private:
    static constexpr std::uint64_t most_steps = 300'000'000;

    void assign(std::size_t k) {
        if (budget_ == 0) return;
        // Every augmenting path is a search of its own.
        const std::uint64_t cut = cut_.run(sides_, best_);
        budget_ -= std::min(budget_, cut + 1);
        if (cut >= best_ || budget_ == 0) return;
        if (k == classes_.size()) {
            best_ = cut;
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
    std::size_t room_[2] = {0, 0};
    std::uint64_t budget_ = 0;
};

// Moves single nodes as long as a pass gains something (Fiduccia and Mattheyses 1982): terminals keep their balance,
// switches need none.
Sides improve(const Network& network, const Adjacency& a, Sides sides) {
    const Node n = a.nodes();
    std::vector<std::uint8_t> terminal(n, 0);
    for (const Node v : network.terminals) terminal[v] = 1;
    while (true) {
        Sides now = sides;
        std::vector<std::int64_t> gain(n, 0);
        std::int64_t hosts[2] = {0, 0};
        for (Node v = 0; v < n; ++v) {
            for (const Node w : a.of(v)) gain[v] += now[w] != now[v] ? 1 : -1;
            hosts[now[v]] += terminal[v];
        }
        std::vector<std::uint8_t> moved(n, 0);
        std::int64_t gained = 0, best = 0;
        const std::int64_t least = static_cast<std::int64_t>(network.terminals.size() % 2);
        while (true) {
            Node chosen = n;
            for (Node v = 0; v < n; ++v) {
                if (moved[v] != 0 || (terminal[v] != 0 && hosts[now[v]] < hosts[1 - now[v]])) continue;
                if (chosen == n || gain[v] > gain[chosen]) chosen = v;
            }
            if (chosen == n) break;
            moved[chosen] = 1;
            gained += gain[chosen];
            hosts[now[chosen]] -= terminal[chosen];
            now[chosen] = static_cast<std::uint8_t>(1 - now[chosen]);
            hosts[now[chosen]] += terminal[chosen];
            for (const Node w : a.of(chosen)) gain[w] += now[w] == now[chosen] ? -2 : 2;
            if (gained <= best || std::abs(hosts[0] - hosts[1]) > least) continue;
            best = gained;
            sides = now;
        }
        if (best == 0) return sides;
    }
}

class Bisector {
public:
    explicit Bisector(const Network& network) : network_(network), a_(network.graph), cut_(network.graph) {}

    // The halves of the terminals in this order, switches where they cut least, improved.
    std::uint64_t from_order(const std::vector<Node>& order, bool improved) {
        constexpr Node improvable = 2000;
        const std::size_t half = order.size() / 2;
        std::vector<Side> fixed(network_.graph.nodes(), Side::open);
        for (std::size_t i = 0; i < order.size(); ++i) fixed[order[i]] = i < half ? Side::left : Side::right;
        std::uint64_t cut = cut_.run(fixed, network_.graph.links() + std::uint64_t{1});
        if (!improved || network_.graph.nodes() > improvable) return cut;
        Sides sides(network_.graph.nodes());
        for (Node v = 0; v < sides.size(); ++v) sides[v] = cut_.on_left(v) ? 0 : 1;
        sides = improve(network_, a_, std::move(sides));
        for (const Node v : network_.terminals) fixed[v] = sides[v] == 0 ? Side::left : Side::right;
        return std::min(cut, cut_.run(fixed, cut));
    }
    // The terminals in the order in which a search meets them.
    [[nodiscard]] std::vector<Node> terminals_in(const std::vector<Node>& order) const {
        std::vector<std::uint8_t> terminal(network_.graph.nodes(), 0);
        for (const Node v : network_.terminals) terminal[v] = 1;
        std::vector<Node> out;
        std::copy_if(order.begin(), order.end(), std::back_inserter(out), [&](Node v) { return terminal[v] != 0; });
        return out;
    }
    [[nodiscard]] const Adjacency& adjacency() const { return a_; }

private:
    const Network& network_;
    Adjacency a_;
    LeastCut cut_;
};

}  // namespace

Bisection bisect_hosts(const Network& network, const BisectionOptions& options) {
    Bisector bisector(network);
    Bisection b;
    b.canonical = b.upper = bisector.from_order(network.terminals, false);
    b.lower = std::min(options.at_least, b.upper);
    const auto try_order = [&](const std::vector<Node>& order) {
        if (!b.exact())
            b.upper = std::min(b.upper, bisector.from_order(bisector.terminals_in(order), !options.few_cuts));
    };
    try_order(network.terminals);
    try_order(breadth_first_order(bisector.adjacency(), network.terminals.front()));
    try_order(depth_first_order(bisector.adjacency(), network.terminals.front()));
    std::mt19937_64 random(options.seed);
    for (unsigned i = 0; i < options.seeds && !options.few_cuts; ++i) {
        try_order(breadth_first_order(bisector.adjacency(), static_cast<Node>(random() % network.graph.nodes())));
    }
    if (!b.exact() && !options.few_cuts) {
        if (const auto least = AllSplits(network, b.upper).run()) b.lower = b.upper = *least;
    }
    return b;
}

}  // namespace wafernet
