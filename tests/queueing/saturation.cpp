// Saturation: where it is, and what the curve does before and beyond it.
#include "against_simulator.hpp"
#include "queueing/load_curve.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

TEST_CASE("the latency rises with the load up to saturation, and does not depend on what was asked before" *
          doctest::test_suite("long")) {
    struct Example {
        const char* word;
        int vcs;
        const char* traffic;
        const char* preset = "ideal";
        std::uint32_t buffer = 2, flits = 16;
    };
    for (const Example& e :
         {Example{"mesh:6x6", 2, "uniform"}, Example{"mesh:6x6", 1, "transpose"}, Example{"torus:6x6", 3, "uniform"},
          Example{"torus:6x6", 2, "transpose"}, Example{"torus:4x4", 4, "neighbor"},
          Example{"hypercube:4", 2, "bit-reversal"}, Example{"torus:16x16", 2, "transpose"},
          Example{"mesh:8x8", 2, "uniform", "ideal", 20}, Example{"mesh:8x8", 2, "hotspot"},
          Example{"mesh:8x8", 2, "transpose", "booksim-min", 8},
          Example{"torus:8x8", 2, "bit-reversal", "booksim-min", 8}, Example{"htn2:4,2", 6, "uniform", "thesis", 1},
          Example{"hypercube:4", 2, "uniform", "booksim-min", 5, 3},
          Example{"hypercube:4", 6, "bit-reversal", "ideal", 16, 1},
          Example{"torus:8x8", 16, "tornado", "booksim-min", 8, 1},
          Example{"hypercube:4", 2, "bit-reversal", "thesis", 2},
          Example{"ring:8", 2, "tornado", "booksim-4stage", 5, 1},
          Example{"array:3", 2, "uniform", "booksim-4stage", 20, 1}}) {
        CAPTURE(std::string(e.word));
        CAPTURE(std::string(e.traffic));
        CAPTURE(e.vcs);
        const Case c(e.word, e.vcs);
        const auto traffic = make_traffic(e.traffic, c.network);
        LatencyOptions o = preset_named(e.preset).router;
        o.router.vcs = e.vcs;
        o.router.buffer_flits = e.buffer;
        o.router.lengths = {{e.flits, 1.0}};
        const LatencyModel model = c.model(o, *traffic);
        const double limit = model.saturation().load;
        std::vector<double> loads;
        for (int i = 1; i < 20; ++i) loads.push_back(limit * i / 20.0);
        loads.push_back(0.999 * limit);
        const std::vector<LatencyPoint> points = model.curve(loads);
        double last = model.zero_load_latency();
        for (const LatencyPoint& p : points) {
            CAPTURE(p.load / limit);
            REQUIRE(p.latency.has_value());
            CHECK(*p.latency > last);
            last = *p.latency;
            CHECK((p.status == PointStatus::ok) == (p.load <= 0.75 * limit * (1.0 + 1e-9)));
        }
        // Alone: ten times the iteration's tolerance.
        for (const std::size_t i : {9, 16, 18, 19})
            CHECK(*c.model(o, *traffic).at(loads[i]).latency ==
                  about(*points[i].latency).epsilon(i < 15 ? 1e-4 : 1e-3));
        CHECK(model.at(1.02 * model.saturation().upper).status == PointStatus::saturated);
    }
}

TEST_CASE("where the channels' bound is the knee, the curve near it begins where the solutions end") {
    struct Example {
        const char* word;
        const char* traffic;
        const char* preset;
    };
    for (const Example& e : {Example{"mesh:8x8", "transpose", "ideal"}, Example{"array:8", "complement", "booksim-min"},
                             Example{"mesh:9x9", "transpose", "booksim-min"}}) {
        CAPTURE(std::string(e.word));
        const Case c(e.word, 4);
        const auto traffic = make_traffic(e.traffic, c.network);
        LatencyOptions o = preset_named(e.preset).router;
        o.router.vcs = 4;
        o.router.buffer_flits = 16;
        o.router.lengths = {{1, 1.0}};
        const LatencyModel model = c.model(o, *traffic);
        const double limit = model.saturation().load;
        REQUIRE(
            limit ==
            about(model.channel_bound()).epsilon(0.015));  // where streams meet they wait without end just before it
        CHECK(*model.at(0.805 * limit).latency == about(*model.at(0.795 * limit).latency).epsilon(0.02));
        CHECK(*model.at(0.801 * limit).latency == about(*model.at(0.799 * limit).latency).epsilon(0.01));
    }
}

TEST_CASE("the knee that is found by strains is the largest load that has a solution by loads") {
    struct Example {
        const char* word;
        int vcs;
        const char* traffic;
        const char* preset;
        std::uint32_t buffer = 2, flits = 16;
    };
    for (const Example& e :
         {Example{"array:2", 2, "uniform", "ideal"}, Example{"mesh:6x6", 2, "uniform", "ideal"},
          Example{"torus:6x6", 2, "uniform", "ideal"}, Example{"torus:6x6", 2, "transpose", "ideal"},
          Example{"mesh:6x6", 2, "uniform", "booksim-min"}, Example{"htn2:4,2", 6, "uniform", "thesis", 1},
          // The network fills up before its sources do; a few sources do alone.
          Example{"mesh:4x4", 4, "uniform", "booksim-min", 16, 5}, Example{"mesh:4x4", 3, "bit-reversal", "ideal"},
          Example{"mesh:8x8", 2, "shuffle", "ideal"}, Example{"torus:8x8", 2, "bit-reversal", "ideal"}}) {
        CAPTURE(std::string(e.word));
        CAPTURE(std::string(e.traffic));
        CAPTURE(std::string(e.preset));
        const Case c(e.word, e.vcs);
        const auto traffic = make_traffic(e.traffic, c.network);
        LatencyOptions o = preset_named(e.preset).router;
        o.router.vcs = e.vcs;
        o.router.buffer_flits = e.buffer;
        o.router.lengths = {{e.flits, 1.0}};
        if (o.channel_latency.empty())
            o.channel_latency.assign(c.network.channel_latency_cycles.begin(), c.network.channel_latency_cycles.end());
        queueing::Case its(c.network, *c.routing, c.rule, *traffic, o);
        const queueing::QueueNetwork net = queueing::make_network(its);
        const double knee = queueing::LoadCurve(net).knee();
        queueing::Solver solver(net);
        double low = 0.0, high = net.bounds.load;
        std::vector<double> last;
        while (high - low > 2e-3 * high) {
            const double middle = (low + high) / 2.0;
            const queueing::Solution s = solver.solve({.load = middle, .strain = 0.0}, last);
            const bool solved =
                s.outcome == queueing::Outcome::converged && s.total < queueing::knee_latency * net.totals.zero_load;
            (solved ? low : high) = middle;
            if (solved) last = s.state;
        }
        CHECK(knee == about(low).epsilon(0.026));
    }
}

TEST_CASE("in long rows saturation is where streams that stand keep all others back") {
    struct Example {
        const char* word;
        int vcs;
        double simulated;  // saturation, 1 or 2 runs of 15,000 cycles
    };
    for (const Example& e :
         {Example{"mesh:24x24", 2, 0.0970}, Example{"mesh:32x32", 2, 0.0745}, Example{"mesh:32x32", 4, 0.0934}}) {
        CAPTURE(std::string(e.word));
        CAPTURE(e.vcs);
        const Case c(e.word, e.vcs);
        const auto traffic = make_traffic("uniform", c.network);
        LatencyOptions o = preset_named("ideal").router;
        o.router.vcs = e.vcs;
        const LatencyModel model = c.model(o, *traffic);
        const SaturationEstimate limit = model.saturation();
        CHECK(limit.load == about(e.simulated).epsilon(0.15));
        CHECK(limit.lower < limit.load);
        CHECK(limit.load < limit.upper);
        CHECK(model.at(0.99 * limit.load).latency.has_value());
        CHECK(model.at(1.01 * limit.upper).status == PointStatus::saturated);
    }
}

TEST_CASE("where messages never meet and ports take one flit a cycle, the load rises to the channels' bound") {
    const Case c("mesh:4x4", 2);
    const auto traffic = make_traffic("neighbor", c.network);
    LatencyOptions o = preset_named("booksim-min").router;
    o.router.lengths = {{1, 1.0}};
    const LatencyModel model = c.model(o, *traffic);
    CHECK(model.channel_bound() == about(1.0));
    CHECK(model.saturation().load > 0.98);
    for (const double load : {0.3, 0.6, 0.9, 0.95})
        CHECK(*model.at(load).latency == about(model.zero_load_latency()).epsilon(0.02));
}

TEST_CASE("beyond saturation there is a status and no number") {
    const Case c("mesh:4x4", 2);
    const auto uniform = make_traffic("uniform", c.network);
    const LatencyModel model = c.model(preset_named("ideal").router, *uniform);
    const SaturationEstimate limit = model.saturation();
    CHECK(limit.load > 0.0);
    CHECK(limit.load <= limit.channel_bound);
    CHECK(limit.lower <= limit.load);
    CHECK(limit.load <= limit.upper);
    CHECK(limit.bottleneck_place.find("axis") != std::string::npos);
    const LatencyPoint past = model.at(1.2 * limit.channel_bound);
    CHECK(past.status == PointStatus::saturated);
    CHECK_FALSE(past.latency.has_value());
    CHECK(model.at(0.9 * limit.load).status != PointStatus::ok);
    CHECK(*model.at(0.0).latency == model.zero_load_latency());
    double last = 0.0;
    for (const double fraction : {0.1, 0.3, 0.5, 0.7}) {
        const LatencyPoint p = model.at(fraction * limit.load);
        CHECK(p.status == PointStatus::ok);
        CHECK(*p.latency > last);
        last = *p.latency;
    }
}

TEST_CASE("the model refuses loads and options that mean nothing") {
    const Case c("mesh:4x4", 2);
    const auto uniform = make_traffic("uniform", c.network);
    const LatencyModel model = c.model(preset_named("ideal").router, *uniform);
    CHECK_THROWS_AS((void)model.at(-0.1), InputError);
    CHECK_THROWS_AS((void)model.at(std::nan("")), InputError);
    LatencyOptions o = preset_named("ideal").router;
    o.router.vcs = 1;
    CHECK_THROWS_AS(static_cast<void>(c.model(o, *uniform)), InputError);  // the rule needs two
    o = preset_named("ideal").router;
    o.router.lengths = {{0, 1.0}};
    CHECK_THROWS_AS(static_cast<void>(c.model(o, *uniform)), InputError);
    o = preset_named("ideal").router;
    o.router.vcs = 64;
    o.router.ports.injection_channels = 2;
    CHECK_THROWS_AS(static_cast<void>(c.model(o, *uniform)), InputError);  // more than the 64 VCs that a port can have
    CHECK_THROWS_AS(preset_named("thesys").router, InputError);
}

TEST_CASE("stations of many inputs stay in the range of a double") {
    // Every node of a complete graph sends to all others over channels of its own: what saturates is the ports, the
    // same for all sizes.
    const auto saturation = [](const char* word) {
        const Case c(word);
        return c.model(preset_named("ideal").router, *make_traffic("uniform", c.network, {})).saturation().load;
    };
    const double small = saturation("complete:40");
    CHECK(small > 0.55);
    CHECK(saturation("complete:80") == about(small).epsilon(0.01));
    CHECK(saturation("complete:140") == about(small).epsilon(0.01));
}
