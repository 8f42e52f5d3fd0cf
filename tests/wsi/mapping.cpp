#include "wafernet/wsi/mapping.hpp"

#include <doctest/doctest.h>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

double steps(const char* word, Application application, std::string_view place = "") {
    for (const MappingFormula& f : mapping_formulas(make_network(word))) {
        if (f.application == application && (place.empty() || f.source.place == place)) return f.steps.value_or(-1.0);
    }
    return -2.0;
}

constexpr auto bitonic = Application::bitonic_merge;
constexpr auto maximum = Application::maximum;

}  // namespace

TEST_CASE("Table 5.1 and the equations behind it give the printed step counts for levels 2 and 3") {
    CHECK(steps("torus:32x32", bitonic) == 4 * 31);
    CHECK(steps("torus:32x32", maximum) == 2 * 31);
    CHECK(steps("torus:16x16x16", bitonic) == 6 * 15);
    CHECK(steps("torus:16x16x16", maximum) == 3 * 15);
    CHECK(steps("torus:16x16x16", bitonic, "Table 5.1") == 6 * 63);  // the misprint: square root
    CHECK(steps("htn:4,4,2,0", bitonic) == 192 + 18);
    CHECK(steps("htn:4,4,3,0", bitonic) == 2 * 192 + 18);
    CHECK(steps("htn:4,4,2,0", maximum) == 12 + 18);
    CHECK(steps("htn:4,4,2,0", Application::fft) == 192 + 18);
    CHECK(steps("htn:4,4,2,1", bitonic) == 96 + 18);
}

TEST_CASE("Eq. 5.21 as printed has no value for q = 0 and the corrected one does") {
    int printed = 0;
    for (const MappingFormula& f : mapping_formulas(make_network("htn:4,4,2,0"))) {
        if (f.application != bitonic) continue;
        CHECK(f.steps.has_value() == f.corrected);
        printed += f.corrected ? 0 : 1;
    }
    CHECK(printed == 1);
}

TEST_CASE("formulas need extents that are powers of two") {
    CHECK(steps("torus:6x6", bitonic) == -1.0);
    CHECK(steps("htn:3,3,2,0", bitonic) == -2.0);
}

TEST_CASE("CONVERGE scheduled on tori takes exactly the steps of Eqs. 5.9 to 5.12") {
    for (const char* word : {"torus:8x8", "torus:16x16", "torus:32x32", "torus:4x4x4", "torus:8x8x8"}) {
        CAPTURE(word);
        const ConvergeSchedule s = schedule_converge(make_network(word));
        CHECK(static_cast<double>(s.bitonic_steps) == steps(word, bitonic));
        CHECK(static_cast<double>(s.maximum_steps) == steps(word, maximum));
        CHECK(s.distance_bound == s.bitonic_steps);
    }
}

TEST_CASE("CONVERGE on a hypercube takes one step a stage and way") {
    const ConvergeSchedule s = schedule_converge(make_network("hypercube:7"));
    CHECK(s.bitonic_steps == 14);
    CHECK(s.maximum_steps == 7);
}

TEST_CASE("CONVERGE scheduled on HTN(4,4,2,0) is faster than the formula, which uses one direction of every ring") {
    const ConvergeSchedule s = schedule_converge(make_network("htn:4,4,2,0"));
    CHECK(s.bitonic_steps < 210);
    CHECK(s.bitonic_steps >= s.distance_bound);
    // 64 data leave each of two modules of a ring, and 4 links on each side of a module carry them: 16 steps a stage
    // and way, two stages in each of two axes; 18 inside the module
    CHECK(s.bitonic_steps >= 2 * 2 * 2 * 64 / 8 + 18);
    CHECK(s.stage_steps.size() == 10);
}

TEST_CASE("CONVERGE needs a power of two nodes") {
    CHECK_THROWS_WITH_AS(schedule_converge(make_network("torus:3x5")),
                         "torus:3x5 has 15 nodes, CONVERGE needs a power of two", InputError);
}
