// Jellyfish [singla2012]: a random regular graph. Free ports of switches that are not joined yet are joined at random;
// where none are left to join, a random link is taken out for two new ones. Drawn with SplitMix64 from the seed until
// it is connected; no other tool's Jellyfish of the same seed is this graph.
#include "shared/claims.hpp"
#include "shared/random_graph.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source singla(std::string_view place) { return {"singla2012", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "n", .meaning = "switches", .least = 4},
    {.name = "r", .meaning = "links of a switch", .least = 3, .most = 65535},
    {.name = "seed", .meaning = "which of the random graphs", .least = 0, .fallback = 1, .seed = true}};

void check(const Parameters& p) {
    if (p["r"] < p["n"]) return;
    throw InputError("r = " + std::to_string(p["r"]) + " links to other switches, there are only " +
                     std::to_string(p["n"] - 1) + " others: need r from 3 to " + std::to_string(p["n"] - 1) +
                     ", or n = " + std::to_string(p["r"] + 1) + " or more");
}

std::uint64_t nodes(const Parameters& p) { return p["n"]; }
std::uint64_t links(const Parameters& p) { return checked_mul(p["n"], p["r"], "ports") / 2; }

class Drawing {
public:
    Drawing(std::uint64_t nodes, std::uint64_t degree, SplitMix& random)
        : degree_(degree), random_(random), neighbours_(nodes) {
        for (Node v = 0; v < nodes; ++v) free_.push_back(v);
    }

    Neighbours run() {
        while (ports_left() > 1) {
            if (!join_two()) put_into_a_link();
        }
        return std::move(neighbours_);
    }

private:
    [[nodiscard]] std::uint64_t left(Node v) const { return degree_ - neighbours_[v].size(); }
    [[nodiscard]] std::uint64_t ports_left() const {
        return free_.size() > 1 ? 2 : free_.empty() ? 0 : left(free_.front());
    }
    [[nodiscard]] bool are_joined(Node a, Node b) const { return joined(neighbours_, a, b); }
    void link(Node a, Node b) {
        neighbours_[a].push_back(b);
        neighbours_[b].push_back(a);
    }
    void join(Node a, Node b) {
        link(a, b);
        for (const Node v : {a, b}) {
            if (left(v) == 0) free_.erase(std::ranges::find(free_, v));
        }
    }
    void part(Node a, Node b) {
        for (const auto& [from, other] : {std::pair{a, b}, std::pair{b, a}})
            neighbours_[from].erase(std::ranges::find(neighbours_[from], other));
    }

    // Two that have a free port and are not joined; false where there are none.
    bool join_two() {
        for (int attempt = 0; attempt < 64 && free_.size() > 1; ++attempt) {
            const Node a = free_[random_.below(free_.size())], b = free_[random_.below(free_.size())];
            if (a == b || are_joined(a, b)) continue;
            join(a, b);
            return true;
        }
        std::vector<std::pair<Node, Node>> pairs;
        for (std::size_t i = 0; i < free_.size() && pairs.empty(); ++i) {
            for (std::size_t j = i + 1; j < free_.size(); ++j) {
                if (!are_joined(free_[i], free_[j])) pairs.emplace_back(free_[i], free_[j]);
            }
        }
        if (pairs.empty()) return false;
        const auto [a, b] = pairs[random_.below(pairs.size())];
        join(a, b);
        return true;
    }

    // Two free ports, of one switch or of two that are joined, take the place of a random link x - y.
    void put_into_a_link() {
        const Node a = free_[random_.below(free_.size())];
        Node b = a;
        if (left(a) < 2) {
            while (b == a) b = free_[random_.below(free_.size())];
        }
        while (true) {
            const auto x = static_cast<Node>(random_.below(neighbours_.size()));
            if (neighbours_[x].empty()) continue;
            const Node y = neighbours_[x][random_.below(neighbours_[x].size())];
            if (x == a || y == b || x == b || y == a || are_joined(a, x) || are_joined(b, y)) {
                if (++misses_ > 64 * neighbours_.size()) {  // nowhere to put it: take one of its own links out
                    misses_ = 0;
                    const Node z = neighbours_[a][random_.below(neighbours_[a].size())];
                    part(a, z);
                    if (left(z) == 1) free_.push_back(z);
                    return;
                }
                continue;
            }
            part(x, y);
            link(x, a);
            link(y, b);
            std::erase_if(free_, [&](Node v) { return left(v) == 0; });
            return;
        }
    }

    std::uint64_t degree_;
    SplitMix& random_;
    Neighbours neighbours_;
    std::vector<Node> free_;  // have a free port
    std::uint64_t misses_ = 0;
};

Network build(const Parameters& p) {
    SplitMix random(p["seed"]);
    Neighbours neighbours;
    do neighbours = Drawing(p["n"], p["r"], random).run();
    while (!connected(neighbours));
    return flat_network(p["n"], links_of(neighbours), plain_numbers(p["n"]));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, singla("construction"), "n", false, "switches", parameter<"n">},
    {Metric::links, singla("construction"), "floor(n r/2)", false, "", counted<links>},
    {Metric::degree_max, singla("construction"), "r", false, "", parameter<"r">},
    {Metric::degree_min, singla("construction"), "r", false, "r - 1 where n r is odd: one port stays free",
     [](const Parameters& p) -> Claim { return number(p, "r") - (p["n"] % 2 == 1 && p["r"] % 2 == 1 ? 1 : 0); }}};

}  // namespace

extern constinit const Family jellyfish = {
    .name = "jellyfish",
    .title = "Jellyfish (random regular graph)",
    .source = singla("construction"),
    .parameters = parameters,
    .examples = words<"jellyfish:8,3 jellyfish:16,4,7 jellyfish:15,5 jellyfish:5,4 jellyfish:9,7 jellyfish:64,6 "
                      "jellyfish:64,6,2 jellyfish:200,3">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop};

}  // namespace wafernet::family_list
