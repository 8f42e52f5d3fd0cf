// What does not belong together is refused, and what outlives its network does not need it.
#include <doctest/doctest.h>

#include <string>
#include <type_traits>

#include "about.hpp"
#include "check_routing.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/turn_model.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

template <class N>
concept MakesCase = requires(N network) {
    make_simulation_case(static_cast<N&&>(network), SimulationChoice{});
};
template <class C>
concept SetsUp = requires(C c) {
    static_cast<C&&>(c).setup();
};

static_assert(MakesCase<const Network&> && !MakesCase<Network> && !MakesCase<const Network>);
static_assert(SetsUp<const SimulationCase&> && !SetsUp<SimulationCase>);
static_assert(std::is_constructible_v<LatencyModel, const Network&, const Routing&, const VcRule&, const Traffic&,
                                      const LatencyOptions&>);
static_assert(!std::is_constructible_v<LatencyModel, Network, const Routing&, const VcRule&, const Traffic&,
                                       const LatencyOptions&>);

}  // namespace

TEST_CASE("every routing of every family's examples outlives the network that it was made for") {
    for (const Family* f : families()) {
        const std::string word(f->examples.front());
        const Network kept = make_network(word);
        for (const RoutingSpec& spec : routings_of(kept)) {
            const auto routing = make_routing(spec.name, make_network(word));
            const std::vector<Node> terminals = terminals_of(kept);
            for (const Node s : terminals) {
                CAPTURE(word);
                CAPTURE(spec.name);
                CHECK(route(kept.graph, *routing, s, terminals.back()).back().node == terminals.back());
            }
        }
    }
}

TEST_CASE("self routing of cliques and direct routing take the channels that the graph has") {
    for (const char* word : {"hic:2,1", "hic:2,4", "hic:3,3", "hic:4,3", "complete:2", "complete:7"}) {
        const Network n = make_network(word);
        const auto routing = make_routing("", n);
        std::vector<Hop> hops;
        for (Node s = 0; s < n.graph.nodes(); ++s) {
            for (Node d = 0; d < n.graph.nodes(); ++d) {
                if (s == d) continue;
                const RouteStep first = route(n.graph, *routing, s, d).at(1);
                const LinkLabel& label = n.graph.label(Graph::link(first.hop.channel));
                CHECK(first.hop.channel == n.graph.channel_between(s, first.node));
                CHECK(first.hop.label.level == label.level);
                CHECK(first.hop.label.axis == label.axis);
                CHECK(first.hop.label.direction == n.graph.direction(first.hop.channel));
            }
        }
    }
}

TEST_CASE("a route from a node that there is not, of another network or out of the graph is refused") {
    const Network small = make_network("mesh:4x4"), large = make_network("mesh:8x8"), torus = make_network("torus:4x4");
    const auto routing = make_routing("", small);
    CHECK_THROWS_WITH_AS(route(small.graph, *routing, 99, 0), "node 99, need one below 16", InputError);
    CHECK_THROWS_AS(route(small.graph, *routing, 0, 16), InputError);
    CHECK_THROWS_AS(route(large.graph, *routing, 0, 63), InputError);
    CHECK_THROWS_AS(route(torus.graph, *routing, 0, 15), InputError);
    // Switches of a fat tree are no destinations: the way up ends at the root.
    for (const auto& [word, from, to] : {std::tuple{"fattree:4", 30U, 16U}, {"fattree:2", 6U, 4U}}) {
        const Network tree = make_network(word);
        CHECK_THROWS_AS(route(tree.graph, *make_routing("", tree), from, to), ComputationError);
    }
}

TEST_CASE("a routing or a traffic of another network and a rule that permits nothing are refused") {
    const Network small = make_network("mesh:4x4"), large = make_network("mesh:8x8");
    const auto routing = make_routing("", small), other = make_routing("", large);
    const auto traffic = make_traffic("uniform", small), others = make_traffic("transpose", large);
    const VcRule rule = make_vc_rule("any", small), nothing;
    const LatencyOptions options = preset_named("ideal").router;
    CHECK_THROWS_AS(channel_load(small, *other, rule, *traffic), InputError);
    CHECK_THROWS_AS(channel_load(small, *routing, rule, *others), InputError);
    CHECK_THROWS_AS(channel_load(small, *routing, nothing, *traffic), InputError);
    CHECK_THROWS_AS(ideal_load(small, *other, rule, *traffic), InputError);
    CHECK_THROWS_AS(ideal_load(small, *routing, rule, *others), InputError);
    CHECK_THROWS_AS(deadlock_verdict(small, *other, rule), InputError);
    CHECK_THROWS_AS(deadlock_verdict(small, *routing, nothing), InputError);
    CHECK_THROWS_AS(check_routing(small, *other, rule), InputError);
    CHECK_THROWS_AS(adaptiveness(small, *other, rule), InputError);
    CHECK_THROWS_AS(measure_routed(small, *other), InputError);
    CHECK_THROWS_AS(LatencyModel(small, *other, rule, *traffic, options), InputError);
    CHECK_THROWS_AS(LatencyModel(small, *routing, rule, *others, options), InputError);
    CHECK_THROWS_AS(LatencyModel(small, *routing, nothing, *traffic, options), InputError);
    CHECK_THROWS_AS(count_paths(small, *routing, rule, 99, 0), InputError);
    CHECK_THROWS_AS(count_paths(small, *routing, rule, 0, 99), InputError);
}

TEST_CASE("a network without nodes has no routing and no traffic") {
    const Network none;
    CHECK_THROWS_AS(make_routing("up-down", none), InputError);
    CHECK_THROWS_AS(choose_routing(none, {}), InputError);
    CHECK_THROWS_AS(make_traffic("hotspot", none), InputError);
    CHECK_THROWS_AS(build(NetworkWord{}), InputError);
}

TEST_CASE("no channel has no place") {
    const Network n = make_network("mesh:2x2");
    CHECK_THROWS_AS(channel_place(n.graph, ChannelLoad{}.bottleneck()), InputError);
}

TEST_CASE("turns are judged in meshes that there are and that fit") {
    TurnSet all = two_phase_turns(2, {});
    for (auto& row : all.allowed) row.assign(row.size(), true);
    CHECK_FALSE(deadlock_free(all, 4));
    CHECK_FALSE(deadlock_free(all, 64));
    for (const int side : {-1, 0, 1, 65536}) CHECK_THROWS_AS((void)deadlock_free(all, side), InputError);
    const int leads[] = {1, 3};
    CHECK(deadlock_free(two_phase_turns(2, leads), 2));
}

TEST_CASE("virtual channels that do not go round are refused") {
    const Network n = make_network("torus:4x4");
    CHECK_THROWS_AS(with_free_lanes(make_vc_rule("dateline", n), 100), InputError);
    CHECK_THROWS_AS(with_free_lanes(VcRule{}, 2), InputError);
    CHECK_THROWS_AS(vcs_of_classes(4, 2, ExtraVcs::spread, 0), InputError);
    CHECK_THROWS_AS(vcs_of_classes(2, 65, ExtraVcs::spread, 0), InputError);
    CHECK(vcs_of_classes(2, 3, ExtraVcs::spread, 0) == std::vector<VcSet>{3, 4});
}
