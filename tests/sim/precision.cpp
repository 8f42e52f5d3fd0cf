// Runs that end by what they have found: warm-up, intervals, overload, and saturation by such runs.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

#include "sim/steady.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/sim/load_curve.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;

TEST_CASE("MSER drops the values of a transient and keeps a stationary series whole") {
    // 8 values of 100 and then 32 that alternate between 0 and 2. With the d first dropped the squared standard error
    // is S / (n - d)^2. All of the 100s dropped: 32 deviations of 1, 32 / 32^2 = 1/32. One of them kept: the mean rises
    // to (100 + 32) / 33 = 4 and the 100 alone adds 96^2 = 9216. One more dropped: 31 values, 16 of 2 and 15 of 0, sum
    // of squares 64 - 32^2 / 31 = 30.97, over 31^2 = 0.0322, more than 1/32 = 0.03125.
    std::vector<double> values(8, 100.0);
    for (int i = 0; i < 32; ++i) values.push_back(i % 2 == 0 ? 0.0 : 2.0);
    CHECK(sim::end_of_transient(values) == 8);
    CHECK(sim::end_of_transient(std::vector<double>(40, 5.0)) == 0);
    std::vector<double> rising;
    for (int i = 0; i < 64; ++i) rising.push_back(i < 40 ? 1000.0 - 20.0 * i : 200.0 + i % 2);
    CHECK(!sim::end_of_transient(rising).has_value());  // it ends in the second half
    CHECK(!sim::end_of_transient(std::vector<double>(31, 1.0)).has_value());
}

TEST_CASE("batch means of independent values give the interval of Student") {
    // 32 values, 16 of 9 and 16 of 11 in the order 9 9 11 11: lag-1 products are +1, -1 in turn, 16 of +1 and 15 of -1,
    // so that r = 1 / 32 and the band is 1.645 / sqrt(32) = 0.29. s^2 = 32 / 31, t(31) = 1.96 + 2.5 / 31 = 2.0406.
    std::vector<double> values;
    for (int i = 0; i < 32; ++i) values.push_back(i / 2 % 2 == 0 ? 9.0 : 11.0);
    const auto found = sim::steady_mean(values);
    REQUIRE(found.has_value());
    CHECK(found->independent);
    CHECK(found->mean == doctest::Approx(10.0));
    const double q = 1.0 / 32.0 + 1.0 / 32.0, plain = (1.96 + 2.5 / 31.0) * std::sqrt(32.0 / 31.0 / 32.0);
    CHECK(found->half == doctest::Approx(plain * std::sqrt((1.0 + q) / (1.0 - q))).epsilon(1e-3));
    // A staircase: every value is like its neighbour, at any length of the batches.
    std::vector<double> steps;
    for (int i = 0; i < 64; ++i) steps.push_back(i);
    CHECK(!sim::steady_mean(steps)->independent);
}

namespace {

struct Precise {
    Network network;
    SimulationCase c;
    explicit Precise(const std::string& word, const char* preset = "ideal") : network(make_network(word)) {
        SimulationChoice choice;
        choice.preset = preset;
        c = make_simulation_case(network, choice);
    }
    [[nodiscard]] SimulationResult run(double load, double precision, std::uint64_t seed) const {
        SimulationOptions o = c.options;
        o.load = load;
        o.precision = precision;
        o.cycles = 1000000;
        o.seed = seed;
        return simulate(network, *c.routing, c.rule, *c.traffic, o);
    }
};

}  // namespace

TEST_CASE("intervals of 95 % hold the long-run mean as often as they say" * doctest::test_suite("long")) {
    // 300 seeds: the standard deviation of a coverage of 95 % is 1.3 %. 1,000 held 95 to 96 %.
    const Precise p("mesh:4x4");
    SimulationOptions longer = p.c.options;
    longer.load = 0.2;
    longer.cycles = 4000000;
    longer.seed = 12345;
    const double truth = simulate(p.network, *p.c.routing, p.c.rule, *p.c.traffic, longer).latency.value().mean;
    int held = 0, within = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const SimulationResult r = p.run(0.2, 0.02, seed);
        REQUIRE(r.status == RunStatus::ok);
        REQUIRE(r.precise);
        CHECK(r.latency->ci95.value() <= 0.02 * r.latency->mean);
        held += std::abs(r.latency->mean - truth) <= *r.latency->ci95 ? 1 : 0;
        within += std::abs(r.latency->mean - truth) <= 0.02 * truth ? 1 : 0;
    }
    CHECK(held >= 275);
    CHECK(held <= 296);
    CHECK(within >= 282);
}

TEST_CASE("a load beyond saturation is recognised in a tenth of the cycles of a full run") {
    for (const auto& [word, preset, load] :
         {std::tuple{"mesh:8x8", "ideal", 0.4}, {"torus:8x8", "booksim-min", 0.4}, {"mesh:8x8", "booksim-min", 0.4}}) {
        CAPTURE(std::string(word));
        CAPTURE(std::string(preset));
        const Precise p(word, preset);
        const SimulationOptions& full = p.c.options;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const SimulationResult r = p.run(load, 0.05, seed);
            CHECK(r.status == RunStatus::saturated);
            CHECK(r.cycles <= (full.warmup + full.cycles) / 10);
        }
    }
}

TEST_CASE("a run with a precision has the same mean as a long one, and the same bytes again") {
    const Precise p("torus:4x4");
    SimulationOptions longer = p.c.options;
    longer.load = 0.3;
    longer.cycles = 400000;
    const SimulationResult full = simulate(p.network, *p.c.routing, p.c.rule, *p.c.traffic, longer);
    const SimulationResult r = p.run(0.3, 0.01, 7), again = p.run(0.3, 0.01, 7);
    REQUIRE(r.precise);
    CHECK(r.latency->mean == again.latency->mean);
    CHECK(r.cycles == again.cycles);
    CHECK(std::abs(r.latency->mean - full.latency->mean) <= 2.0 * (*r.latency->ci95 + *full.latency->ci95));
    CHECK(r.accepted == doctest::Approx(0.3).epsilon(0.03));
}

TEST_CASE("saturation by decided runs is that of long runs") {
    for (const char* word : {"mesh:4x4", "torus:4x4", "hypercube:4"}) {
        CAPTURE(std::string(word));
        const Precise p(word);
        SimulationOptions o = p.c.options;
        const double slow = find_saturation(p.c.setup(), o, knee_factor, 0.01);
        o.cycles = 1000000;
        const SimulatedSaturation quick = precise_saturation(p.c.setup(), o, {.within = 0.05});
        CHECK(quick.settled);
        CHECK(quick.upper - quick.lower <= 0.05 * quick.upper);
        CHECK(quick.load == doctest::Approx(slow).epsilon(0.05));
        const SimulatedSaturation guided = precise_saturation(p.c.setup(), o, {.within = 0.05, .guess = 0.7 * slow});
        CHECK(guided.load == doctest::Approx(slow).epsilon(0.05));
        const SimulatedSaturation poor = precise_saturation(p.c.setup(), o, {.within = 0.01, .most_hops = 20000});
        CHECK(!poor.settled);  // and says the interval that was
        CHECK(poor.lower <= poor.load);
        CHECK(poor.load <= poor.upper);
    }
}

TEST_CASE("a curve of runs with a precision does not depend on the threads") {
    const Precise p("mesh:4x4");
    SimulationOptions o = p.c.options;
    o.precision = 0.05;
    o.cycles = 100000;
    const std::vector<double> loads{0.1, 0.2, 0.3, 0.6};
    const auto one = simulate_curve(p.c.setup(), o, {.loads = loads, .threads = 1});
    const auto four = simulate_curve(p.c.setup(), o, {.loads = loads, .threads = 4});
    REQUIRE(one.size() == four.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].status == four[i].status);
        CHECK(one[i].latency == four[i].latency);
        CHECK(one[i].ci95 == four[i].ci95);
    }
}
