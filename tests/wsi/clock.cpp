// The clock of a router: its stages by hand, and between 10 and 60 FO4 whatever the preset and the technology.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

using namespace wafernet;

namespace {

RouterClock clock_of(const char* word, const std::string& preset, const char* technology,
                     std::optional<double> ghz = {}, std::optional<std::uint64_t> vcs = {}) {
    DesignPoint point;
    point.dynamic.preset = std::make_optional<std::string>(preset);
    point.dynamic.vcs = vcs;
    point.technology = technology;
    point.clock_ghz = ghz;
    return Design(word, point).router().timing;
}

}  // namespace

TEST_CASE("the stages of each preset by hand, for five ports and two virtual channels at 8 ps an FO4") {
    // rahman2006, Table 4.6, over 400 ps an FO4: decoder 2.7, decision 0.6 + 0.6 log2 5, crossbar 0.4 + 0.6 log2 5,
    // flow control 2.2, VC controller 1.24 + 0.6 log2 2, all in ns
    const double log5 = std::log2(5.0), routing = 2.7 + 0.6 + 0.6 * log5, crossbar = 0.4 + 0.6 * log5, control = 2.2,
                 vc = 1.24 + 0.6;
    const auto fo4 = [](double ns) { return ns / 0.4; };
    // 10 kohm x 0.1 fF and 200 ohm x 200 fF a mm: one tile is 1 mm
    const double wire = 1000.0 * 2.0 * std::sqrt(1e-3 * 4e-2) * (0.69 + std::sqrt(0.69 * 0.38)) / 8.0, latch = 1.8;
    const auto cycle = [](const char* preset) {
        return clock_of("mesh:8x8", preset, "hybrid-bond").cycle.in(8.0 * units::ps);
    };
    CHECK(cycle("ideal") == about(fo4(routing + crossbar + vc) + wire + latch).epsilon(1e-9));
    CHECK(clock_of("mesh:8x8", "thesis", "hybrid-bond", {}, 2).cycle.in(8.0 * units::ps) ==
          about(fo4(routing + crossbar + vc) + latch).epsilon(1e-9));  // the link has a cycle of its own
    CHECK(cycle("booksim-min") == about(fo4(std::max(routing + vc, control + vc)) + latch).epsilon(1e-9));
    CHECK(cycle("booksim-4stage") == about(15.0).epsilon(1e-9));  // routing takes 11.7 + 1.8, below the floor
    CHECK(fo4(routing) + latch < 15.0);
    CHECK(clock_of("mesh:8x8", "ideal", "hybrid-bond").stage == "router and link");
    CHECK(clock_of("mesh:8x8", "ideal", "hybrid-bond").stages == 1);
    CHECK(clock_of("mesh:8x8", "booksim-4stage", "hybrid-bond").stages == 5);
    CHECK(clock_of("mesh:8x8", "booksim-4stage", "hybrid-bond").stage == "clock_floor");
    CHECK(clock_of("mesh:8x8", "thesis", "thesis").stage == "router");
}

TEST_CASE("every preset has a clock between 10 and 60 FO4 in every technology, and its stage has a name") {
    for (const std::string& technology : technology_names()) {
        const Technology t = read_technology(technology);
        for (const Preset& preset : presets()) {
            for (const char* word : {"mesh:2", "ring:9", "mesh:16x16", "torus:8x8x8", "hypercube:10", "complete:64",
                                     "kmway-mesh:3,2", "htn:4,4,2,0"}) {
                if (word == std::string_view("kmway-mesh:3,2") && preset.name != "kmway" && preset.name != "ideal")
                    continue;  // has neither crossbars nor output buffers
                CAPTURE(technology);
                CAPTURE(preset.name);
                CAPTURE(word);
                const RouterClock clock = clock_of(word, std::string(preset.name), technology.c_str());
                const double gates = number(clock.cycle / t.gate_delay());
                CHECK(gates >= 10.0);
                CHECK(gates <= 60.0);
                CHECK_FALSE(clock.stage.empty());
                CHECK_FALSE(too_fast(clock));
            }
        }
    }
}

TEST_CASE("a clock of 1.5 GHz moves nanoseconds, Gbit/s and watts alike") {
    DesignPoint own, fixed;
    own.wire_cycles = fixed.wire_cycles = "no";
    fixed.clock_ghz = 1.5;
    const Design a("mesh:8x8", own), b("mesh:8x8", fixed);
    const double slower = number(b.router().clock / a.router().clock);
    CHECK(b.router().clock.in(units::ns) == about(1.0 / 1.5).epsilon(1e-12));
    CHECK(slower > 1.0);
    CHECK(b.ns(20.0) == about(a.ns(20.0) * slower).epsilon(1e-12));
    CHECK(b.gbit_per_s(0.1) == about(a.gbit_per_s(0.1) / slower).epsilon(1e-12));
    CHECK(b.gbit_per_s(0.1) == about(0.1 * 64.0 * 1.5).epsilon(1e-12));
    // Leakage does not follow the clock, all else does.
    const DesignEnergy x = a.energy(0.1), y = b.energy(0.1);
    CHECK((y.power.total() - y.power.leakage).in(units::W) ==
          about((x.power.total() - x.power.leakage).in(units::W) / slower).epsilon(1e-12));
    CHECK(y.power.leakage.in(units::W) == about(x.power.leakage.in(units::W)).epsilon(1e-12));
    CHECK(too_fast(clock_of("mesh:8x8", "ideal", "hybrid-bond", 20.0)).value_or("").find("router and link takes") !=
          std::string::npos);
    CHECK_THROWS_AS(clock_of("mesh:8x8", "ideal", "hybrid-bond", 100.0), InputError);  // 10 ps, latches take 14.4
    own.clock_ns = 1.0, own.clock_ghz = 1.0;
    CHECK_THROWS_AS(Design("mesh:8x8", own), InputError);
}
