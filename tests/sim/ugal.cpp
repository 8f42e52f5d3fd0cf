// UGAL: minimal where queues are short, Valiant's way where they are not, free of deadlock as that is.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/makespan.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

SimulationResult run(const std::string& word, const std::string& routing, const std::string& traffic, double load,
                     const std::string& flits = "16") {
    const Network network = make_network(word);
    SimulationChoice choice;
    choice.routing = routing;
    choice.traffic = traffic;
    choice.settings = {{"vcs", "6"}, {"buffer", "32"}, {"flits", flits}, {"cycles", "6000"}, {"warmup", "2000"}};
    SimulationCase c = make_simulation_case(network, choice);
    c.options.load = load;
    return simulate(network, *c.routing, c.rule, *c.traffic, c.options);
}

}  // namespace

TEST_CASE("UGAL takes the virtual channels of Valiant's routing and is as free of deadlock") {
    for (const char* word :
         {"mesh:4x4", "torus:4x4", "hypercube:4", "hyperx:4x4", "flatbutterfly:4,3", "slimfly:3", "dragonfly:4,2",
          "dragonfly:3,3,2", "concentrated:2:hyperx:3x3", "concentrated:2:dragonfly:2,1"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const ChosenRouting ugal = choose_routing(network, {"ugal", "", 0});
        const ChosenRouting valiant = choose_routing(network, {"valiant", "", 0});
        CHECK(ugal.rule.vcs == valiant.rule.vcs);
        const Verdict verdict = deadlock_verdict(network, *ugal.routing, ugal.rule);
        CHECK(verdict.acyclic);
        CHECK(verdict.dependencies == deadlock_verdict(network, *valiant.routing, valiant.rule).dependencies);
    }
}

TEST_CASE("UGAL goes straight where nothing waits, and its static lengths are those") {
    for (const auto& [word, traffic] :
         {std::pair("hyperx:4x4", "complement"), std::pair("torus:4x4", "complement"),
          std::pair("dragonfly:4,2", "tornado"), std::pair("concentrated:2:hyperx:2x4", "complement")}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const RoutedLengths straight = measure_routed(network, *make_routing("", network));
        const RoutedLengths ugal = measure_routed(network, *make_routing("ugal", network));
        CHECK(ugal.longest == straight.longest);
        CHECK(ugal.sum == straight.sum);
        const SimulationResult own = run(word, "", traffic, 0.01, "1");
        const SimulationResult light = run(word, "ugal", traffic, 0.01, "1");
        CHECK(light.mean_hops < 1.02 * own.mean_hops);
        CHECK(light.latency.value().minimum == own.latency.value().minimum);
    }
}

TEST_CASE("UGAL under ties split goes both ways round a ring alike where they are equally long") {
    for (const char* word : {"torus:4x4", "concentrated:1:torus:4x4"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        SimulationChoice choice;
        choice.routing = "ugal";
        choice.ties = Ties::split;
        choice.settings = {{"flits", "1"}, {"cycles", "20000"}};
        SimulationCase c = make_simulation_case(network, choice);
        c.options.load = 0.05;
        const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
        double flits[2][2] = {};  // [axis][direction]
        for (Channel k = 0; k < network.graph.channels(); ++k) {
            const LinkLabel& label = network.graph.label(Graph::link(k));
            if (label.level == 1 && network.graph.degree(network.graph.source(k)) > 1 &&
                network.graph.degree(network.graph.target(k)) > 1)
                flits[label.axis][network.graph.direction(k) > 0 ? 1 : 0] += r.utilisation[k];
        }
        for (const auto& axis : flits) CHECK(axis[0] == about(axis[1]).epsilon(0.1));
    }
}

TEST_CASE("UGAL carries what only Valiant's routing can, and uniform traffic at less than its latency") {
    // In a tornado all messages of a group of a dragonfly go to one other, over one link.
    CHECK(run("dragonfly:4,2", "", "tornado", 0.4).accepted < 0.3);
    CHECK(run("dragonfly:4,2", "valiant", "tornado", 0.4).accepted == about(0.4).epsilon(0.03));
    CHECK(run("dragonfly:4,2", "ugal", "tornado", 0.4).accepted == about(0.4).epsilon(0.03));
    const double valiant = run("dragonfly:4,2", "valiant", "uniform", 0.3).latency.value().mean;
    CHECK(run("dragonfly:4,2", "ugal", "uniform", 0.3).latency.value().mean < 0.85 * valiant);
}

TEST_CASE("what knows no queues refuses UGAL") {
    const Network network = make_network("hyperx:3x3");
    const ChosenRouting ugal = choose_routing(network, {"ugal", "", 0});
    const auto uniform = make_traffic("uniform", network);
    CHECK_THROWS_WITH_AS(channel_load(network, *ugal.routing, ugal.rule, *uniform),
                         "routing 'ugal' chooses by the queues that a message meets, which a load of channels cannot "
                         "know, need 'simulate', or the two that it chooses between: the network's own and 'valiant'",
                         InputError);
    CHECK_THROWS_AS(LatencyModel(network, *ugal.routing, ugal.rule, *uniform, {}), InputError);
    CHECK_THROWS_AS(measure_makespan(network, ugal, {}), InputError);
}
