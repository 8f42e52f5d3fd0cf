#include "partition.hpp"

#include <algorithm>

namespace wafernet {

namespace {

// Free nodes of one side by gain, in linked lists; the top list is found from the highest gain downwards.
class Buckets {
public:
    Buckets(std::size_t nodes, std::uint32_t most)
        : offset_(most), heads_(2 * std::size_t{most} + 1, none), next_(nodes), before_(nodes) {}

    void add(Node v, std::int32_t gain) {
        const std::size_t b = bucket(gain);
        next_[v] = heads_[b];
        before_[v] = none;
        if (heads_[b] != none) before_[heads_[b]] = v;
        heads_[b] = v;
        top_ = std::max(top_, b);
    }
    void remove(Node v, std::int32_t gain) {
        if (before_[v] != none) next_[before_[v]] = next_[v];
        else heads_[bucket(gain)] = next_[v];
        if (next_[v] != none) before_[next_[v]] = before_[v];
    }
    Node best() {
        while (top_ > 0 && heads_[top_] == none) --top_;
        return heads_[top_];
    }

    static constexpr Node none = 0xFFFFFFFFU;

private:
    [[nodiscard]] std::size_t bucket(std::int32_t gain) const {
        return static_cast<std::size_t>(std::int64_t{gain} + offset_);
    }
    std::uint32_t offset_;
    std::size_t top_ = 0;
    std::vector<Node> heads_, next_, before_;
};

// One pass: every node moves once, what weighs from the heavier side, or from the lighter one where loose terminals can
// make up for it; keeps the best prefix of the moves that leaves halves and returns whether there is a better one.
bool pass(const Adjacency& a, const Halving& halving, std::uint32_t most, std::size_t patience, Sides& sides) {
    const Node n = a.nodes();
    std::vector<std::int32_t> gain(n);
    std::vector<std::uint8_t> moved(n, 0);
    // By side, those that weigh something and those that do not.
    std::vector<Buckets> free(halving.switches ? 4 : 2, Buckets(n, most));
    const auto free_of = [&](Node v) -> Buckets& { return free[sides[v] + (halving.weight[v] == 0 ? 2U : 0U)]; };
    for (Node v = 0; v < n; ++v) {
        std::int32_t g = 0;
        for (const Node w : a.of(v)) g += sides[w] != sides[v] ? 1 : -1;
        gain[v] = g;
        free_of(v).add(v, g);
    }
    Balance balance(halving, sides);
    std::vector<Node> moves;
    std::int64_t gained = 0;
    // Sides that do not hold are as bad as can be.
    std::int64_t best = balance.holds() ? 0 : -std::int64_t{1} << 60;
    std::size_t kept = 0;
    while (moves.size() < n) {
        Node v = Buckets::none;
        std::int64_t worth = 0;
        for (std::uint8_t side = 0; side < 2; ++side) {
            const Node x = free[side].best();
            if (x == Buckets::none) continue;
            const Balance after = balance.after(halving, x, side);
            if (balance.weight[side] < balance.weight[1 - side] && !after.holds()) continue;
            const std::int64_t saved = gain[x] + balance.excess() - after.excess();
            if (v != Buckets::none && saved <= worth) continue;
            v = x;
            worth = saved;
        }
        for (std::size_t side = 2; side < free.size(); ++side) {
            const Node x = free[side].best();
            if (x == Buckets::none || (v != Buckets::none && gain[x] < worth)) continue;
            v = x;
            worth = gain[x];
        }
        if (v == Buckets::none) break;
        free_of(v).remove(v, gain[v]);
        balance = balance.after(halving, v, sides[v]);
        moved[v] = 1;
        gained += worth;
        moves.push_back(v);
        const auto to = static_cast<std::uint8_t>(1 - sides[v]);
        sides[v] = to;
        for (const Node w : a.of(v)) {
            if (moved[w] != 0) continue;
            free_of(w).remove(w, gain[w]);
            gain[w] += sides[w] == to ? -2 : 2;
            free_of(w).add(w, gain[w]);
        }
        if (gained > best && balance.holds()) {
            best = gained;
            kept = moves.size();
        }
        // Moves that have gained nothing for so long hardly ever do.
        if (moves.size() - kept > patience) break;
    }
    for (std::size_t i = kept; i < moves.size(); ++i) sides[moves[i]] = static_cast<std::uint8_t>(1 - sides[moves[i]]);
    return kept > 0;
}

}  // namespace

std::uint64_t cut_of(const Adjacency& a, const Sides& sides) {
    std::uint64_t cut = 0;
    for (Node v = 0; v < a.nodes(); ++v) {
        if (sides[v] != 0) continue;
        for (const Node w : a.of(v)) cut += sides[w];
    }
    return cut;
}

Sides refine(const Adjacency& a, const Halving& halving, Sides sides, std::size_t patience) {
    if (patience == 0) patience = 400 + a.nodes() / 4;
    std::uint32_t most = 1;
    for (Node v = 0; v < a.nodes(); ++v) most = std::max(most, a.degree(v));
    for (int i = 0; i < 30 && pass(a, halving, most, patience, sides); ++i) {
    }
    return sides;
}

Sides halves(const Halving& halving, const std::vector<Node>& order) {
    Sides sides(order.size(), 1);
    const std::uint64_t half = halving.total / 2;
    std::uint64_t weight = 0;
    for (const Node v : order) {
        const std::uint64_t with = weight + halving.weight[v];
        if (weight >= half || (with > half && with - half >= half - weight)) break;
        sides[v] = 0;
        weight = with;
    }
    return sides;
}

std::vector<Node> breadth_first_order(const Adjacency& a, Node start) {
    std::vector<Node> order;
    std::vector<std::uint8_t> seen(a.nodes(), 0);
    for (Node k = 0; k < a.nodes(); ++k) {
        const Node root = static_cast<Node>((std::uint64_t{start} + k) % a.nodes());
        if (seen[root] != 0) continue;
        seen[root] = 1;
        order.push_back(root);
        for (std::size_t i = order.size() - 1; i < order.size(); ++i) {
            for (const Node w : a.of(order[i])) {
                if (seen[w] != 0) continue;
                seen[w] = 1;
                order.push_back(w);
            }
        }
    }
    return order;
}

std::vector<Node> depth_first_order(const Adjacency& a, Node start) {
    std::vector<Node> order, open;
    std::vector<std::uint8_t> seen(a.nodes(), 0);
    for (Node k = 0; k < a.nodes(); ++k) {
        open.push_back(static_cast<Node>((std::uint64_t{start} + k) % a.nodes()));
        while (!open.empty()) {
            const Node v = open.back();
            open.pop_back();
            if (seen[v] != 0) continue;
            seen[v] = 1;
            order.push_back(v);
            for (const Node w : a.of(v)) {
                if (seen[w] == 0) open.push_back(w);
            }
        }
    }
    return order;
}

}  // namespace wafernet
