#include <algorithm>
#include <map>

#include "halves.hpp"
#include "unit_flow.hpp"

namespace wafernet {

namespace {

enum class Side : std::uint8_t { left, right, open };

// The least cut between the nodes put on the left and on the right.
class LeastCut {
public:
    explicit LeastCut(const Graph& graph) : flow_(graph) {}
    // Returns the number of links, or `limit` where it is no less.
    std::uint64_t run(const std::vector<Side>& sides, std::uint64_t limit) {
        left_.clear();
        for (Node v = 0; v < sides.size(); ++v) {
            if (sides[v] == Side::left) left_.push_back(v);
        }
        return flow_.run(
            left_, [&](Node v) { return sides[v] == Side::right; }, limit);
    }
    // After run: whether the node is on the left of the least cut that is nearest to it.
    [[nodiscard]] bool on_left(Node v) const { return flow_.on_left(v); }

private:
    UnitFlow flow_;
    std::vector<Node> left_;
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
        std::ranges::stable_sort(classes_, [](const auto& x, const auto& y) { return x.size() > y.size(); });
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
