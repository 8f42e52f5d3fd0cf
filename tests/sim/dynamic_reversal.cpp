// Dally and Aoki's dynamic routing (glass1992, sec. 2.4): who waits for whom, by the labels of held channels.
#include <doctest/doctest.h>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/sim/simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

SimulationCase made(const Network& network, const char* vcs, const char* preset = "ideal") {
    SimulationChoice choice;
    choice.preset = preset;
    choice.routing = "dynamic-reversal";
    choice.settings = {{"vcs", vcs}};
    return make_simulation_case(network, choice);
}

// Latencies of messages that go along the longer way first.
LatencySummary latencies(std::vector<TraceMessage> trace, const char* preset) {
    const Network network = make_network("mesh:3x5");
    SimulationCase c = made(network, "2", preset);
    c.options.router.output = OutputPolicy::zigzag;
    c.options.warmup = 0;
    c.options.trace = std::move(trace);
    return simulate(network, *c.routing, c.rule, *c.traffic, c.options).total_latency.value();
}

// Every node sends to one other; a node that would send to itself is silent.
class Permutation final : public Traffic {
public:
    explicit Permutation(std::vector<Node> to) : to_(std::move(to)) {}
    void row(Node source, std::vector<Demand>& row) const override { row.assign(1, {to_[source], 1.0}); }
    [[nodiscard]] double rate(Node source) const override { return to_[source] == source ? 0.0 : 1.0; }
    [[nodiscard]] Node sample(Node source, double /*u*/) const override { return to_[source]; }

private:
    std::vector<Node> to_;
};

}  // namespace

TEST_CASE("a message waits for a channel with a larger label and takes the escape at once where none is larger") {
    // All want the channel from (1,1) to (1,2) of mesh:3x5, or that of the mirrored mesh: after a reversal the message
    // from (0,1) to (2,2), and without one those that come along x.
    constexpr std::uint32_t length = 80;
    for (const char* preset : {"ideal", "booksim-min"}) {
        for (const bool mirrored : {false, true}) {
            CAPTURE(preset);
            CAPTURE(mirrored);
            const auto at = [&](Node y, Node x) { return 5 * y + (mirrored ? 4 - x : x); };
            const TraceMessage reversed{0, at(0, 1), at(2, 2), length}, straight{0, at(1, 0), at(1, 2), length},
                late{12, at(1, 1), at(1, 2), 2};
            CHECK(latencies({reversed, late}, preset).minimum > 60.0);
            CHECK(latencies({straight, late}, preset).minimum < 30.0);
            // The channel goes from the one to the other while the last waits: now it may not, and only the second is
            // slow.
            const LatencySummary three = latencies({reversed, {8, at(1, 0), at(1, 2), length}, late}, preset);
            CHECK(three.minimum > 60.0);
            CHECK(three.median < 120.0);
            CHECK(three.maximum > 120.0);
        }
    }
}

TEST_CASE("dynamic reversals do not deadlock in overload") {
    for (const char* word : {"mesh:4x4", "mesh:3x3x3", "hypercube:4"}) {
        for (const char* preset : {"ideal", "booksim-min"}) {
            for (const char* vcs : {"2", "3"}) {
                const Network network = make_network(word);
                SimulationCase c = made(network, vcs, preset);
                c.options.router.lengths = {{6, 1.0}};
                c.options.load = 0.9;
                c.options.from_empty = true;
                c.options.cycles = 4000;
                CAPTURE(word);
                CAPTURE(preset);
                CAPTURE(vcs);
                CHECK(simulate(network, *c.routing, c.rule, *c.traffic, c.options).status != RunStatus::deadlock);
            }
        }
    }
}

TEST_CASE("dynamic reversals take no notice of a mesh and its traffic being mirrored") {
    constexpr Node side = 6;
    const Network network = make_network("mesh:6x6");
    SimulationCase c = made(network, "2");
    c.options.load = 0.22;
    std::vector<Node> plain(network.graph.nodes()), mirrored(network.graph.nodes());
    const auto mirror = [](Node v) { return v / side * side + side - 1 - v % side; };
    for (Node v = 0; v < network.graph.nodes(); ++v) plain[v] = v % side * side + v / side;  // transpose
    for (Node v = 0; v < network.graph.nodes(); ++v) mirrored[mirror(v)] = mirror(plain[v]);
    const auto mean = [&](const std::vector<Node>& to) {
        return simulate(network, *c.routing, c.rule, Permutation(to), c.options).total_latency.value().mean;
    };
    // The mean of one run varies by 1.4 %.
    CHECK(mean(plain) == about(mean(mirrored)).epsilon(0.06));
}

TEST_CASE("dynamic reversals accept more with more virtual channels, also far beyond saturation") {
    // Transpose at 0.9 of what the bisection of the mesh bears: 0.260, 0.292 and 0.313 in longer runs.
    const Network network = make_network("mesh:8x8");
    const auto accepted = [&](const char* vcs) {
        SimulationCase c = made(network, vcs);
        c.options.load = 0.45;
        c.options.warmup = 3000;
        c.options.cycles = 4000;
        c.options.drain = 0;
        return simulate(network, *c.routing, c.rule, *make_traffic("transpose", network), c.options).accepted;
    };
    const double two = accepted("2"), three = accepted("3"), four = accepted("4");
    CHECK(three > 1.05 * two);
    CHECK(four > 1.02 * three);
}

TEST_CASE("extra virtual channels of dynamic reversals are adaptive, the escape stays one") {
    // Spread evenly, as those of other routings, every second one would be an escape.
    const Network network = make_network("mesh:4x4");
    const SimulationCase c = made(network, "5");
    REQUIRE(c.options.router.extra == ExtraVcs::spread);
    const std::vector<VcSet> classes =
        vcs_of_classes(c.rule.vcs, c.options.router.vcs, c.options.router.extra, VcSet{1});
    REQUIRE(classes.size() == 5);
    CHECK(classes[0] == VcSet{1});
    CHECK(c.routing->escape_vcs() == VcSet{1});
}
