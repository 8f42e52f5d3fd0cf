#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "helpers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

TEST_CASE("what cannot be simulated is refused") {
    const Case c("mesh:3x3");
    const auto refused = [&](auto change) {
        SimulationOptions o = simulation_preset("ideal");
        o.cycles = 10;
        change(o);
        CHECK_THROWS_AS((void)c.run(o), InputError);
    };
    refused([](SimulationOptions& o) { o.load = -0.1; });
    refused([](SimulationOptions& o) { o.load = 1.01; });
    refused([](SimulationOptions& o) { o.load = std::nan(""); });
    refused([](SimulationOptions& o) { o.router.lengths = {{0, 1.0}}; });
    refused([](SimulationOptions& o) { o.router.lengths = {}; });
    refused([](SimulationOptions& o) { o.router.lengths = {{4, -1.0}}; });
    refused([](SimulationOptions& o) { o.router.buffer_flits = 0; });
    refused([](SimulationOptions& o) { o.router.vcs = 0; });
    refused([](SimulationOptions& o) { o.router.vcs = 65; });
    refused([](SimulationOptions& o) { o.cycles = 0; });
    refused([](SimulationOptions& o) { o.router.link_cycles = 0; });
    refused([](SimulationOptions& o) { o.trace = {{0, 0, 9, 1}}; });
    refused([](SimulationOptions& o) { o.trace = {{0, 9, 0, 1}}; });
    refused([](SimulationOptions& o) { o.trace = {{0, 0, 1, 0}}; });
    refused([](SimulationOptions& o) { o.trace = {{5, 0, 1, 1}, {4, 0, 1, 1}}; });
    CHECK_THROWS_AS((void)simulation_preset("thesys"), InputError);
}

namespace {

// Every node sends `rate` times the load to one node.
class Foreign final : public Traffic {
public:
    Foreign(double rate, Node destination) : rate_(rate), destination_(destination) {}
    void row(Node, std::vector<Demand>& row) const override { row.assign(1, {destination_, rate_}); }
    [[nodiscard]] double rate(Node) const override { return rate_; }
    [[nodiscard]] Node sample(Node, double) const override { return destination_; }

private:
    double rate_;
    Node destination_;
};

}  // namespace

TEST_CASE("parts that do not go together are refused before anything runs") {
    const Case c("mesh:3x3");
    SimulationOptions o = simulation_preset("ideal");
    o.cycles = 100;
    const auto run = [&](const Network& network, const Traffic& traffic) {
        return simulate(network, *c.routing, c.rule, traffic, o);
    };
    for (const Arrivals arrivals : {Arrivals::poisson, Arrivals::bernoulli, Arrivals::fixed}) {
        o.router.arrivals = arrivals;
        for (const double rate : {std::numeric_limits<double>::infinity(), std::nan(""), 1e9})
            CHECK_THROWS_AS((void)run(c.network, Foreign(rate, 1)), InputError);
        CHECK_THROWS_AS((void)run(c.network, Foreign(1.0, 9)), ComputationError);
    }
    for (const char* pattern : {"uniform", "hotspot", "neighbor", "matrix-multiply"}) {
        CAPTURE(pattern);
        CHECK_THROWS_WITH_AS(
            (void)run(c.network, *make_traffic(pattern, make_network("mesh:2x2"), {.hotspot_nodes = 1})),
            "traffic made for a network of 4 nodes on one of 9, need one made for this network", InputError);
    }
    const auto uniform = make_traffic("uniform", c.network);
    CHECK_THROWS_AS(
        (void)mean_zero_load_latency(c.network, *c.routing, *make_traffic("uniform", make_network("mesh:2x2")), o),
        InputError);
    Network few = make_network("mesh:3x3");
    few.channel_latency_cycles = {1, 2, 3};
    CHECK_THROWS_WITH_AS((void)run(few, *uniform),
                         "mesh:3x3 has latencies of 3 channels, need one for each of its 24, or none", InputError);
    CHECK_THROWS_AS((void)mean_zero_load_latency(few, *c.routing, *uniform, o), InputError);
    CHECK_THROWS_WITH_AS((void)run(Network{}, Foreign(1.0, 0)), "the network has no nodes, need 1 or more", InputError);
}

TEST_CASE("the routing of another network is refused, in any family") {
    for (const Family* family : families()) {
        for (const std::string_view word : family->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 3000) continue;
            for (const RoutingSpec& spec : n.family->routings) {
                CAPTURE(word);
                CAPTURE(spec.name);
                const auto routing = make_routing(spec.name, n);
                CHECK(routing->nodes() == n.graph.nodes());
                CHECK(routing->channels() == n.graph.channels());
            }
        }
    }
    const Case c("mesh:3x3");
    const auto uniform = make_traffic("uniform", c.network);
    SimulationOptions o = simulation_preset("ideal");
    o.cycles = 1000;
    CHECK_THROWS_WITH_AS(
        (void)simulate(c.network, *make_routing("", make_network("mesh:2x2")), c.rule, *uniform, o),
        "a routing made for a network of 4 nodes and 8 channels on one of 9 and 24, need one made for this network",
        InputError);
    // As many nodes, but other channels.
    CHECK_THROWS_AS((void)simulate(c.network, *make_routing("", make_network("complete:9")), c.rule, *uniform, o),
                    InputError);
    CHECK_THROWS_AS((void)mean_zero_load_latency(c.network, *make_routing("", make_network("complete:9")), *uniform, o),
                    InputError);
    CHECK_THROWS_AS((void)simulate(c.network, *c.routing, VcRule{}, *uniform, o), InputError);
}
