// Stacks whose planes are of unlike silicon.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "program.hpp"
#include "this_build.hpp"
#include "wafernet/design/design.hpp"
#include "wsi/monte_carlo.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

DesignPoint stacked(std::vector<std::string> planes) {
    DesignPoint point;
    point.planes = 4;
    point.plane_technologies = std::move(planes);
    return point;
}

// hybrid-bond with one value changed, as a file of its own.
std::string with(const Folder& folder, const std::string& key, const std::string& value) {
    std::ifstream in(source_folder() / "models/technology/hybrid-bond.toml");
    std::string text, line;
    while (std::getline(in, line)) text += (line.starts_with(key + " =") ? key + " = " + value : line) + '\n';
    return folder.write(key + ".toml", text);
}

}  // namespace

TEST_CASE("planes that are all named with the stack's technology change nothing") {
    for (const char* word : {"mesh:4x4x4", "karytree:2,4"}) {
        CAPTURE(word);
        const Design alike(word, stacked({})), named(word, stacked({"1=hybrid-bond,2=hybrid-bond", "4=hybrid-bond"}));
        CHECK(named.cost().cost.value().total.in(units::usd) ==
              doctest::Approx(alike.cost().cost.value().total.in(units::usd)).epsilon(1e-12));
        CHECK(named.yield().system.value() == doctest::Approx(alike.yield().system.value()).epsilon(1e-12));
        CHECK(named.energy(0.1).pj_per_bit == doctest::Approx(alike.energy(0.1).pj_per_bit).epsilon(1e-12));
        CHECK(named.router().clock.in(units::ns) == alike.router().clock.in(units::ns));
        CHECK(named.channel_cycles() == alike.channel_cycles());
    }
}

TEST_CASE("a plane with ten times the defects multiplies its own yield in, and one of dearer wafers its price") {
    const Folder folder;
    const Design alike("mesh:4x4x4", stacked({}));
    const Design dirty("mesh:4x4x4",
                       stacked({"2=" + with(folder, "defect_density", "{value = 1.0, unit = \"per_cm2\"}")}));
    DesignPoint at = stacked({});
    at.defects_per_cm2 = 1.0;
    const Design all_dirty("mesh:4x4x4", at);
    // Planes are tested before they are bonded with coverage 0.95: a plane of yield y passes on y^0.05 good ones.
    const double clean_plane = alike.yield().plane, dirty_plane = all_dirty.yield().plane;
    CHECK(dirty.yield().planes == doctest::Approx(std::pow(clean_plane, 3 * 0.05) * std::pow(dirty_plane, 0.05)));
    CHECK(dirty.yield().plane == doctest::Approx(dirty_plane));
    // Silicon: 3 wafers' dies at 9346 $ and one at 93460 $ cost 13 times a die in place of 4.
    const Design dear("mesh:4x4x4", stacked({"3=" + with(folder, "wafer_price", "{value = 93460, unit = \"usd\"}")}));
    const auto silicon = [](const Design& d) { return d.cost().cost.value().parts.front().amount.in(units::usd); };
    CHECK(silicon(dear) / silicon(alike) == doctest::Approx(13.0 / 4.0));
    // One yield, also where the technology of a plane says another coverage of its test.
    const Design sorted("mesh:4x4x4", stacked({"1=" + with(folder, "test_coverage", "{value = 0.5, unit = \"1\"}")}));
    CHECK(sorted.cost().cost.value().stack_yield == doctest::Approx(sorted.yield().system.value()).epsilon(1e-12));
    // The second road: stacks drawn one by one.
    for (const Design* d : {&dirty, &dear}) {
        const auto drawn = wafernet::test::simulate_cost(d->cost().flow, 20000, 1).value();
        CHECK(std::abs(drawn.total.in(units::usd)-d->cost().cost.value().total.in(units::usd)) <
              drawn.half_width.in(units::usd));
    }
}

TEST_CASE("one clock for all planes, and wires and routers of each plane's own energy") {
    const Folder folder;
    const Design alike("mesh:4x4x4", stacked({}));
    const Design slow("mesh:4x4x4", stacked({"4=" + with(folder, "fo4", "{value = 16, unit = \"ps\"}")}));
    DesignPoint all = stacked({});
    all.technology_values = {"fo4=16"};
    CHECK(slow.router().clock.in(units::ns) == Design("mesh:4x4x4", all).router().clock.in(units::ns));
    CHECK(slow.router().clock > alike.router().clock);
    // Whoever asks without a design has the same clock and wires.
    const Technology stack = technology_of(slow.point());
    const DesignRouter router = design_router(slow.network(), slow.configured(), slow.point(), stack);
    CHECK(router.clock.in(units::ns) == slow.router().clock.in(units::ns));
    const auto wires = wire_cycles(slow.network(), slow.point(), stack, router.timing);
    REQUIRE(wires.size() == slow.network().graph.channels());
    CHECK(std::ranges::all_of(wires, [](std::uint32_t cycles) { return cycles >= 1; }));
    // Wires of one of four equal planes take twice as much: 5/4 of the energy in wires.
    const Design hot("mesh:4x4x4",
                     stacked({"1=" + with(folder, "wire_energy", "{value = 26.3766, unit = \"fJ_per_mm\"}")}));
    CHECK(hot.energy(0.1).power.wires.in(units::mW) / alike.energy(0.1).power.wires.in(units::mW) ==
          doctest::Approx(1.25));
}

TEST_CASE("planes that are not there, technologies unknown or of other tiles are refused") {
    const auto refused = [](const std::string& said, const std::string& hint) {
        CAPTURE(said);
        try {
            static_cast<void>(Design("mesh:4x4x4", stacked({said})).stack());
            FAIL("not refused");
        } catch (const InputError& error) {
            CAPTURE(error.what());
            CHECK(std::string(error.what()).find(hint) != std::string::npos);
        }
    };
    refused("5=tsv", "no plane is called '5', must be a number from 1 to 4");
    refused("base=tsv", "no plane is called 'base'");
    refused("1", "must be PLANE=TECHNOLOGY");
    refused("1=", "must be PLANE=TECHNOLOGY");
    refused("1=no-such", "no-such");
    refused("1=thesis", "planes of a stack must have the same");
}

TEST_CASE("compare has a row for each of several technologies, with the figures that each has alone") {
    const std::vector<std::string> asked{
        "compare", "mesh:4x4", "torus:4x4", "--planes", "2", "--metric", "clock_ns,cost_usd_per_system"};
    const auto with_technology = [&](const std::string& technology) {
        std::vector<std::string> words = asked;
        words.insert(words.end(), {"--technology", technology});
        return csv(words);
    };
    const Records both = with_technology("hybrid-bond,microbump");
    REQUIRE(both.size() == 5);
    CHECK(both[0][1] == "technology");
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
        const char* technology = k == 0 ? "hybrid-bond" : "microbump";
        const Records alone = with_technology(technology);
        for (const std::size_t row : {std::size_t{1}, std::size_t{2}}) {
            std::vector<std::string> expected = alone[row];
            expected.insert(expected.begin() + 1, technology);
            std::vector<std::string> found = both[2 * k + row];
            expected.back().clear(), found.back().clear();  // the design point
            CHECK(found == expected);
        }
    }
    CHECK(program({"compare", "mesh:4x4", "--technology", "tsv,tsv"}).code == 2);
}
