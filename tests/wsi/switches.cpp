// Silicon, yield and price of nodes that are switches.
#include <doctest/doctest.h>

#include <cmath>

#include "wafernet/design/design.hpp"

using namespace wafernet;

namespace {

DesignPoint with(std::vector<std::string> values) {
    DesignPoint point;
    point.technology_values = std::move(values);
    return point;
}

double dollars(const char* word, const DesignPoint& point) {
    return Design(word, point).cost().cost.value().total.in(units::usd);
}

}  // namespace

TEST_CASE("the switches of a small fat tree by hand") {
    // karytree:2,3 has 8 PEs and 3 levels of 4 switches: 8 of 4 ports, 4 at the top of 2 ports; 2 VCs of 2 flits of 64
    // bits. Gates (rahman2006, Table 4.3): P (320 + 100) + 17 P^2 + 29 P^2 + (P - 1) 126 V
    //   4 ports: 1680 + 272 + 464 + 756 = 3172;  2 ports: 840 + 68 + 116 + 252 = 1276;  8 x 3172 + 4 x 1276 = 30480
    // Buffers: (8 x 4 + 4 x 2) x 2 VCs x 2 flits = 160 flits. Crosspoints: 8 x 16 + 4 x 4 = 144.
    const Design tree("karytree:2,3", {});
    const Switches& s = tree.stack().switches;
    CHECK(s.count == 12);
    CHECK(s.gates == doctest::Approx(30480));
    CHECK(s.buffer_flits == doctest::Approx(160));
    CHECK(s.crosspoints == doctest::Approx(144));
    CHECK(tree.stack().pes == 8);
    // hybrid-bond, in um2: 12 x 20000 + 30480 x 0.06 + 160 x 64 x 0.2 + 144 x (68 lines x 0.2 um)^2
    //   = 240000 + 1828.8 + 2048 + 26634.24 = 270511.04
    const Area area = silicon(s, tree.technology());
    CHECK(area.in(units::mm2) == doctest::Approx(0.27051104));
    // A defect anywhere on a switch kills the plane: exp(-0.1 per cm2 x 0.0027051104 cm2).
    CHECK(tree.yield().fabric == doctest::Approx(std::exp(-0.00027051104)));
    // 8 PEs and 2 spare ones, one block: the plane works where the block and the switches do.
    CHECK(tree.yield().plane == doctest::Approx(tree.yield().block * tree.yield().fabric));
}

TEST_CASE("what a switch needs is paid for, and what has no switches pays nothing for them") {
    for (const char* word : {"karytree:2,4", "concentrated:4:mesh:4x4", "concentrated:4:dragonfly:2,4"}) {
        CAPTURE(word);
        const double usual = dollars(word, {});
        for (const char* more : {"switch_base_area=0.5", "gate_area=30", "buffer_bit_area=60", "line_width=0.8"}) {
            CAPTURE(more);
            CHECK(dollars(word, with({more})) > usual);
        }
        DesignPoint vcs;
        vcs.dynamic.vcs = 8;
        CHECK(dollars(word, vcs) >= usual);
        DesignPoint planes;
        planes.planes = 4;
        const Design stacked(word, planes);
        CHECK(stacked.yield().system.value() > 0.0);
        CHECK(stacked.yield().system.value() < 1.0);
    }
    CHECK(Design("mesh:4x4", {}).stack().switches.count == 0);
    CHECK(Design("mesh:4x4", {}).yield().fabric == 1.0);
    CHECK(dollars("mesh:4x4", with({"switch_base_area=0.5"})) == dollars("mesh:4x4", {}));
}

TEST_CASE("a spare PE takes no room for a switch") {
    // Four PEs a router of mesh:4x4: 64 PEs with 7 spare ones, 16 switches; the plane grows by the share of the PEs.
    DesignPoint point;
    const Design design("concentrated:4:mesh:4x4", point);
    const DesignStack& stack = design.stack();
    CHECK(stack.pes == 64);
    const double pe = design.technology().pe_critical_area().in(units::mm2);
    const double switches = silicon(stack.switches, design.technology()).in(units::mm2) / pe;
    const double spare = 64.0 * (design.yield().spares.area_factor() - 1.0);
    CHECK(spare > 0.0);
    CHECK(stack.made.value().total.in(units::mm2) / stack.plane.value().total.in(units::mm2) ==
          doctest::Approx((64.0 + switches + spare) / (64.0 + switches)));
}

TEST_CASE("a technology without the areas of a switch is refused by the name of what lacks") {
    DesignPoint point = with({});
    Technology technology = technology_of(point);
    technology.switches.gate.reset();
    try {
        static_cast<void>(silicon(Design("karytree:2,3", {}).stack().switches, technology));
        FAIL("not refused");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).find("gives no gate_area") != std::string::npos);
    }
}
