// Credit stall: buffers shorter than their loop, and virtual channels that are given late.
#include <array>

#include "against_simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

TEST_CASE("on long links a channel carries no more than its virtual channels go from one message to the next" *
          doctest::test_suite("long")) {
    struct Example {
        const char* word;
        int vcs;
        std::uint32_t flits, buffer, link;
        const char* preset;
        double bound;
    };
    // A virtual channel is held until the tail has left the buffer at the end of the link; or no more flits than fit
    // into that buffer are on their way.
    for (const Example& e : {Example{"array:4", 2, 1, 2, 20, "ideal", 2.0 / (1 + 20)},
                             Example{"array:4", 1, 5, 64, 20, "ideal", 5.0 / (5 + 20)},
                             Example{"array:4", 1, 1, 4, 10, "booksim-min", 4.0 / 23}}) {
        CAPTURE(e.link);
        const Case c(e.word, e.vcs);
        const Flows traffic({{0, 1}, {1, 2}, {2, 3}});
        SimulationOptions s = simulation_preset(e.preset);
        s.router.vcs = e.vcs;
        s.router.buffer_flits = e.buffer;
        s.router.link_cycles = e.link;
        s.router.lengths = {{e.flits, 1.0}};
        const LatencyModel model = c.model(modelled_router(s), traffic);
        CHECK(model.channel_bound() == about(1.0));
        CHECK(model.saturation().vc_bound == about(e.bound).epsilon(1e-9));
        CHECK(model.saturation().load ==
              about(find_saturation({c.network, *c.routing, c.rule, traffic}, s)).epsilon(0.07));
    }
}

TEST_CASE(
    "where a buffer is shorter than its loop of credits and headers decide behind it, the next message waits for "
    "both") {
    // BookSim2's four stages, buffers of 4 flits and credits of 6 cycles, or 8 behind a header: a message of 2 or 4
    // flits has one for each buffer or half.
    const Case c("array:2", 1);
    const Flows traffic({{0, 1}});
    for (const auto& [flits, buffer, cycles] :
         {std::array{1U, 2U, 4U}, std::array{1U, 4U, 3U}, std::array{2U, 4U, 4U}, std::array{4U, 4U, 8U}}) {
        CAPTURE(flits);
        CAPTURE(buffer);
        SimulationOptions s = simulation_preset("booksim-4stage");
        s.router.vcs = 1;
        s.router.buffer_flits = buffer;
        s.router.lengths = {{flits, 1.0}};
        const double turn = cycles_apart(c, traffic, s, {0, 0, 1, flits});
        CHECK(turn == about(cycles).epsilon(1e-12));
        const double load = 0.5 * flits / turn, rate = load / flits,
                     queue = rate * turn * (turn - 1.0) / 2.0 / (1.0 - rate * turn);
        CHECK(*c.model(modelled_router(s), traffic).at(load).source_wait == about(queue).epsilon(1e-3));
    }
}

TEST_CASE("while a router gives a virtual channel to one message others cross") {
    // Two streams that meet at one channel; 16 % too much, were that time one in which a message waits for others.
    const Case c("array:3", 4);
    const Flows traffic({{0, 2}, {1, 2}});
    SimulationOptions s = simulation_preset("booksim-4stage");
    s.router.vcs = 4;
    s.router.lengths = {{2, 1.0}};
    s.load = 0.4;
    s.cycles = 200'000;
    const LatencyModel model = c.model(modelled_router(s), traffic);
    const double idle = model.zero_load_latency(),
                 simulated = simulate(c.network, *c.routing, c.rule, traffic, s).total_latency.value().mean;
    CHECK((*model.at(0.4).latency - idle) / (simulated - idle) == about(1.0).epsilon(0.1));
}

TEST_CASE("the virtual channel of a sink is held while a router gives it" * doctest::test_suite("long")) {
    // Counted from the header's crossing on, 4 to 6 % too short.
    const Case c("complete:6", 1);
    SimulationOptions s = simulation_preset("booksim-4stage");
    s.router.vcs = 1;
    s.router.buffer_flits = 8;  // of which none holds a second message
    s.router.lengths = {{8, 1.0}};
    s.cycles = 300'000;
    const auto traffic = make_traffic("uniform", c.network);
    for (const double load : {0.4, 0.45}) {
        CAPTURE(load);
        s.load = load;
        CHECK(*c.model(modelled_router(s), *traffic).at(load).latency /
                  simulate(c.network, *c.routing, c.rule, *traffic, s).total_latency.value().mean ==
              about(1.0).epsilon(0.03));
    }
}

TEST_CASE("the wait for credits does not end where all virtual channels are held") {
    // Nobody waits for one of four there; the curve fell by 1.4 % from 80 to 85 % of saturation.
    const Network network = make_network("gh:4,2");
    SimulationChoice choice;
    choice.preset = "booksim-min";
    choice.traffic = "dimension-reversal";
    choice.settings = {{"vcs", "4"}, {"flits", "2"}, {"buffer", "2"}, {"link-cycles", "13"}};
    const SimulationCase c = make_simulation_case(network, choice);
    const LatencyModel model = model_of(c);
    std::vector<double> loads;
    for (int i = 1; i <= 19; ++i) loads.push_back(i / 20.0 * model.saturation().load);
    double before = model.zero_load_latency();
    for (const LatencyPoint& p : model.curve(loads)) {
        CHECK(p.latency.value() > 0.9999 * before);
        before = p.latency.value();
    }
}

TEST_CASE("with little load two streams on short buffers fill each other's gaps") {
    // Bursts of 4 flits in 5 cycles: over all offsets the simulator delays two messages of 16 flits that meet once by
    // 489 cycles together.
    const Case c("mesh:8x8");
    const LatencyModel model = c.model(preset_named("booksim-min").router, Flows({{0, 4}, {1, 26}}));
    const double load = 1e-4, rate = load / 16.0;
    CHECK((*model.at(load).latency - model.zero_load_latency()) / (rate * (19.0 * 18.0 / 2.0 + 489.0 / 2.0)) ==
          about(1.0).epsilon(0.03));
}
