// The interval around the estimated saturation load.
#include "queueing/saturation_interval.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "about.hpp"
#include "case.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::queueing;

TEST_CASE("every class of cases has a band of its own around the estimate") {
    std::set<std::string_view> names;
    for (const SaturationBand& band : saturation_bands()) {
        CHECK(names.insert(band.name).second);
        CHECK(band.below >= 0.0);
        CHECK(band.below < 1.0);
        CHECK(band.above >= 0.0);
        CHECK(band.below + band.above > 0.05);  // a simulated saturation is known to 2 %
        CHECK(band.cases > 0);
    }
    // Which trait decides first.
    const CaseTraits plain{.vc_use = 0.3, .most_vcs = 2, .least_buffer = 2.0, .flits = 16.0};
    const auto class_of = [](CaseTraits t) { return saturation_band(t).name; };
    CaseTraits t = plain;
    CHECK(class_of(t) == "other");
    t.few_pairs = true;
    CHECK(class_of(t) == "permutation");
    t.least_buffer = 1.0;
    CHECK(class_of(t) == "one-flit buffers");
    t.vc_use = 0.7;
    CHECK(class_of(t) == "VCs held by long messages");
    t.flits = 1.0;
    CHECK(class_of(t) == "VCs held by short messages (several a class)");
    t.most_vcs = 1;
    CHECK(class_of(t) == "VCs held by short messages (one a class)");
    t.choices = true;
    CHECK(class_of(t) == "adaptive");
    t.classical = true;
    CHECK(class_of(t) == "classical");
}

TEST_CASE("the interval holds the estimate, ends at no load above an exact bound, and is the band of its class") {
    struct Example {
        const char* word;
        const char* traffic;
        const char* preset;
        int vcs;
        std::uint32_t buffer, flits;
        const char* its_class;
    };
    for (const Example& e :
         {Example{"mesh:8x8", "uniform", "ideal", 2, 2, 16, "other"},
          Example{"mesh:8x8", "transpose", "ideal", 4, 2, 16, "permutation"},
          Example{"mesh:8x8", "neighbor", "ideal", 2, 8, 16, "permutation"},
          Example{"ring:9", "uniform", "ideal", 3, 16, 1, "VCs held by short messages (several a class)"},
          Example{"torus:8x8", "transpose", "ideal", 2, 2, 16, "VCs held by long messages"},
          Example{"mesh:4x4", "uniform", "ideal", 4, 1, 16, "one-flit buffers"}}) {
        CAPTURE(std::string(e.word));
        CAPTURE(std::string(e.traffic));
        const Network network = make_network(e.word);
        SimulationChoice choice;
        choice.preset = e.preset;
        choice.traffic = e.traffic;
        choice.settings = {
            {"vcs", std::to_string(e.vcs)}, {"buffer", std::to_string(e.buffer)}, {"flits", std::to_string(e.flits)}};
        const SimulationCase c = make_simulation_case(network, choice);
        const LatencyModel model(network, *c.routing, c.rule, *c.traffic, modelled_router(c.options));
        const SaturationEstimate s = model.saturation();
        CHECK(s.interval_class == e.its_class);
        CHECK(s.lower < s.load);
        CHECK(s.load <= s.upper);
        const double bound = std::min(s.channel_bound, s.vc_bound);
        CHECK(s.upper <= bound);
        const auto bands = saturation_bands();
        const auto its = [&](const SaturationBand& b) { return b.name == s.interval_class; };
        const auto band = std::find_if(bands.begin(), bands.end(), its);
        REQUIRE(band != bands.end());
        CHECK(s.lower == about((1.0 - band->below) * s.load));
        CHECK(s.upper == about(std::min(bound, (1.0 + band->above) * s.load)));
    }
}

TEST_CASE("the interval of a torus with long rows holds what was simulated there") {
    // torus:32x32, ideal, uniform: 0.0609, by the search for saturation with 5 seeds. Two views of the waiting times
    // enclosed 0.0625 to 0.0742.
    const Case c("torus:32x32", 2);
    const SaturationEstimate s =
        c.model(preset_named("ideal").router, *make_traffic("uniform", c.network)).saturation();
    CHECK(s.lower < 0.0609);
    CHECK(s.upper > 0.0609);
    CHECK(s.upper - s.lower < 0.25 * s.load);  // no wider than the class
}

TEST_CASE("numbers of a curve end within the interval") {
    for (const char* word : {"mesh:8x8", "torus:8x8", "array:16"}) {
        CAPTURE(std::string(word));
        const Case c(word, 2);
        const auto traffic = make_traffic("uniform", c.network);
        const LatencyModel model = c.model(preset_named("ideal").router, *traffic);
        const SaturationEstimate s = model.saturation();
        CHECK(model.at(0.99 * s.load).latency.has_value());
        CHECK(model.at(s.upper).status == PointStatus::saturated);
    }
}
