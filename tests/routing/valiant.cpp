// Valiant's routing: its loads follow from those of uniform traffic, whatever the pattern.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "about.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

ChannelLoad load(const std::string& word, const std::string& routing, const std::string& traffic) {
    const Network network = make_network(word);
    const ChosenRouting chosen = choose_routing(network, {routing, "", 0});
    TrafficOptions pattern;
    pattern.include_self = true;
    return channel_load(network, *chosen.routing, chosen.rule, *make_traffic(traffic, network, pattern));
}

// The routing with its last virtual channel laid on that before it.
class LastOnThatBefore final : public Routing {
public:
    LastOnThatBefore(const Routing& inner, int last) : inner_(inner), last_(VcSet{1} << last) {}
    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return inner_.start(source, destination);
    }
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        inner_.next(at, destination, hops);
        for (Hop& hop : hops) {
            if ((hop.vcs & last_) != 0) hop.vcs = last_ >> 1U;
        }
    }

private:
    const Routing& inner_;
    VcSet last_;
};

}  // namespace

TEST_CASE("Valiant's routing loads every channel as twice the uniform traffic at most, whatever the permutation") {
    struct Case {
        const char *word, *traffic;
        double of_it;  // largest load over twice the largest uniform one
    };
    // Less where the way to the node drawn passes the destination. One hop does not: the complete network has all of
    // it.
    for (const Case& c : {Case{"complete:8", "shuffle", 1.0}, Case{"complete:16", "transpose", 1.0},
                          Case{"mesh:4x4", "complement", 0.85}, Case{"torus:4x4", "shuffle", 0.85},
                          Case{"torus:8x8", "transpose", 0.85}, Case{"hypercube:4", "bit-reversal", 0.85},
                          Case{"hyperx:4x4", "transpose", 0.85}, Case{"hyperx:2x4,2", "complement", 0.85},
                          Case{"flatbutterfly:4,3", "shuffle", 0.85}, Case{"slimfly:4", "complement", 0.85}}) {
        CAPTURE(c.word);
        CAPTURE(c.traffic);
        const ChannelLoad uniform = load(c.word, "", "uniform");
        for (const std::string& word : {std::string(c.word), "concentrated:1:" + std::string(c.word)}) {
            const ChannelLoad valiant = load(word, "valiant", c.traffic);
            double largest = 0.0;
            for (std::size_t i = 0; i < uniform.channel.size(); ++i) {
                CHECK(valiant.channel[i] <= 2 * uniform.channel[i] * (1 + 1e-9));
                largest = std::max(largest, valiant.channel[i]);
            }
            CHECK(largest >= c.of_it * 2 * uniform.largest() * (1 - 1e-9));
        }
    }
}

TEST_CASE("a message that meets its destination on the way to the node drawn stays there") {
    for (const char* word : {"mesh:3x4", "torus:5x3", "hypercube:4", "hyperx:3x4,2", "slimfly:3", "ring:7", "star:5"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto own = make_routing("", network);
        const Node n = network.graph.nodes();
        std::vector<double> expected(network.graph.channels(), 0.0);
        for (Node s = 0; s < n; ++s) {
            for (Node d = 0; d < n; ++d) {
                for (Node drawn = 0; drawn < n && d != s; ++drawn) {
                    bool arrived = false;
                    for (const auto& [from, to] : {std::pair(s, drawn), std::pair(drawn, d)}) {
                        for (const RouteStep& step : route(network.graph, *own, from, to)) {
                            if (step.hop.channel == no_channel || arrived) continue;
                            expected[step.hop.channel] += 1.0 / n / (n - 1);
                            arrived = step.node == d;
                        }
                    }
                }
            }
        }
        const ChosenRouting valiant = choose_routing(network, {"valiant", "", 0});
        const ChannelLoad loads =
            channel_load(network, *valiant.routing, valiant.rule, *make_traffic("uniform", network));
        for (Channel c = 0; c < network.graph.channels(); ++c) CHECK(loads.channel[c] == about(expected[c]));
    }
}

TEST_CASE("Valiant's routing of a dragonfly loads all global links alike when groups send to groups") {
    for (const char* word : {"dragonfly:4,2", "dragonfly:4,2,1", "dragonfly:4,2,3", "dragonfly:3,3,2"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto a = static_cast<double>(network.parameters["a"]), groups = network.graph.nodes() / a;
        for (const int shift : {1, 3}) {
            // Every router to the same one of another group.
            const auto shifted = [&](Node v) {
                return static_cast<Node>((v + shift * network.parameters["a"]) % network.graph.nodes());
            };
            const ChosenRouting chosen = choose_routing(network, {"valiant", "", 0});
            std::vector<double> channel(network.graph.channels(), 0.0);
            for (Node v = 0; v < network.graph.nodes(); ++v) {
                double all = 0.0;
                each_route(network.graph, *chosen.routing, v, shifted(v), [&](auto path, double probability) {
                    all += probability;
                    CHECK(path.back().node == shifted(v));
                    CHECK(path.size() <= 6);  // five hops
                    for (const RouteStep& step : path) {
                        if (step.hop.channel != no_channel) channel[step.hop.channel] += probability;
                    }
                });
                CHECK(all == about(1.0));
            }
            for (Channel c = 0; c < network.graph.channels(); ++c) {
                if (network.graph.label(Graph::link(c)).level == 2) CHECK(channel[c] == about(2 * a / groups));
            }
        }
    }
}

TEST_CASE("Valiant's routing is free of deadlock on the virtual channels that it asks for, and on one fewer is not") {
    const auto acyclic = [](const Network& network, const Routing& routing, const VcRule& rule) {
        return deadlock_verdict(network, routing, rule).acyclic;
    };
    struct Case {
        const char* word;
        int vcs;
    };
    for (const Case& c :
         {Case{"dragonfly:4,2", 3}, Case{"dragonfly:3,3,2", 3}, Case{"concentrated:2:dragonfly:2,1", 3},
          Case{"mesh:4x4", 2}, Case{"hypercube:4", 2}, Case{"hyperx:4x4", 2}, Case{"flatbutterfly:4,3", 2},
          Case{"torus:4x4", 4}, Case{"slimfly:3", 4}, Case{"slimfly:4", 4}, Case{"concentrated:1:torus:5x5", 4}}) {
        CAPTURE(c.word);
        const Network network = make_network(c.word);
        const ChosenRouting chosen = choose_routing(network, {"valiant", "", 0});
        CHECK(chosen.rule.vcs == c.vcs);
        CHECK(acyclic(network, *chosen.routing, chosen.rule));
        const ChosenRouting more = choose_routing(network, {"valiant", "", 2 * c.vcs});
        CHECK(acyclic(network, *more.routing, more.rule));
        if (chosen.rule.name == "any")
            CHECK_FALSE(acyclic(network, LastOnThatBefore(*chosen.routing, c.vcs - 1), chosen.rule));
    }
}
