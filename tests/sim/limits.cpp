// What the simulator counts is wide enough, or refused.
#include <doctest/doctest.h>

#include "about.hpp"
#include "helpers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

TEST_CASE("a buffer with room for more messages than a lane can count is refused, one message less loses none") {
    const Case c("mesh:1x2");
    SimulationOptions o = simulation_preset("booksim-min");
    o.router.lengths = {{1, 1.0}};
    o.load = 0.9;
    o.cycles = 20000;
    o.check_every = 1000;
    o.router.buffer_flits = 65534;  // and one message on its way
    const SimulationResult r = c.run(o);
    CHECK(r.status == RunStatus::ok);
    CHECK(r.undelivered == 0);
    o.router.buffer_flits = 65535;
    CHECK_THROWS_WITH_AS((void)c.run(o), doctest::Contains("room for 65536 messages"), InputError);
    o.router.lengths = {{2, 1.0}};
    CHECK_NOTHROW(check_options(o, c.network));
}

TEST_CASE("the buffer of a long link counts in full where messages are counted") {
    const Case c("mesh:1x2");
    SimulationOptions o = simulation_preset("booksim-min");
    o.router.lengths = {{1, 1.0}};
    o.router.buffer_per_link_cycle = true;
    o.router.buffer_flits = 100;
    o.router.link_cycles = 1000;
    CHECK_THROWS_AS(check_options(o, c.network), InputError);
    o.router.buffer_flits = 36830;  // times the link and the lanes: beyond 32 bits
    o.router.link_cycles = 9718;
    CHECK_THROWS_AS(check_options(o, c.network), InputError);
    o.router.hold = HoldVc::until_buffer_left;  // one message at a time, however deep
    CHECK_NOTHROW(check_options(o, c.network));
    // Buffers that each can be counted, but together take more memory than there is.
    const Case large("mesh:64x64");
    o.router.hold = HoldVc::until_tail_sent;
    o.router.buffer_flits = 60;
    o.router.link_cycles = 1000;
    CHECK_NOTHROW(check_options(o, c.network));
    CHECK_THROWS_WITH_AS(check_options(o, large.network), doctest::Contains("too large to simulate"), InputError);
}

TEST_CASE("a path of 70000 hops has 70000 hops and more of them come first" * doctest::test_suite("long")) {
    const Case c("ring:140000");
    const VcRule rule = any_rule(1);
    SimulationOptions o = simulation_preset("ideal");
    o.router.vcs = 1;
    o.cycles = 80000;
    o.warmup = 0;
    o.trace = {{0, 0, 70000, 1}};
    CHECK(c.run(o, rule).mean_hops == 70000);
    // A long message of node 65536 holds the channel that the header needs after 65536 hops, and another one of that
    // node has asked before: who has come far still goes first and is as early as without it.
    o.router.input = InputPolicy::distance_travelled;
    o.router.ports.injection_channels = 2;
    const TraceMessage far{0, 0, 65541, 4}, holder{65500, 65536, 65541, 200}, near{65510, 65536, 65541, 4};
    o.trace = {far, holder};
    const double alone = c.run(o, rule).latency->maximum;
    CHECK(alone > 65700);
    o.trace = {far, holder, near};
    const SimulationResult both = c.run(o, rule);
    CHECK(both.messages == 3);
    CHECK(both.latency->maximum == alone);
}

namespace {

// From node 0 to node 4 over the nodes 1, 2 and 3 with shares 8, 1 and 3.
class ThreeWays final : public Routing {
public:
    explicit ThreeWays(const Graph& graph) : graph_(graph) {}
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node != 0) return hops.push_back({graph_.channel_between(at.node, destination)});
        constexpr float shares[] = {8, 1, 3};
        for (Node v = 1; v <= 3; ++v)
            hops.push_back(
                {graph_.channel_between(0, v), 0, {.axis = static_cast<std::uint8_t>(v)}, all_vcs, shares[v - 1]});
    }
    [[nodiscard]] bool adaptive() const override { return true; }

private:
    const Graph& graph_;
};

}  // namespace

TEST_CASE("hops that the VC rule leaves are drawn by their own shares") {
    const Case c("complete:5", 1);
    const ThreeWays routing(c.network.graph);
    const VcRule rule{
        "not over node 1", "", 1, {}, [](const HopLabel& hop, int) { return hop.axis == 1 ? VcSet{0} : VcSet{1}; }};
    SimulationOptions o = simulation_preset("ideal");
    o.router.vcs = 1;
    o.router.output = OutputPolicy::random;
    o.warmup = 0;
    o.cycles = 40000;
    for (std::uint64_t m = 0; m < 4000; ++m) o.trace.push_back({10 * m, 0, 4, 1});
    const SimulationResult r = simulate(c.network, routing, rule, *make_traffic("uniform", c.network), o);
    const auto over = [&](Node v) { return r.utilisation[c.network.graph.channel_between(0, v)]; };
    CHECK(over(1) == 0.0);
    CHECK(over(3) / over(2) == about(3.0).epsilon(0.2));  // 1000 of 4000: 27 on either side
}
