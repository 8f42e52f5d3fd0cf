// Small random networks with random routing relations and VC rules, to hold computed graphs against brute force.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet::test {

/// std::mt19937 with results of 32 bits in type too.
class Draw {
public:
    explicit Draw(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

private:
    std::mt19937 engine_;
};

/// A connected random graph; the axis of a link's label is random.
inline Network random_network(Draw& draw, Node nodes, Link extra) {
    std::vector<LinkSpec> links;
    const auto axis = [&] { return LinkLabel{1, static_cast<std::uint8_t>(draw() % 3), false, 1}; };
    for (Node v = 1; v < nodes; ++v) links.push_back({static_cast<Node>(draw() % v), v, axis()});
    for (Link l = 0; l < extra; ++l) {
        const Node a = draw() % nodes, b = draw() % nodes;
        if (a != b) links.push_back({a, b, axis()});
    }
    Network network;
    network.word = "random";
    network.graph = Graph(nodes, std::move(links));
    network.addresses = AddressScheme(AddressScheme::Radices{{nodes}});
    network.level_sizes = {nodes};
    return network;
}

/// For every destination a random potential; permitted are some of the channels that lower it, at least one. A random
/// header bit changes which.
class RandomRelation final : public Routing {
public:
    RandomRelation(Draw& draw, const Graph& graph) : graph_(graph) {
        const Node n = graph.nodes();
        permitted_.resize(std::size_t{n} * graph.channels() * 2);
        for (Node d = 0; d < n; ++d) {
            std::vector<std::uint32_t> weight(graph.channels());
            for (auto& w : weight) w = 1 + draw() % 9;
            std::vector<std::uint64_t> potential(n, 1U << 20U);
            potential[d] = 0;
            for (Node round = 0; round < n; ++round) {
                for (Channel c = 0; c < graph.channels(); ++c) {
                    potential[graph.source(c)] =
                        std::min(potential[graph.source(c)], potential[graph.target(c)] + weight[c]);
                }
            }
            for (std::uint32_t bit = 0; bit < 2; ++bit) {
                for (Node v = 0; v < n; ++v) {
                    std::vector<Channel> lower;
                    for (const Channel c : graph.out(v)) {
                        if (potential[graph.target(c)] < potential[v]) lower.push_back(c);
                    }
                    if (lower.empty()) continue;
                    const Channel sure = lower[draw() % lower.size()];
                    for (const Channel c : lower) permitted_[index(d, c, bit)] = c == sure || draw() % 2 == 0;
                }
            }
        }
        for (Channel c = 0; c < graph.channels(); ++c) flips_.push_back(draw() % 2 == 0);
    }
    [[nodiscard]] std::uint32_t start(Node source, Node) const override { return source % 2; }
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        for (const Channel c : graph_.out(at.node)) {
            if (!permitted_[index(destination, c, at.state)]) continue;
            Hop hop;
            hop.channel = c;
            hop.state = flips_[c] ? 1 - at.state : at.state;
            hop.label.axis = graph_.label(Graph::link(c)).axis;
            hop.share = 1.0F + static_cast<float>(c % 3);
            hops.push_back(hop);
        }
    }
    [[nodiscard]] bool adaptive() const override { return true; }

private:
    [[nodiscard]] std::size_t index(Node d, Channel c, std::uint32_t bit) const {
        return (std::size_t{d} * graph_.channels() + c) * 2 + bit;
    }
    const Graph& graph_;
    std::vector<bool> permitted_;
    std::vector<bool> flips_;
};

/// VCs by the hop's axis and, where `looks`, by the arriving VC.
inline VcRule random_rule(Draw& draw, int vcs, bool looks) {
    std::vector<VcSet> sets;
    for (int i = 0; i < 3 * (vcs + 1); ++i) {
        VcSet set = draw() & first_vcs(vcs);
        if (set == 0) set = VcSet{1} << draw() % static_cast<unsigned>(vcs);
        sets.push_back(set);
    }
    VcRule rule;
    rule.name = "random";
    rule.vcs = vcs;
    rule.sees_arriving = looks;
    rule.permitted = [sets, looks](const HopLabel& hop, int arriving) {
        return sets[static_cast<std::size_t>(looks ? 3 * (arriving + 1) : 0) + hop.axis];
    };
    return rule;
}

}  // namespace wafernet::test
