// Stacks drawn part by part: how many are whole is the yield that formulas give, and what the others have lost.
#include "wafernet/design/made_stacks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

DesignPoint point_of(double spares, std::uint64_t unit, double defects) {
    DesignPoint point;
    point.spares = spares;
    point.spare_unit = unit;
    point.defects_per_cm2 = defects;
    point.planes = 4;
    return point;
}

}  // namespace

TEST_CASE("as many drawn stacks are whole as the yield of the system says") {
    std::vector<std::pair<const char*, DesignPoint>> cases{
        {"mesh:8x8", point_of(0.25, 8, 2.0)},    // tested planes, spare nodes and spare blocks
        {"torus:9x8", point_of(0.125, 7, 1.0)},  // a last block that is smaller
        {"htn:2,4,2,0", point_of(0.0, 64, 0.2)},  {"fattree:4", point_of(0.25, 4, 1.0)},  // some nodes are switches
        {"hypercube:6", point_of(0.25, 16, 1.0)}, {"mesh:8x8", point_of(0.0, 16, 0.3)}};
    cases[2].second.cost.known_good = "no";
    cases[3].second.planes = 2;
    cases[4].second.cost.wire_group = 32;
    cases[4].second.cost.wire_spares = 1;
    cases[4].second.technology_values = {"wire_failure=2e-4", "bond_yield=0.9"};
    cases[5].second.defect_model = "negative-binomial";
    for (const auto& [word, point] : cases) {
        CAPTURE(word);
        const Design design(word, point);
        const double yield = design.yield().system.value();
        const StackLine line(design);
        constexpr int draws = 4000;
        int whole = 0;
        for (int i = 0; i < draws; ++i) {
            const MadeStack stack = line.draw(static_cast<std::uint64_t>(i) + 1);
            whole += stack.whole;
            if (stack.whole) {
                CHECK(stack.lost.nodes.size() + stack.lost.processors.size() + stack.lost.channels.size() == 0);
            }
        }
        CAPTURE(whole);
        CAPTURE(yield);
        CHECK(yield > 0.05);
        CHECK(yield < 0.99);
        // Four standard deviations: one of 16,000 right programs would fail here.
        CHECK(std::abs(whole / double{draws} - yield) < 4.0 * std::sqrt(yield * (1 - yield) / draws));
    }
}

TEST_CASE("without spares every fault of a PE loses its processor, and a bond all links over it") {
    // 64 PEs on one plane, no test before bonding where there is nothing to bond: lost processors are 64 (1 - y) in
    // the mean, y the yield of one.
    DesignPoint point = point_of(0.0, 64, 1.0);
    point.planes = 1;
    const Design design("mesh:8x8", point);
    const StackLine line(design);
    double lost = 0.0, routers = 0.0;
    constexpr int draws = 4000;
    for (int i = 0; i < draws; ++i) {
        const MadeStack stack = line.draw(static_cast<std::uint64_t>(i) + 1);
        lost += static_cast<double>(stack.lost.processors.size()) / draws;
        routers += static_cast<double>(stack.lost.nodes.size()) / draws;
    }
    const double pe = 64.0 * (1.0 - design.yield().node);
    CHECK(std::abs(lost - pe) < 4.0 * std::sqrt(pe / draws));
    // Of 64 tiles whose channels all work with probability p each fails by itself: 64 (1 - p^(1/64)).
    const double tiles = 64.0 * (1.0 - std::pow(design.yield().switches, 1.0 / 64));
    CHECK(std::abs(routers - tiles) < 4.0 * std::sqrt(tiles / draws));
    // Nothing but the bond can fail: 16 links go from plane to plane of a 4 x 4 x 2 mesh, both ways.
    DesignPoint bonds = point_of(0.0, 16, 0.0);
    bonds.planes = 2;
    bonds.technology_values = {"wire_failure=0", "bond_yield=0.5"};
    const Design two("mesh:4x4x2", bonds);
    const StackLine bonded(two);
    int apart = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const MadeStack stack = bonded.draw(seed);
        CHECK((stack.lost.channels.size() == 32 || stack.whole));
        apart += !stack.whole;
    }
    CHECK(std::abs(apart - 200) < 40);  // four standard deviations of 10
}
