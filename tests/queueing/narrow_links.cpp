// Stacks whose vertical links are narrower than a flit: the model beside the simulator.
#include <doctest/doctest.h>

#include "about.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/sim/load_curve.hpp"

using namespace wafernet;

TEST_CASE("the stated interval holds the simulated saturation of stacks with narrow vertical links" *
          doctest::test_suite("long")) {
    struct Stack {
        const char* word;
        std::uint64_t planes, bits;
    };
    for (const Stack& stack :
         {Stack{"mesh:4x4x4", 4, 16}, {"torus:4x4x4", 4, 32}, {"mesh:4x4x2", 2, 8}, {"htn:4,2,2,0", 4, 32}}) {
        CAPTURE(stack.word);
        DesignPoint point;
        point.planes = stack.planes;
        point.placement = "address";
        point.flit_bits = 64;
        point.vertical_bits = stack.bits;
        point.wire_cycles = "no";
        const Design design(stack.word, point);
        const LatencyCase& c = design.dynamic();
        const SaturationEstimate& model = design.saturation();
        const double simulated = find_saturation({*c.network, *c.routing, c.rule, *c.traffic}, c.simulation);
        CAPTURE(model.load);
        CAPTURE(simulated);
        CHECK(simulated >= model.lower);
        CHECK(simulated <= model.upper * 1.02);  // which is found to 2 %
    }
}

TEST_CASE("links that are twice as narrow never saturate later, and as wide ones change nothing") {
    double before = 10.0;
    for (const std::uint64_t bits : {64, 32, 16, 8}) {
        DesignPoint point;
        point.planes = 2;
        point.placement = "address";
        point.flit_bits = 64;
        if (bits < 64) point.vertical_bits = bits;
        const double load = Design("mesh:2x4", point).saturation().load;
        CHECK(load <= before);
        before = load;
        if (bits != 64) continue;
        point.vertical_bits = 64;
        CHECK(Design("mesh:2x4", point).saturation().load == load);
    }
}
