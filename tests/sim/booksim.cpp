// Against figures measured with BookSim2 (commit 28f43299): see its cases in the names. Means of packet latency.
#include <doctest/doctest.h>

#include "about.hpp"
#include "helpers.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;

namespace {

SimulationResult booksim(const std::string& word, const std::string& vcs, const std::string& buffer,
                         const std::string& flits, const std::string& traffic, double load,
                         const std::string& cycles = "20000", const std::string& routing = "",
                         const std::string& extra = "spread") {
    const Network network = make_network(word);
    SimulationChoice choice;
    choice.preset = "booksim-min";
    choice.routing = routing;
    choice.traffic = traffic;
    choice.settings = {{"vcs", vcs},       {"buffer", buffer}, {"flits", flits},
                       {"cycles", cycles}, {"warmup", "3000"}, {"extra-vcs", extra}};
    SimulationCase c = make_simulation_case(network, choice);
    c.options.load = load;
    return simulate(network, *c.routing, c.rule, *c.traffic, c.options);
}

}  // namespace

TEST_CASE("mean latencies at moderate load are BookSim2's within 3 % and the noise of both") {
    // The whole table is `tests/bench` territory (wafernet_bench --benchmark_filter=booksim); here one load of each
    // shape.
    const auto close = [](const SimulationResult& r, double printed, double least) {
        REQUIRE(r.latency);
        CHECK(r.latency->minimum == least);
        CHECK(r.latency->mean == about(printed).epsilon(0.03));
    };
    close(booksim("mesh:8x8", "2", "4", "16", "uniform", 0.1), 46.83, 23);
    close(booksim("torus:8x8", "2", "4", "16", "uniform", 0.1), 42.18, 23);
    close(booksim("torus:8x8", "2", "8", "16", "uniform", 0.2), 44.95, 20);
    close(booksim("mesh:8x8", "2", "8", "1", "uniform", 0.3), 23.99, 5);
    close(booksim("mesh:8x8", "2", "4", "16", "transpose", 0.1), 48.81, 23);
}

TEST_CASE("BookSim2's networks with several terminals a router have its latencies") {
    // uniform traffic of 4 flits, 3 to 7 periods of 3,000 cycles of BookSim2, links of one cycle but in the dragonfly
    const auto close = [](const SimulationResult& r, double printed) {
        REQUIRE(r.latency);
        CHECK(r.latency->minimum == 8);
        CHECK(r.latency->mean == about(printed).epsilon(0.03));
    };
    const auto at = [](const std::string& word, const std::string& vcs, double load, const std::string& routing = "") {
        return booksim(word, vcs, "8", "4", "uniform", load, "6000", routing);
    };
    close(at("booksim-cmesh:4", "2", 0.15), 19.998);
    close(at("booksim-cmesh:4,1", "2", 0.15), 22.855);
    close(at("booksim-cmesh:4", "2", 0.12, "dor-no-express"), 20.454);
    close(at("booksim-cmesh:4", "4", 0.12, "xy-yx"), 21.480);
    close(at("booksim-flatfly:4,2,2", "2", 0.3), 16.860);
    close(at("booksim-flatfly:4,2,2,1", "4", 0.2), 18.631);
    close(at("booksim-flatfly:4,2,2", "4", 0.3, "xy-yx"), 17.694);
    close(at("booksim-flatfly:2,3,1", "2", 0.35), 15.310);
    close(at("booksim-fattree:2,3", "2", 0.3), 18.456);
    close(at("booksim-fattree:4,3", "4", 0.3), 24.207);
    close(at("booksim-qtree", "2", 0.04), 22.910);
    close(booksim("booksim-dragonfly:2", "2", "256", "4", "uniform", 0.3, "6000"), 120.504);
    // BookSim2's min_adapt, 30.572, lets several messages into one buffer, behind which an escape is out of reach.
    CHECK(booksim("mesh:8x8", "4", "8", "4", "uniform", 0.2, "6000", "min-adapt", "adaptive").latency.value().mean >
          30.572);
}

TEST_CASE("a virtual channel passes short messages one after another through all stages, as BookSim2's does") {
    // A row of four nodes, each sends to the next all that it can; accepted with 1 and 2 virtual channels. Two VCs with
    // two flits lock in at 4 flits in 5 cycles or at all, by chance, in both: BookSim2 0.80 to 0.89.
    const auto accepted = [](const char* vcs, const char* flits) {
        const Network network = make_network("mesh:4");
        SimulationChoice choice;
        choice.preset = "booksim-4stage";
        choice.traffic = "neighbor";
        choice.settings = {{"vcs", vcs}, {"buffer", "16"}, {"flits", flits}, {"cycles", "4000"}};
        SimulationCase c = make_simulation_case(network, choice);
        c.options.load = 1.0;
        return simulate(network, *c.routing, c.rule, *c.traffic, c.options).accepted;
    };
    CHECK(accepted("1", "1") == about(1.0 / 3).epsilon(0.002));
    CHECK(accepted("1", "2") == about(0.5).epsilon(0.002));
    CHECK(accepted("1", "4") == about(2.0 / 3).epsilon(0.002));
    CHECK(accepted("2", "1") == about(2.0 / 3).epsilon(0.002));
    CHECK(accepted("2", "2") < 0.9);
    CHECK(accepted("3", "1") == about(1.0).epsilon(0.002));
}

TEST_CASE("accepted traffic in deep overload is BookSim2's within 5 %") {
    // Rows `saturation` of the measured figures: offered 1.0. One-flit messages are all headers, every one of which
    // bids for the switch by speculation: an allocator that served those that were sure of a virtual channel first
    // accepts 7 % more.
    const auto close = [](const SimulationResult& r, double printed) {
        CHECK(r.accepted == about(printed).epsilon(0.05));
    };
    close(booksim("mesh:8x8", "2", "8", "1", "uniform", 1.0, "3000"), 0.38488);
    close(booksim("mesh:8x8", "2", "4", "16", "uniform", 1.0, "4000"), 0.305849);
    close(booksim("torus:8x8", "2", "8", "16", "uniform", 1.0, "4000"), 0.345917);
    close(booksim("mesh:8x8", "2", "4", "16", "transpose", 1.0, "4000"), 0.318385);
}
