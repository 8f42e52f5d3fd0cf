#include <doctest/doctest.h>

#include <cmath>

#include "helpers.hpp"
#include "wafernet/error.hpp"

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
    refused([](SimulationOptions& o) { o.lengths = {{0, 1.0}}; });
    refused([](SimulationOptions& o) { o.lengths = {}; });
    refused([](SimulationOptions& o) { o.lengths = {{4, -1.0}}; });
    refused([](SimulationOptions& o) { o.buffer_flits = 0; });
    refused([](SimulationOptions& o) { o.vcs = 0; });
    refused([](SimulationOptions& o) { o.vcs = 65; });
    refused([](SimulationOptions& o) { o.cycles = 0; });
    refused([](SimulationOptions& o) { o.link_cycles = 0; });
    refused([](SimulationOptions& o) { o.trace = {{0, 0, 9, 1}}; });
    refused([](SimulationOptions& o) { o.trace = {{0, 9, 0, 1}}; });
    refused([](SimulationOptions& o) { o.trace = {{0, 0, 1, 0}}; });
    refused([](SimulationOptions& o) { o.trace = {{5, 0, 1, 1}, {4, 0, 1, 1}}; });
    CHECK_THROWS_AS((void)simulation_preset("thesys"), InputError);
}
