// Switch allocation: inputs of a crossbar that want several outputs.
#include "against_simulator.hpp"

using namespace wafernet;

TEST_CASE(
    "messages that leave one channel for two outputs share the input behind the one that another message holds up") {
    // On a mesh of 3 x 3 the nodes west and north of the centre each send half to the centre and half to the node south
    // of it: two inputs and two outputs of one router. With all of both to the south there is one output, and nobody
    // shares an input any more.
    const Case c("mesh:3x3", 8);
    struct Half : Traffic {
        double to_centre = 0.0;
        void row(Node source, std::vector<Demand>& row) const override {
            row.clear();
            if (rate(source) == 0.0) return;
            if (to_centre > 0.0) row.push_back({4, to_centre});
            row.push_back({7, 1.0 - to_centre});
        }
        [[nodiscard]] double rate(Node source) const override { return source == 1 || source == 3 ? 1.0 : 0.0; }
        [[nodiscard]] Node sample(Node, double u) const override { return u < to_centre ? 4 : 7; }
    };
    for (const double to_centre : {0.5, 0.0}) {
        for (const int vcs : {4, 8}) {
            CAPTURE(to_centre);
            CAPTURE(vcs);
            Half traffic;
            traffic.to_centre = to_centre;
            SimulationOptions s = simulation_preset("booksim-min");
            s.router.vcs = vcs;
            s.router.buffer_flits = 8;
            s.load = to_centre > 0.0 ? 0.5 : 0.3;
            s.cycles = 200'000;
            const VcRule rule = make_vc_rule("any", c.network, vcs);
            const SimulationResult r = simulate(c.network, *c.routing, rule, traffic, s);
            const LatencyModel model(c.network, *c.routing, rule, traffic, modelled_router(s));
            const LatencyPoint p = model.at(s.load);
            const double idle = model.zero_load_latency();
            CHECK((*p.latency - *p.source_wait - idle) / (r.network_latency.value().mean - idle) ==
                  about(1.0).epsilon(0.2));
        }
    }
}

TEST_CASE("a message whose output is shared leaves the rest of its input to those behind it") {
    // 7 % too much, did it want more.
    CHECK(latency_over_simulated("torus:8x8", {{"vcs", "8"}, {"flits", "20"}, {"buffer", "16"}}, 0.365) ==
          about(1.0).epsilon(0.05));
}

TEST_CASE("of streams that always meet only the first flits cost each other cycles of the crossbar" *
          doctest::test_suite("long")) {
    const auto tornado = [](const Network& network, const char* vcs, const char* flits, const char* buffer) {
        SimulationChoice choice;
        choice.preset = "booksim-min";
        choice.traffic = "tornado";
        choice.settings = {{"vcs", vcs}, {"flits", flits}, {"buffer", buffer}, {"cycles", "10000"}};
        return make_simulation_case(network, choice);
    };
    const Network mesh = make_network("mesh:7x5"), torus = make_network("torus:7x3");
    const SimulationCase single = tornado(mesh, "4", "1", "8"), longer = tornado(torus, "8", "4", "32");
    // Single flits saturate up to 20 % too late, more did none.
    CHECK(model_of(single).saturation().load / find_saturation({mesh, *single.routing, single.rule, *single.traffic},
                                                               single.options, knee_factor, 0.005) ==
          about(1.0).epsilon(0.2));
    // 12 % too much, did all.
    const LatencyModel model = model_of(longer);
    SimulationOptions s = longer.options;
    s.load = 0.8 * model.saturation().load;
    CHECK(*model.at(s.load).latency /
              simulate(torus, *longer.routing, longer.rule, *longer.traffic, s).total_latency.value().mean ==
          about(1.0).epsilon(0.08));
}

TEST_CASE("headers that wait for a virtual channel waste cycles of the switch" * doctest::test_suite("long")) {
    for (const char* word : {"complete:8", "gh:4,2"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        SimulationChoice choice;
        choice.preset = "booksim-min";
        choice.settings = {{"vcs", "2"}, {"flits", "1"}, {"buffer", "4"}, {"cycles", "10000"}};
        const SimulationCase c = make_simulation_case(network, choice);
        // 20 and 24 % too late, did they waste none.
        CHECK(model_of(c).saturation().load /
                  find_saturation({network, *c.routing, c.rule, *c.traffic}, c.options, knee_factor, 0.005) ==
              about(1.0).epsilon(0.12));
    }
}
