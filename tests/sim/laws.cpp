// Laws that any network of queues obeys, on small networks: what simulation says must be within its own interval.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "about.hpp"
#include "helpers.hpp"
#include "wafernet/sim/load_curve.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

constexpr double precision = 0.02;
/// What two searches may differ by in chance: the bracket of each, and that its answer may move by as much with longer
/// runs.
constexpr double chance = 2.0 * precision;

SimulationCase made(const Network& network, const std::string& preset, const std::string& traffic,
                    std::vector<std::pair<std::string, std::string>> settings) {
    SimulationChoice choice;
    choice.preset = preset;
    choice.traffic = traffic;
    choice.settings = std::move(settings);
    SimulationCase c = make_simulation_case(network, choice);
    c.options.cycles = 8000;
    c.options.warmup = 1000;
    return c;
}

double saturation(const std::string& word, const std::string& preset, const std::string& traffic,
                  std::vector<std::pair<std::string, std::string>> settings) {
    const Network network = make_network(word);
    const SimulationCase c = made(network, preset, traffic, std::move(settings));
    return find_saturation(c.setup(), c.options, knee_factor, precision);
}

double latency(const std::string& word, const std::string& preset, double load,
               std::vector<std::pair<std::string, std::string>> settings) {
    const Network network = make_network(word);
    SimulationCase c = made(network, preset, "uniform", std::move(settings));
    c.options.load = load;
    const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
    REQUIRE(r.status == RunStatus::ok);
    return r.total_latency->mean;
}

}  // namespace

TEST_CASE("no load gets past the busiest channel or port, however short the runs") {
    struct Bound {
        const char *word, *traffic;
        double load;
    };
    // Transpose: seven nodes of a row turn at its diagonal. Bit reversal on the pruned torus: five flows on one
    // channel.
    for (const Bound& b : {Bound{"mesh:8x8", "transpose", 1.0 / 7},
                           {"mesh:4", "neighbor", 1.0},
                           {"ring:8", "tornado", 1.0 / 3},
                           {"prunedtorus1:4", "bit-reversal", 0.2}}) {
        CAPTURE(b.word);
        const Network network = make_network(b.word);
        SimulationCase c = made(network, "ideal", b.traffic, {{"buffer", "8"}, {"flits", "8"}});
        c.options.cycles = 6000;
        const LoadLimit most = greatest_load(c.setup(), c.options);
        CHECK(most.load == about(b.load));
        const SimulatedSaturation found = simulated_saturation(c.setup(), c.options, knee_factor, precision);
        CHECK(found.load <= b.load);
        CHECK(found.lower <= found.load);
        CHECK(found.load <= found.upper);
    }
}

TEST_CASE("messages with links of their own take no longer with more channels at a port or more virtual channels") {
    // Between the middle of mesh:3x3 and its four neighbours. By hand under 'ideal': a message of 500 flits alone takes
    // 502 cycles. 'booksim-min' may lose a cycle or two in its allocators.
    const Network network = make_network("mesh:3x3");
    const Node neighbours[] = {1, 3, 5, 7};
    for (const std::string preset : {"ideal", "booksim-min"}) {
        for (const bool out : {true, false}) {
            for (const std::array<std::uint32_t, 4>& flits : {std::array{500U, 500U, 500U, 500U},
                                                              {500U, 20U, 300U, 180U},
                                                              {30U, 500U, 500U, 10U},
                                                              {500U, 7U, 7U, 400U}}) {
                std::map<std::pair<int, int>, double> last;  // by channels and VCs
                for (const int channels : {1, 2, 4}) {
                    for (const int vcs : {1, 2, 4, 8}) {
                        CAPTURE(preset);
                        CAPTURE(out);
                        CAPTURE(channels);
                        CAPTURE(vcs);
                        const std::string ports = std::to_string(channels);
                        SimulationCase c = made(network, preset, "uniform",
                                                {{"vcs", std::to_string(vcs)},
                                                 {"buffer", "8"},
                                                 {"injection-channels", ports},
                                                 {"ejection-channels", ports}});
                        for (std::size_t i = 0; i < 4; ++i)
                            c.options.trace.push_back(
                                {0, out ? 4 : neighbours[i], out ? neighbours[i] : 4, flits[out ? i : 0]});
                        c.options.warmup = 0;
                        const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
                        REQUIRE(r.total_latency);
                        const double now = last[{channels, vcs}] = r.total_latency->maximum,
                                     slack = preset == "ideal" ? 0.0 : 2.0;
                        if (channels > 1) CHECK(now <= last[{channels / 2, vcs}] + slack);
                        if (vcs > 1) CHECK(now <= last[{channels, vcs / 2}] + slack);
                        if (channels == 4 && preset == "ideal" && (out || flits[0] == 500)) CHECK(now == 502.0);
                    }
                }
            }
        }
    }
}

TEST_CASE("a flow beyond its channel is found by its own backlog, in a run that is short for the mean latency") {
    // Of 64 nodes few send over the channel that ends at 1/7; the mean latency passes eight times that of the idle
    // network much later.
    const Network network = make_network("mesh:8x8");
    SimulationCase c = made(network, "ideal", "transpose", {});
    c.options.load = 0.155;
    const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
    CHECK(r.status == RunStatus::saturated);
    REQUIRE(r.served_load);
    CHECK(*r.served_load < 1.0 / 7 * 1.03);
    c.options.load = 0.135;
    CHECK(simulate(network, *c.routing, c.rule, *c.traffic, c.options).status == RunStatus::ok);
}

TEST_CASE("an overload that all sources share is found in every run of the usual length") {
    // 0.25 is accepted; each source alone has too few messages to show it in one run of four.
    const Network network = make_network("torus:8x8");
    SimulationCase c = made(network, "ideal", "uniform", {});
    c.options.cycles = 20000;
    c.options.warmup = 5000;
    for (const double load : {0.28, 0.3}) {
        c.options.load = load;
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            c.options.seed = seed;
            const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
            CHECK_MESSAGE(r.status == RunStatus::saturated, load, " seed ", seed, " accepts ", r.accepted);
        }
    }
}

TEST_CASE("stable queues near their limit are not taken for growing ones") {
    // M/D/1 at 97 % of what its port takes: the queue wanders for long, 100 seeds.
    const Network network = make_network("mesh:2");
    SimulationCase c = made(network, "ideal", "neighbor", {{"flits", "4"}, {"buffer", "8"}});
    c.options.load = 0.97;
    int growing = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        c.options.seed = seed;
        growing += simulate(network, *c.routing, c.rule, *c.traffic, c.options).status == RunStatus::saturated ? 1 : 0;
    }
    CHECK(growing <= 2);  // one in a thousand
}

TEST_CASE("saturation does not fall with virtual channels or buffers, nor rise with the cycles of a link" *
          doctest::test_suite("long")) {
    for (const char* preset : {"ideal", "booksim-min"}) {
        CAPTURE(preset);
        const auto of = [&](const char* vcs, const char* buffer, const char* link) {
            return saturation("mesh:3x3", preset, "uniform",
                              {{"vcs", vcs}, {"buffer", buffer}, {"link-cycles", link}, {"flits", "8"}});
        };
        const double plain = of("2", "4", "1");
        CHECK(of("4", "4", "1") > plain * (1.0 - chance));
        CHECK(of("1", "4", "1") < plain * (1.0 + chance));
        CHECK(of("2", "12", "1") > plain * (1.0 - chance));
        CHECK(of("2", "1", "1") < plain * (1.0 + chance));
        CHECK(of("2", "4", "4") < plain * (1.0 + chance));
    }
}

TEST_CASE("latency does not fall with load, flits, or the cycles of a router or a link") {
    for (const char* preset : {"ideal", "booksim-min", "booksim-4stage"}) {
        CAPTURE(preset);
        const auto of = [&](double load, const char* flits, const char* link, const char* router) {
            return latency(
                "torus:4x4", preset, load,
                {{"vcs", "2"}, {"buffer", "8"}, {"flits", flits}, {"link-cycles", link}, {"router-cycles", router}});
        };
        const double plain = of(0.2, "4", "1", "2");
        CHECK(of(0.05, "4", "1", "2") < plain);
        CHECK(of(0.3, "4", "1", "2") > plain);
        CHECK(of(0.2, "8", "1", "2") > plain);
        CHECK(of(0.2, "4", "2", "2") > plain);
        CHECK(of(0.2, "4", "1", "3") > plain);
    }
}

TEST_CASE("one flow alone is M/G/1 at its source") {
    // Two nodes send to each other. W = rho S / 2 (1 - rho) for messages of S = 4 flits that come at random (Pollaczek,
    // Khinchine).
    const Network network = make_network("mesh:2");
    SimulationCase c = made(network, "booksim-min", "neighbor",
                            {{"flits", "4"}, {"buffer", "16"}, {"vcs", "4"}, {"arrivals", "poisson"}});
    c.options.cycles = 200000;
    const double idle = mean_zero_load_latency(network, *c.routing, *c.traffic, c.options);
    for (const double load : {0.3, 0.6, 0.8}) {
        c.options.load = load;
        const double mean = simulate(network, *c.routing, c.rule, *c.traffic, c.options).total_latency->mean;
        CHECK(mean - idle == about(load * 4.0 / (2.0 * (1.0 - load)))
                                 .epsilon(0.1));  // near 0.8 some 1,000 messages of 80,000 are independent
    }
}

namespace {

// Every node sends to the one that is `by` further on in a ring.
class Shift final : public Traffic {
public:
    Shift(Node nodes, Node by) : nodes_(nodes), by_(by) {}
    void row(Node source, std::vector<Demand>& row) const override { row.assign(1, {to(source), 1.0}); }
    [[nodiscard]] double rate(Node /*source*/) const override { return 1.0; }
    [[nodiscard]] Node sample(Node source, double /*u*/) const override { return to(source); }

private:
    [[nodiscard]] Node to(Node source) const { return (source + by_) % nodes_; }
    Node nodes_, by_;
};

}  // namespace

TEST_CASE("a ring turned round and mirrored is the same ring") {
    const Network network = make_network("ring:8");
    SimulationCase c = made(network, "ideal", "uniform", {{"vcs", "2"}, {"flits", "4"}});
    c.options.load = 0.15;
    c.options.cycles = 20000;
    const auto mean = [&](Node by) {
        return simulate(network, *c.routing, c.rule, Shift(8, by), c.options).total_latency->mean;
    };
    CHECK(mean(2) == about(mean(6)).epsilon(0.03));
    const double there = find_saturation({network, *c.routing, c.rule, Shift(8, 2)}, c.options, knee_factor, precision);
    const double back = find_saturation({network, *c.routing, c.rule, Shift(8, 6)}, c.options, knee_factor, precision);
    CHECK(there == about(back).epsilon(chance));
}
