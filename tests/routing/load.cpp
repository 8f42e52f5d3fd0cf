// Channel load against single paths weighed one by one, and known channel loads.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "about.hpp"
#include "random_relation.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

// Random demands.
class RandomTraffic final : public Traffic {
public:
    RandomTraffic(Draw& draw, Node nodes) : rows_(nodes) {
        for (Node s = 0; s < nodes; ++s) {
            for (Node d = 0; d < nodes; ++d) rows_[s].push_back({d, static_cast<double>(draw() % 5) / 16.0});
        }
    }
    void row(Node source, std::vector<Demand>& row) const override { row = rows_[source]; }
    [[nodiscard]] double rate(Node source) const override {
        double sum = 0;
        for (const Demand& d : rows_[source]) sum += d.share;
        return sum;
    }
    [[nodiscard]] Node sample(Node, double) const override { return 0; }

private:
    std::vector<std::vector<Demand>> rows_;
};

double largest_load(const std::string& word, const std::string& routing, const std::string& traffic,
                    Ties ties = Ties::positive) {
    const Network network = make_network(word);
    const ChosenRouting chosen = choose_routing(network, {routing, "", 0, ties});
    return channel_load(network, *chosen.routing, chosen.rule, *make_traffic(traffic, network)).largest();
}

}  // namespace

// A link of a tree cuts it in two: with n nodes, k of them on one side, each of these sends to the n - k others the
// share 1 / (n - 1), or 1 / n where nodes send to themselves too.
TEST_CASE("on a tree every channel carries what its two sides send each other") {
    for (const char* word : {"array:2", "array:9", "mesh:7x1", "star:9", "tree:5"}) {
        for (const bool self : {false, true}) {
            CAPTURE(word);
            const Network network = make_network(word);
            const Graph& graph = network.graph;
            const ChosenRouting chosen = choose_routing(network, {});
            TrafficOptions pattern;
            pattern.include_self = self;
            const ChannelLoad load =
                channel_load(network, *chosen.routing, chosen.rule, *make_traffic("uniform", network, pattern));
            for (Channel c = 0; c < graph.channels(); ++c) {
                std::vector<Node> side{graph.source(c)};
                std::vector<bool> seen(graph.nodes(), false);
                seen[side[0]] = true;
                for (std::size_t i = 0; i < side.size(); ++i) {
                    for (const Channel out : graph.out(side[i])) {
                        if (Graph::link(out) == Graph::link(c) || seen[graph.target(out)]) continue;
                        seen[graph.target(out)] = true;
                        side.push_back(graph.target(out));
                    }
                }
                const double n = graph.nodes(), k = static_cast<double>(side.size());
                CHECK(load.channel[c] == about(k * (n - k) / (self ? n : n - 1)).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("channel loads of random relations are the sums over single paths") {
    Draw draw(6);
    for (int trial = 0; trial < 60; ++trial) {
        const Network network = random_network(draw, 3 + draw() % 5, draw() % 6);
        const RandomRelation routing(draw, network.graph);
        const VcRule rule = random_rule(draw, 1 + static_cast<int>(draw() % 3), draw() % 2 == 0);
        const RandomTraffic traffic(draw, network.graph.nodes());
        std::vector<double> expected(network.graph.channels(), 0.0);
        const auto follow = [&](const auto& self, const Head& at, int arriving, Node destination, double flow) -> void {
            std::vector<Hop> hops;
            routing.next(at, destination, hops);
            double shares = 0;
            for (const Hop& hop : hops) shares += static_cast<double>(hop.share);
            for (const Hop& hop : hops) {
                const VcSet set = rule.permitted(hop.label, arriving);
                for (int v = 0; v < rule.vcs; ++v) {
                    if ((set >> static_cast<unsigned>(v) & 1U) == 0) continue;
                    const double part = flow * static_cast<double>(hop.share) / shares / std::popcount(set);
                    expected[hop.channel] += part;
                    self(self, {network.graph.target(hop.channel), hop.channel, hop.state}, v, destination, part);
                }
            }
        };
        std::vector<Demand> row;
        for (Node s = 0; s < network.graph.nodes(); ++s) {
            traffic.row(s, row);
            for (const Demand& d : row) {
                if (d.destination != s && d.share > 0)
                    follow(follow, {s, no_channel, routing.start(s, d.destination)}, -1, d.destination, d.share);
            }
        }
        const ChannelLoad load = channel_load(network, routing, rule, traffic);
        CHECK(load.channel == channel_load(network, routing, rule, traffic, 3).channel);
        for (std::size_t i = 0; i < expected.size(); ++i) REQUIRE(load.channel[i] == about(expected[i]).epsilon(1e-9));
        const double crossed = std::accumulate(expected.begin(), expected.end(), 0.0);
        if (load.offered > 0) CHECK(load.mean_hops == about(crossed / load.offered));
    }
}

TEST_CASE("the ideal throughput of HTN, mesh and torus under uniform traffic is the known bound") {
    // Computed by an independent program from all pairs: 0.1665, 0.0740, 0.083, 0.037 flits per node and cycle.
    CHECK(1.0 / largest_load("htn:4,4,2,1", "dor-destination", "uniform") == about(0.1665).epsilon(0.001));
    CHECK(1.0 / largest_load("htn:4,4,2,1", "dor-nearest", "uniform") == about(0.0740).epsilon(0.001));
    CHECK(1.0 / largest_load("htn:4,4,2,0", "dor-destination", "uniform") == about(0.083).epsilon(0.01));
    CHECK(1.0 / largest_load("htn:4,4,2,0", "dor-nearest", "uniform") == about(0.037).epsilon(0.01));
    // k x k mesh, dimension order: the middle channels of a row carry k^3 / 4 / (k^2 - 1) (closed form).
    CHECK(largest_load("mesh:32x32", "dor", "uniform") == about(32.0 * 32 * 32 / 4 / 1023));
    CHECK(largest_load("mesh:16x16", "dor", "uniform") == about(4096.0 / 4 / 255));
    for (const char* order : {"xy", "yx"}) {  // along x as in a mesh; half of that on either link along y
        CHECK(largest_load("double-y:16x16", order, "uniform") == about(4096.0 / 4 / 255));
        CHECK(largest_load("double-y:16x2", order, "uniform") == about(16.0 * 16 * 2 / 4 / 31 / 2));
    }
    // k-ary torus, k even, all ties one way: (k/2)(k/2+1)/2 hops a source in that direction (closed form).
    CHECK(largest_load("torus:32x32", "dor", "uniform") == about(32.0 * 136 / 1023));
    CHECK(largest_load("torus:32x32", "dor", "uniform", Ties::split) == about(32.0 * 128 / 1023));
    // 8-cube, e-cube: 2^(n-1) of the 2^n - 1 destinations differ in a given dimension.
    CHECK(largest_load("hypercube:8", "", "uniform") == about(128.0 / 255));
}

TEST_CASE("the bottleneck of a mesh under uniform traffic is in its middle") {
    const Network network = make_network("mesh:8x8");
    const ChosenRouting chosen = choose_routing(network, {});
    const ChannelLoad load = channel_load(network, *chosen.routing, chosen.rule, *make_traffic("uniform", network));
    const Channel worst = load.bottleneck();
    const auto from = network.addresses.digits(network.graph.source(worst)),
               to = network.addresses.digits(network.graph.target(worst));
    CHECK(((from[0] == 3 && to[0] == 4) || (from[1] == 3 && to[1] == 4) || (from[0] == 4 && to[0] == 3) ||
           (from[1] == 4 && to[1] == 3)));
    CHECK(channel_place(network.graph, worst).substr(0, 9) == "level 1, ");
}

namespace {

IdealLoad ideal_of(const std::string& word, const std::string& routing, const std::string& traffic) {
    const Network network = make_network(word);
    const ChosenRouting chosen = choose_routing(network, {routing, "", 0, Ties::positive});
    return ideal_load(network, *chosen.routing, chosen.rule, *make_traffic(traffic, network), {0.01, 2000});
}

}  // namespace

TEST_CASE("the best split is bounded from both sides, and the bounds hold the optimum of an exact linear program") {
    struct Case {
        const char* network;
        const char* routing;
        const char* traffic;
        double optimum;
    };
    // Optima of a linear program solved by an independent solver; even split in the same order: 8, 1.875.
    for (const Case& c :
         {Case{"hypercube:8", "dor", "reverse-flip", 8.0}, Case{"hypercube:8", "p-cube", "reverse-flip", 1.875},
          Case{"hypercube:8", "abonf", "reverse-flip", 2.143}, Case{"mesh:8x8", "dor", "transpose", 7.0}}) {
        CAPTURE(c.network);
        CAPTURE(c.routing);
        const IdealLoad ideal = ideal_of(c.network, c.routing, c.traffic);
        CHECK(ideal.lower <= ideal.upper);
        CHECK(ideal.lower <= c.optimum * 1.0005);
        CHECK(ideal.upper >= c.optimum * 0.9995);
        CHECK(ideal.upper - ideal.lower <= 0.02 * ideal.upper);
    }
}

TEST_CASE("the best split of a deterministic routing is its even split") {
    for (const char* word : {"mesh:5x5", "torus:4x4", "htn:2,2,2,0"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, {});
        const auto traffic = make_traffic("uniform", network);
        const double even = channel_load(network, *chosen.routing, chosen.rule, *traffic).largest();
        const IdealLoad ideal = ideal_load(network, *chosen.routing, chosen.rule, *traffic);
        CHECK(ideal.upper == about(even));
        CHECK(ideal.lower == about(even).epsilon(0.006));
    }
}

TEST_CASE("the copies of a routing's symmetry are equal in size, in shape and in load") {
    std::uint64_t found = 0;
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 300) continue;
            for (const RoutingSpec& spec : f->routings) {
                for (const Ties ties : {Ties::positive, Ties::literal, Ties::parity, Ties::split}) {
                    const auto routing = spec.make(n, {ties});
                    const RoutingSymmetry symmetry = routing->symmetry();
                    if (symmetry.copies == 1) continue;
                    CAPTURE(word);
                    CAPTURE(spec.name);
                    CAPTURE(static_cast<int>(ties));
                    ++found;
                    REQUIRE(symmetry.node.size() == n.graph.nodes());
                    REQUIRE(symmetry.channel.size() == n.graph.channels());
                    std::vector<std::uint64_t> nodes(n.graph.nodes(), 0), channels(n.graph.channels(), 0);
                    for (const Node v : symmetry.node) ++nodes[v];
                    for (const Channel c : symmetry.channel) ++channels[c];
                    for (Node v = 0; v < n.graph.nodes() && n.terminals.empty(); ++v)
                        CHECK((nodes[v] == 0 || nodes[v] == symmetry.copies));
                    for (const Node v : n.terminals) CHECK((nodes[v] == 0 || nodes[v] == symmetry.copies));
                    for (const std::uint64_t count : channels) CHECK((count == 0 || count == symmetry.copies));
                    const ChannelLoad load =
                        channel_load(n, *routing, make_vc_rule("any", n, 1), *make_traffic("uniform", n));
                    for (Channel c = 0; c < n.graph.channels(); ++c) {
                        const Channel first = symmetry.channel[c];
                        CHECK(n.graph.source(first) == symmetry.node[n.graph.source(c)]);
                        CHECK(symmetry.node[n.graph.target(first)] == symmetry.node[n.graph.target(c)]);
                        CHECK(load.channel[first] == about(load.channel[c]).epsilon(1e-9));
                    }
                }
            }
        }
    }
    CHECK(found > 40);
}

TEST_CASE("symmetries are as large as the networks have them") {
    const auto copies = [](const char* word, Ties ties) {
        const Network n = make_network(word);
        return n.family->routings[0].make(n, {ties})->symmetry().copies;
    };
    CHECK(copies("torus:8x8", Ties::positive) == 64);
    CHECK(copies("torus:8x8", Ties::parity) == 32);
    CHECK(copies("torus:5x4", Ties::parity) ==
          1);  // a shift by one ring of 5 changes the parity of some addresses only
    CHECK(copies("torus:8x8", Ties::literal) == 4);  // mirrored: the address difference points the other way
    CHECK(copies("torus:5x5", Ties::literal) == 1);
    CHECK(copies("mesh:8x6", Ties::positive) == 4);
    CHECK(copies("mesh:8x5", Ties::positive) == 2);
    CHECK(copies("mesh:5x5", Ties::positive) == 1);
    CHECK(copies("hypercube:6", Ties::positive) == 64);
    CHECK(copies("htn:4,4,2,0", Ties::positive) == 16);
    CHECK(copies("htn:4,4,2,0", Ties::parity) == 8);
    CHECK(copies("htn:4,4,2,0", Ties::literal) == 4);
    CHECK(copies("tesh:2,2,0", Ties::split) == 16);
    CHECK(copies("double-y:4x6", Ties::positive) == 4);
}

TEST_CASE("the search for the best split says how far it is and ends where it is told to") {
    const Network network = make_network("torus:4x4");
    const auto traffic = make_traffic("uniform", network);
    const ChosenRouting chosen = choose_routing(network, {"duato", "", 0, Ties::positive});
    std::uint64_t last = 0;
    const auto ask = [&](bool go_on) {
        return ideal_load(
            network, *chosen.routing, chosen.rule, *traffic,
            {.gap = 1e-4, .most_rounds = 20, .progress = [&, go_on](std::uint64_t done, std::uint64_t of) {
                 CHECK(of == 20);
                 CHECK(done > last);
                 last = done;
                 return go_on;
             }});
    };
    CHECK(ask(true).upper > 0.0);
    CHECK(last == 20);
    last = 0;
    CHECK_THROWS_WITH_AS(ask(false), "interrupted", ComputationError);
}
