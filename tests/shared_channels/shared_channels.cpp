// Networks of shared channels: figure 3, channel loads, deadlock freedom of the routing functions.
#include "wafernet/shared_channels/shared_channels.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <string>

#include "about.hpp"
#include "check_routing.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/shared_channels/collective_steps.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

// Whether the printed diameter is known to be wrong: processors in routers, odd torus with n = 1 or n >= 3, mesh of
// pairs with n >= 2.
bool printed_diameter_wrong(const SharedChannels& s) {
    if (s.processors > 0) return false;
    if (s.torus) return s.k % 2 == 1 && s.n != 2;
    return s.k == 2 && s.n >= 2;
}

// The diameter in channels that holds.
double corrected_diameter_channels(const SharedChannels& s) {
    const double k = s.k;
    const double n = s.n;
    if (s.processors > 0) return printed_properties(s).diameter_channels;
    if (s.torus) {
        // Routers of the same line, half-way round; across axes one router can only be left by one of its two channels.
        return n * std::floor(k / 2) + (s.k % 2 == 1 && s.n >= 2 ? 1 : 0);
    }
    // A mesh of pairs: two routers of different axes can be on opposite corners.
    if (s.k == 2 && s.n >= 2) return n;
    return n * (k - 1) - 1;
}

SharedChannelLoad uniform_load(const char* word, const char* routing) {
    const Network network = make_network(word);
    RoutingChoice choice;
    choice.routing = routing;
    choice.ties = Ties::split;
    const ChosenRouting chosen = choose_routing(network, choice);
    return shared_channel_load(
        network, channel_load(network, *chosen.routing, chosen.rule, *make_traffic("uniform", network), 2));
}

// The escape subfunction of the routing functions: of the deterministic classes (0, 1) that a hop permits the highest.
// That is high within a half of the ring and low between the halves; for `adaptive`, whose class 1 is adaptive, only
// class 0.
EscapeSubfunction highest_class(int deterministic) {
    return [deterministic](const Head&, const Hop& hop, int vc, Node) {
        const VcSet classes = hop.vcs & first_vcs(deterministic);
        return classes != 0 && vc == 63 - std::countl_zero(classes);
    };
}

Verdict judged(const std::string& word, const char* name, EscapeSubfunction escape) {
    const Network network = make_network(word);
    RoutingChoice choice;
    choice.routing = name;
    const ChosenRouting chosen = choose_routing(network, choice);
    return deadlock_verdict(network, *chosen.routing, chosen.rule, {2, std::move(escape)});
}

}  // namespace

TEST_CASE("channels, routers, processors and sharing factors of figure 3 equal the structure for k up to 8") {
    int checked = 0;
    int wrong = 0;
    for (const bool torus : {false, true}) {
        for (std::uint32_t n = 1; n <= 3; ++n) {
            for (std::uint32_t k = 2; k <= 8; ++k) {
                for (std::uint32_t p = 0; p <= 2; ++p) {
                    const SharedChannels s{k, n, p, torus};
                    CAPTURE(torus);
                    CAPTURE(n);
                    CAPTURE(k);
                    CAPTURE(p);
                    const SharedChannelStructure built = build_structure(s);
                    const SharedChannelProperties printed = printed_properties(s);
                    CHECK(built.channels == printed.channels);
                    CHECK(built.routers == printed.routers);
                    CHECK(built.processors.size() == printed.processors);
                    if (torus || k > 2) CHECK(built.sharing_factor() == printed.sharing_factor);
                    if (!torus && k == 2) CHECK(built.sharing_factor() == n + p);  // 10 ways on the 9-cube, sec. 4.2
                    for (Node r = built.channels; r < built.channels + built.routers; ++r)
                        CHECK(built.graph.degree(r) == 2);
                    // A single router in the network meets nobody.
                    if (built.processors.size() < 2) continue;
                    const double diameter = built.diameter_channels();
                    CHECK(corrected_diameter_channels(s) == diameter);
                    CHECK((printed.diameter_channels != diameter) == printed_diameter_wrong(s));
                    ++checked;
                    wrong += printed.diameter_channels != diameter ? 1 : 0;
                }
            }
        }
    }
    CHECK(checked > 100);
    CHECK(wrong > 5);
    CHECK(build_structure({3, 4, 0, true}).diameter_channels() == 5);  // printed: 6
    CHECK(printed_properties({3, 4, 0, true}).diameter_channels == 6);
}

TEST_CASE("an eight-way router of 128 data and 17 control wires has 290 pins") {
    CHECK(router_pins(128, 17) == 290);  // mudawwar, sec. 2.2
}

TEST_CASE("a flit crosses 8.890, 7.012 and 5.509 channels on the mesh, the torus and the 9-cube of 512 processors") {
    const SharedChannelLoad mesh = uniform_load("kmway-mesh:8,3", "dor");
    CHECK(mesh.mean_channels == about(8.8904).epsilon(0.00001));
    // Derived: mean distance of distinct nodes plus one.
    CHECK(mesh.mean_channels == about(3 * 63.0 / 24 * 512 / 511 + 1).epsilon(1e-9));
    CHECK(mesh.largest == about(12.648).epsilon(0.0001));
    CHECK(mesh.least == about(3.630).epsilon(0.0003));
    CHECK(mesh.ejection_bound() == about(0.07907).epsilon(0.0002));
    CHECK(mesh.mean / mesh.largest == about(0.703).epsilon(0.001));
    const SharedChannelLoad torus = uniform_load("kmway-torus:8,3", "dor-ring");
    CHECK(torus.mean_channels == about(3 * 2.0 * 512 / 511 + 1).epsilon(1e-9));
    CHECK(torus.largest == about(torus.mean).epsilon(1e-6));
    CHECK(torus.ejection_bound() == about(0.1426).epsilon(0.001));
    const SharedChannelLoad cube = uniform_load("kmway-mesh:2,9", "dor");
    CHECK(cube.mean_channels == about(9 * 0.5 * 512 / 511 + 1).epsilon(1e-9));
    CHECK(cube.ejection_bound() == about(0.1815).epsilon(0.001));
}

TEST_CASE("the load of every shared channel equals walking all pairs") {
    for (const char* word : {"kmway-mesh:4,2", "kmway-mesh:3,2,2", "kmway-mesh:2,4"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto routing = make_routing("dor", network);
        const Node channels = network.terminals.front();
        std::vector<double> crossed(channels, 0.0);
        for (const Node s : network.terminals) {
            for (const Node d : network.terminals) {
                if (s == d) continue;
                for (const RouteStep& step : route(network.graph, *routing, s, d)) {
                    if (step.node < channels)
                        crossed[step.node] += 1.0 / static_cast<double>(network.terminals.size() - 1);
                }
            }
        }
        const SharedChannelLoad load = uniform_load(word, "dor");
        REQUIRE(load.channel.size() == crossed.size());
        for (Node c = 0; c < channels; ++c) CHECK(load.channel[c] == about(crossed[c]).epsilon(1e-6));
    }
}

TEST_CASE("dimension order is deadlock free on meshes and cubes and has cycles on rings of four and more") {
    for (const char* word : {"kmway-mesh:3,2", "kmway-mesh:4,2", "kmway-mesh:3,3", "kmway-mesh:2,5"})
        CHECK(judged(word, "dor", nullptr).acyclic);
    for (const char* word : {"kmway-torus:4,1", "kmway-torus:6,1", "kmway-torus:8,1"}) {
        const Network network = make_network(word);
        RoutingChoice choice;
        choice.routing = "dor";
        choice.vc_rule = "any";
        choice.ties = Ties::split;
        const ChosenRouting chosen = choose_routing(network, choice);
        CHECK_FALSE(deadlock_verdict(network, *chosen.routing, chosen.rule).acyclic);
        CHECK(judged(word, "dor", nullptr).acyclic);  // with datelines, its default
    }
}

TEST_CASE("the adaptive function is deadlock free by its deterministic class although its whole graph has cycles") {
    for (const char* word : {"kmway-mesh:3,2", "kmway-mesh:4,2", "kmway-mesh:3,3", "kmway-mesh:2,5"}) {
        CAPTURE(word);
        CHECK_FALSE(judged(word, "adaptive", nullptr).acyclic);
        CHECK(judged(word, "adaptive", highest_class(1)).acyclic);
    }
}

TEST_CASE("the ring functions are deadlock free by low between halves and high within, and not by low alone") {
    for (const char* word : {"kmway-torus:3,1", "kmway-torus:4,1", "kmway-torus:5,1", "kmway-torus:8,1",
                             "kmway-torus:4,2", "kmway-torus:5,2", "kmway-torus:6,2"}) {
        CAPTURE(word);
        CHECK(judged(word, "dor-ring", highest_class(2)).acyclic);
    }
    for (const char* word :
         {"kmway-torus:4,1", "kmway-torus:8,1", "kmway-torus:4,2", "kmway-torus:5,2", "kmway-torus:3,3"}) {
        CAPTURE(word);
        CHECK(judged(word, "adaptive-ring", highest_class(2)).acyclic);
    }
    for (const char* word : {"kmway-torus:4,1", "kmway-torus:5,1", "kmway-torus:8,1", "kmway-torus:4,2",
                             "kmway-torus:5,2", "kmway-torus:6,2"}) {
        CAPTURE(word);
        CHECK_FALSE(judged(word, "dor-ring", escape_by_vcs(1)).acyclic);
        CHECK_FALSE(judged(word, "adaptive-ring", escape_by_vcs(1)).acyclic);
    }
}

TEST_CASE("the routing functions name their own escape channels") {
    const auto own = [](const std::string& word, const char* name) {
        const Network network = make_network(word);
        RoutingChoice choice;
        choice.routing = name;
        const ChosenRouting chosen = choose_routing(network, choice);
        return deadlock_verdict(network, *chosen.routing, chosen.rule, {2, escape_by_routing(*chosen.routing)});
    };
    CHECK(own("kmway-mesh:4,2", "adaptive").acyclic);
    CHECK(own("kmway-torus:8,1", "dor-ring").acyclic);
    CHECK(own("kmway-torus:4,2", "adaptive-ring").acyclic);
}

TEST_CASE("the routing functions stay deadlock free with processors inside the routers") {
    for (const char* word : {"kmway-mesh:3,2,0,1", "kmway-mesh:4,2,0,1", "kmway-mesh:2,4,0,1", "kmway-mesh:3,3,0,1"}) {
        CAPTURE(word);
        CHECK(judged(word, "dor", nullptr).acyclic);
        CHECK(judged(word, "adaptive", highest_class(1)).acyclic);
    }
    for (const char* word : {"kmway-torus:5,1,0,1", "kmway-torus:4,2,0,1", "kmway-torus:5,2,0,1"}) {
        CAPTURE(word);
        CHECK(judged(word, "dor-ring", highest_class(2)).acyclic);
        CHECK(judged(word, "adaptive-ring", highest_class(2)).acyclic);
    }
    CHECK_FALSE(judged("kmway-torus:4,2,0,1", "dor-ring", escape_by_vcs(1)).acyclic);
    CHECK_FALSE(judged("kmway-torus:8,1,0,1", "dor-ring", escape_by_vcs(1)).acyclic);
}

TEST_CASE("with processors inside the routers a message crosses as few channels as the structure allows") {
    for (const char* word : {"kmway-mesh:2,3,0,1", "kmway-mesh:4,2,0,1", "kmway-torus:4,2,0,1", "kmway-torus:3,3,0,1",
                             "kmway-torus:5,1,0,1"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const bool torus = network.family->name == "kmway-torus";
        const SharedChannels shape{static_cast<std::uint32_t>(network.parameters["k"]),
                                   static_cast<std::uint32_t>(network.parameters["n"]), 0, torus};
        for (const RoutingSpec& spec : network.family->routings) {
            CAPTURE(spec.name);
            RoutingChoice choice;
            choice.routing = spec.name;
            choice.ties = Ties::split;
            const ChosenRouting chosen = choose_routing(network, choice);
            const RoutingCheck check = check_routing(network, *chosen.routing, chosen.rule);
            CHECK(check.minimal);
            CHECK(check.pairs == network.terminals.size() * (network.terminals.size() - 1));
            CHECK(check.longest_hops == corrected_diameter_channels(shape) + 1);
        }
    }
}

TEST_CASE("the bisection of even networks of shared channels is one layer of routers") {
    // Small enough for every partition to be searched.
    struct Case {
        const char* word;
        std::uint64_t links;
    };
    for (const auto& [word, links] :
         {Case{"kmway-mesh:4,1", 1}, Case{"kmway-mesh:2,3", 4}, Case{"kmway-mesh:4,2", 4}, Case{"kmway-torus:2,2", 4},
          Case{"kmway-torus:4,1,2", 2}, Case{"kmway-torus:4,2", 8}, Case{"kmway-mesh:4,1,0,1", 2},
          Case{"kmway-mesh:2,3,0,1", 8}, Case{"kmway-torus:4,1,0,1", 4}}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const Bisection measured = measure_bisection(network);
        CHECK(measured.exact());
        CHECK(measured.upper == links);
        for (const ClosedForm& form : network.family->closed_forms) {
            if (form.metric == Metric::bisection_links)
                CHECK(form.value(network.parameters) == static_cast<double>(links));
        }
    }
    for (const char* word :
         {"kmway-mesh:3,2", "kmway-torus:5,1", "kmway-torus:3,2,0,1"}) {  // odd extents have no middle
        const Network network = make_network(word);
        for (const ClosedForm& form : network.family->closed_forms) {
            if (form.metric == Metric::bisection_links) CHECK_FALSE(form.value(network.parameters).has_value());
        }
    }
}

TEST_CASE("bad networks of shared channels are refused") {
    for (const char* word : {"kmway-mesh:4,2,0", "kmway-torus:4,2,0", "kmway-mesh:1,2", "kmway-mesh:4,0",
                             "kmway-torus:4,40", "kmway-mesh:4", "kmway-mesh:4,2,1,1", "kmway-mesh:4,2,0,2"}) {
        CHECK_THROWS_AS((void)make_network(word), InputError);
    }
    CHECK_THROWS_AS((void)build_structure({1, 2, 1, false}), InputError);
    CHECK_THROWS_AS((void)build_structure({1000, 3, 1, false}), InputError);
    const Network mesh = make_network("mesh:4x4");
    CHECK_THROWS_AS((void)shared_channel_load(mesh, {}), InputError);
}

TEST_CASE("properties without channels, loads without rates and bounds without a load are refused") {
    CHECK_THROWS_AS(printed_properties({.k = 0}), InputError);
    CHECK_THROWS_AS(printed_properties({.n = 0}), InputError);
    const Network n = make_network("kmway-mesh:4,2");
    CHECK_THROWS_AS(shared_channel_load(n, {}, 1.0), InputError);
    CHECK_THROWS_AS((void)SharedChannelLoad{}.ejection_bound(), InputError);
}

TEST_CASE("a broadcast takes as many steps as the farthest processor is channels away, and every channel once") {
    for (const SharedChannels& shape :
         {SharedChannels{3, 2, 1, true}, SharedChannels{4, 3, 1, false}, SharedChannels{2, 5, 1, false},
          SharedChannels{4, 2, 3, true}, SharedChannels{3, 3, 0, true}, SharedChannels{4, 2, 0, false}}) {
        CAPTURE(shape.k);
        CAPTURE(shape.n);
        const SharedChannelStructure s = build_structure(shape);
        const std::uint64_t nodes = s.processors.size();
        const SharedCollective once = shared_one_to_all(s);
        CHECK(once.least == s.diameter_channels());
        CHECK(once.scheduled.steps == once.least);
        CHECK(once.scheduled.drives <= s.channels);
        if (shape.processors > 0) CHECK(once.scheduled.drives == s.channels);
        const SharedCollective all = shared_all_to_all(s);
        CHECK(all.scheduled.steps >= all.least);
        CHECK(all.scheduled.steps * s.channels >= all.scheduled.drives);
        if (shape.processors > 0) {
            CHECK(all.scheduled.drives == nodes * s.channels);
            CHECK(all.scheduled.steps <= nodes + 2 * s.diameter_channels());
        }
        const SharedCollective one = shared_one_to_one(s);
        CHECK(one.scheduled.steps == s.diameter_channels());
        CHECK(one.scheduled.drives == one.scheduled.steps);
    }
}

TEST_CASE("messages to each processor cross the channels that uniform traffic does") {
    for (const char* word : {"kmway-torus:4,2", "kmway-mesh:3,2,2", "kmway-mesh:2,4", "kmway-torus:3,2,0,1"}) {
        CAPTURE(word);
        const NetworkWord parsed = parse_network_word(word);
        const SharedChannelStructure s = build_structure(shared_channels_of(*parsed.family, parsed.parameters));
        const auto nodes = static_cast<double>(s.processors.size());
        const SharedCollective exchange = shared_exchange(s);
        // Over shortest paths: the mean of uniform traffic, from the routing, for every pair.
        CHECK(static_cast<double>(exchange.scheduled.drives) ==
              about(uniform_load(word, "").mean_channels * nodes * (nodes - 1)));
        CHECK(exchange.scheduled.steps >= exchange.least);
        CHECK(exchange.scheduled.steps * s.channels >= exchange.scheduled.drives);
        const SharedCollective scatter = shared_scatter(s);
        CHECK(scatter.scheduled.steps >= scatter.least);
        if (s.graph.degree(s.processors.front()) == 1) CHECK(scatter.scheduled.steps == scatter.least);
    }
    CHECK_THROWS_AS(shared_scatter(build_structure({11, 3, 1, true})), InputError);
}
