// Money: dies, tests, stacks, vertical wires, against published and computed examples and against drawing.
#include "wafernet/wsi/cost.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <tuple>

#include "monte_carlo.hpp"
#include "wafernet/base/error.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

doctest::Approx near(double value) { return doctest::Approx(value).epsilon(2e-5); }

Wafer bare(double diameter = 300.0, double price = 0.0) {
    return {diameter * units::mm, Length{}, Length{}, price * units::usd};
}

double dies(double side, DieForm form, const Wafer& wafer = bare()) {
    return dies_per_wafer(wafer, side * units::mm, side * units::mm, form);
}

double usd(const StackFlow& flow) {
    const auto cost = stack_cost(flow);
    REQUIRE(cost);
    return cost->total.in(units::usd);
}

// Four planes of 100 mm2 on 300 mm wafers of 9346 usd, 10,000 vertical wires an interface, a spare for 50.
StackFlow four_planes() {
    StackFlow f;
    f.planes = 4;
    f.plane.silicon = 9346.0 / 613.0 * units::usd;
    f.plane.yield = area_yield({DefectModel::negative_binomial, 3.0}, 100.0 * units::mm2, 0.09 * units::per_cm2);
    f.coverage = 0.95;
    f.interface_yield = 0.99 * interface_yield({10000, 50, 1}, 1e-4);
    f.stack_test = 1.0 * units::usd;
    return f;
}

StackFlow known_good() {
    StackFlow f = four_planes();
    f.plane.test = 0.5 * units::usd;
    f.bond = 2.0 * units::usd;
    return f;
}

}  // namespace

TEST_CASE("dies of a wafer by both forms") {
    const std::tuple<double, double, double> expected[] = {{5, 2694.15, 2709}, {10, 640.215, 657}, {15, 269.730, 277},
                                                           {20, 143.393, 150}, {26, 78.9328, 89},  {33, 44.7140, 52},
                                                           {50, 14.9457, 21},  {75, 3.68060, 6},   {100, 0.404259, 4}};
    for (const auto& [side, textbook, count] : expected) {
        CAPTURE(side);
        CHECK(dies(side, DieForm::textbook) == near(textbook));
        CHECK(dies(side, DieForm::count) == count);
    }
    for (const auto& [side, count] : {std::pair{106.0, 4.0}, {107.0, 2.0}, {150.0, 1.0}, {212.0, 1.0}, {213.0, 0.0}}) {
        CHECK(dies(side, DieForm::count) == count);
    }
    CHECK(dies_per_wafer({300.0 * units::mm, 3.0 * units::mm, 0.1 * units::mm, {}}, 26.0 * units::mm,
                         33.0 * units::mm) == 64.0);
}

TEST_CASE("published costs of dies") {
    // Hennessy & Patterson, Computer Architecture, sec. 1.6: 270 and 640 dies.
    CHECK(std::round(dies(15, DieForm::textbook)) == 270.0);
    CHECK(std::round(dies(10, DieForm::textbook)) == 640.0);
    // Chiplet Actuary's dies: edge 5 mm, scribe line 0.2 mm, alpha 10.
    const std::tuple<double, double, double, double, double, double, double> actuary[] = {
        {16988, 0.11, 100, 571.712, 0.896372, 29.7142, 33.1494},
        {3984, 0.08, 200, 276.195, 0.853224, 14.4246, 16.9060},
        {9346, 0.09, 800, 58.7930, 0.498944, 158.965, 318.602}};
    for (const auto& [price, density, area, count, yield, raw, good] : actuary) {
        const Wafer wafer{300.0 * units::mm, 5.0 * units::mm, 0.2 * units::mm, price * units::usd};
        const double n = dies(std::sqrt(area), DieForm::textbook, wafer);
        const double y =
            area_yield({DefectModel::negative_binomial, 10.0}, area * units::mm2, density * units::per_cm2);
        CHECK(n == near(count));
        CHECK(y == near(yield));
        CHECK(price / n == near(raw));
        CHECK(price / n / y == near(good));
    }
    // RapidChiplet's example chiplet: whole dies of a wafer of 500 usd.
    const double n = std::floor(dies(std::sqrt(77.4), DieForm::textbook, bare(203.2)));
    CHECK(n == 367.0);
    CHECK(500.0 / (n * area_yield({DefectModel::seeds}, 77.4 * units::mm2, 0.005 * units::per_mm2)) == near(1.88965));
}

TEST_CASE("a package with its losses, as Chiplet Actuary has it") {
    // One chip of 800 mm2 on an organic substrate, 7 nm: its chip's known good price, package 16 usd, packaging yields
    // 0.99.
    StackFlow f;
    f.plane.silicon = (162.965 + 159.637) * units::usd;
    f.known_good = false;
    f.package = 16.0 * units::usd;
    f.assembly_yield = 0.99;
    const auto cost = stack_cost(f);
    REQUIRE(cost);
    // Their packages lose 1 % of the package and of the chips: 3.25860 + 0.161616.
    CHECK(cost->total.in(units::usd) == near(342.022));
}

TEST_CASE("a whole wafer has its defects, and what it works without repair hangs on how they gather") {
    // 46,225 mm2 and 970,000 cores as Cerebras gives them, 0.001 defects a mm2, critical area of a core 0.04 mm2
    const Area wafer = 46225.0 * units::mm2;
    const DefectDensity density = 0.001 * units::per_mm2;
    CHECK(number(wafer * density) == near(46.225));
    CHECK(area_yield({}, wafer, density) == near(8.40887e-21));
    CHECK(area_yield({DefectModel::negative_binomial, 2.0}, wafer, density) == near(0.00171995));
    CHECK(970000.0 * (1.0 - area_yield({}, 0.04 * units::mm2, density)) == near(38.7992));
    CHECK(dies_per_wafer(bare(), 215.0 * units::mm, 215.0 * units::mm) ==
          0.0);  // 215 x 215 mm with its corners does not fit a circle of 300
    CHECK(dies_per_wafer(bare(), 212.0 * units::mm, 212.0 * units::mm) == 1.0);
}

TEST_CASE("two chips in one package, as Chiplet Actuary has it") {
    // 7 nm, 400 mm2 each on an organic substrate: chips 147.802 with 61.0133 lost to defects, package 32 usd, 0.99 a
    // chip
    StackFlow f;
    f.plane.silicon = (147.802 + 61.0133) * units::usd;
    f.known_good = false;
    f.package = 32.0 * units::usd;
    f.assembly_yield = 0.99 * 0.99;
    CHECK(usd(f) == near(245.705));
}

TEST_CASE("what passes a test") {
    CHECK(tested(0.4, 0.9).pass == near(0.438383));
    CHECK(tested(0.4, 0.9).quality == near(0.912444));
    CHECK(tested(0.7, 0.0).pass == 1.0);
    CHECK(tested(0.7, 0.0).quality == doctest::Approx(0.7));
    CHECK(tested(0.7, 1.0).pass == doctest::Approx(0.7));
    CHECK(tested(0.7, 1.0).quality == doctest::Approx(1.0));
}

TEST_CASE("a stack of four planes, blind and known good") {
    StackFlow blind = four_planes();
    blind.known_good = false;
    blind.bond = 1500.0 / 613.0 * units::usd;
    CHECK(blind.plane.yield == near(0.915142));
    CHECK(usd(blind) == near(102.648));
    CHECK(stack_cost(blind)->stack_yield == near(0.675379));
    StackFlow good = known_good();
    CHECK(usd(good) == near(79.8321));
    CHECK(stack_cost(good)->stack_yield == near(0.946001));
    StackFlow each = known_good();
    each.test_each_bond = true;
    each.bond_test = 0.3 * units::usd;
    CHECK(usd(each) == near(79.5149));
    // Where blind wafers become the cheaper ones.
    const auto dearer = [&](double yield) {
        blind.plane.yield = yield;
        StackFlow tested_ones = known_good();
        tested_ones.plane.yield = yield;
        return usd(blind) - usd(tested_ones);
    };
    CHECK(dearer(0.99679) > 0.0);
    CHECK(dearer(0.99680) < 0.0);
}

TEST_CASE("spare modules and spare planes") {
    // rahman2006, sec. 5.2: 20 basic modules of 4 planes of 20 PEs, tiles of 9 mm2, here at 0.05 usd a mm2.
    const auto system = [](double density, std::uint64_t columns, std::uint64_t modules) {
        RedundantSystem s;
        s.spare_columns = columns;
        s.levels[0].spares = modules;
        const double tiles = 4.0 * 4.0 * (4.0 + static_cast<double>(columns)) * (16.0 + static_cast<double>(modules));
        return tiles * 9.0 * 0.05 / YieldModel(s, {}).at(density * units::per_cm2).levels[0];
    };
    CHECK(system(0.10, 1, 4) == near(723.592));
    CHECK(system(0.10, 0, 0) == near(59692.6));
    CHECK(system(0.50, 1, 4) == near(1904.85));
    CHECK(system(0.50, 0, 0) == near(1.68095e13));
    const double by_spares[] = {1504.34, 827.407, 707.223, 699.410, 723.592, 756.748, 792.141};
    for (std::uint64_t r = 0; r < 7; ++r) CHECK(system(0.10, 1, r) == near(by_spares[r]));
    CHECK(at_least(4, 5, 0.9) == near(0.918540));
    CHECK(5.0 / at_least(4, 5, 0.9) == near(5.44342));
    CHECK(4.0 / at_least(4, 4, 0.9) == near(6.09663));
}

TEST_CASE("vertical wires with spares, and faults that gather") {
    CHECK(interface_yield({4, 4, 2}, 0.01) == doctest::Approx(0.999980446).epsilon(1e-9));
    CHECK(interface_yield({1000, 4, 2}, 0.01) == near(0.995123));
    CHECK(interface_yield({1000, 8, 1}, 0.01) == near(0.650375));
    CHECK(interface_yield({1000, 0, 0}, 0.01) == near(4.31712e-5));
    CHECK(interface_yield({10000, 50, 1}, 1e-4) == near(0.997462));
    CHECK(interface_yield({10000, 0, 0}, 1e-4) == near(0.367861));
    // Loi et al. 2008 print 66 % without and 98 % with spares: four groups of one, taken as Poisson faults of one mean.
    const double mean = -std::log(0.66);
    for (const auto& [groups, yield] : {std::pair{1.0, 0.934240}, {2.0, 0.962728}, {4.0, 0.980008}}) {
        CHECK(std::pow(std::exp(-mean / groups) * (1.0 + mean / groups), groups) == near(yield));
    }
    const auto ten = [](std::uint64_t spares, WireClusters clusters, double alpha) {
        return interface_yield({1000, 100, spares}, 1e-3, clusters, alpha);
    };
    const auto poisson = [&](std::uint64_t spares) {
        return ten(spares, WireClusters::group, 1e6);
    };  // the limit of many
    CHECK(poisson(0) == near(0.367879));
    CHECK(poisson(2) == near(0.998362));
    CHECK(ten(0, WireClusters::group, 1.0) == near(0.385543));
    CHECK(ten(2, WireClusters::group, 1.0) == near(0.992099));
    CHECK(ten(0, WireClusters::interface, 1.0) == near(0.5));
    CHECK(ten(2, WireClusters::interface, 1.0) == near(0.992422));
    for (const WireClusters c : {WireClusters::none, WireClusters::group, WireClusters::interface}) {
        for (const std::uint64_t spares : {0, 1, 2}) {
            const Estimate drawn = simulate_interface({1000, 100, spares}, 1e-3, c, 1.0, 4000, 5);
            CHECK(std::abs(drawn.value - ten(spares, c, 1.0)) < drawn.half_width);
        }
    }
    CHECK(interface_yield({0, 4, 2}, 0.5) == 1.0);
    CHECK(interface_yield({4, 4, 3}, 1.0) == 0.0);
}

TEST_CASE("repairable patterns of faulty wires are those that trying all of them finds") {
    // Eight wires in groups of three, the last of two, each with a spare: 4 + 4 + 3 wires. Bits of `pattern` are
    // faults.
    const WireGroups wires{8, 3, 1};
    constexpr int all = 11, sizes[] = {4, 4, 3};
    std::vector<double> good(all + 1, 0.0), total(all + 1, 0.0);
    for (unsigned pattern = 0; pattern < 1U << all; ++pattern) {
        bool repaired = true;
        int first = 0, faults = 0;
        for (const int size : sizes) {
            int of_group = 0;
            for (int w = first; w < first + size; ++w) of_group += pattern >> w & 1U ? 1 : 0;
            first += size, faults += of_group;
            repaired = repaired && of_group <= 1;
        }
        total[static_cast<std::size_t>(faults)] += 1.0, good[static_cast<std::size_t>(faults)] += repaired ? 1.0 : 0.0;
    }
    const std::vector<double> share = repairable_share(wires, all);
    for (std::size_t k = 0; k <= all; ++k) CHECK(share[k] == doctest::Approx(good[k] / total[k]).epsilon(1e-9));
    // Faults that may hit a wire again: 11^4 ways of four, and so on.
    for (int faults = 0; faults <= 4; ++faults) {
        double ways = 0.0, repaired = 0.0;
        std::vector<int> hit(static_cast<std::size_t>(faults), 0);
        for (bool more = true; more;) {
            int count[3] = {0, 0, 0};
            for (const int w : hit) ++count[w < 4 ? 0 : w < 8 ? 1 : 2];
            ways += 1.0, repaired += count[0] <= 1 && count[1] <= 1 && count[2] <= 1 ? 1.0 : 0.0;
            more = false;
            for (int& w : hit) {
                if (++w < all) {
                    more = true;
                    break;
                }
                w = 0;
            }
        }
        CHECK(repairable_share(wires, static_cast<std::uint64_t>(faults), false).back() ==
              doctest::Approx(repaired / ways).epsilon(1e-9));
    }
}

TEST_CASE("yields of interfaces by counted patterns, in closed form and drawn are one" * doctest::test_suite("long")) {
    for (const WireGroups& wires :
         {WireGroups{1000, 100, 2}, WireGroups{1000, 4, 2}, WireGroups{1000, 8, 1}, WireGroups{1000, 0, 0},
          WireGroups{1000, 0, 5}, WireGroups{37, 10, 1}, WireGroups{10000, 50, 1}}) {
        for (const double failure : {0.0, 1e-6, 1e-3, 0.02}) {
            for (const auto& [clusters, alpha] : {std::pair{WireClusters::none, 1.0},
                                                  {WireClusters::group, 0.5},
                                                  {WireClusters::interface, 0.5},
                                                  {WireClusters::interface, 3.0}}) {
                CAPTURE(wires.signals);
                CAPTURE(wires.group);
                CAPTURE(failure);
                CAPTURE(alpha);
                const double exact = interface_yield(wires, failure, clusters, alpha);
                const auto counted = counted_interface_yield(wires, failure, clusters, alpha);
                CHECK(counted.has_value() == (clusters != WireClusters::group));
                // the closed form of one rate for all sums over some values of the rate
                if (counted)
                    CHECK(*counted == doctest::Approx(exact).epsilon(clusters == WireClusters::none ? 1e-7 : 2e-3));
                if (wires.signals > 1000) continue;
                const Estimate drawn = simulate_interface(wires, failure, clusters, alpha, 4000, 11);
                CHECK(std::abs(drawn.value - exact) <= drawn.half_width + 2e-3);
            }
        }
    }
    CHECK_THROWS_WITH_AS(static_cast<void>(wire_clusters("grup")), doctest::Contains("need none, group or interface"),
                         InputError);
}

TEST_CASE("closed form and drawing agree on the cost of a stack") {
    int combinations = 0;
    for (const DefectModel model : {DefectModel::poisson, DefectModel::negative_binomial, DefectModel::seeds}) {
        for (const bool good : {false, true}) {
            for (const double coverage : {0.8, 1.0}) {
                for (const std::uint64_t planes : {1, 2, 5}) {
                    StackFlow f = good ? known_good() : four_planes();
                    f.planes = planes;
                    f.known_good = good;
                    f.coverage = coverage;
                    f.test_each_bond = good && planes > 1;
                    f.plane.yield = area_yield({model}, 100.0 * units::mm2, 0.3 * units::per_cm2);
                    f.package = 3.0 * units::usd;
                    f.assembly_yield = 0.98;
                    f.interface_yield = 0.95;
                    CAPTURE(planes);
                    CAPTURE(good);
                    const auto drawn = simulate_cost(f, 20000, 11);
                    REQUIRE(drawn);
                    CHECK(std::abs(drawn->total.in(units::usd)-usd(f)) <= drawn->half_width.in(units::usd));
                    ++combinations;
                }
            }
        }
    }
    CHECK(combinations >= 30);
}

TEST_CASE("edges: nothing fails, one plane, nothing works") {
    StackFlow f = known_good();
    f.planes = 1;
    f.plane.yield = 1.0;
    f.stack_test = Money{};
    CHECK(usd(f) == doctest::Approx((9346.0 / 613.0) + 0.5));  // no bond
    CHECK(simulate_cost(f, 10, 1)->total.in(units::usd) == doctest::Approx(usd(f)));
    CHECK(simulate_cost(f, 10, 1)->half_width.in(units::usd) == doctest::Approx(0.0));
    for (const double yield : {0.0, 1e-300}) {
        f = four_planes();
        f.known_good = false;
        f.plane.yield = yield;
        CHECK_FALSE(stack_cost(f));
        CHECK_FALSE(simulate_cost(f, 10, 1));
    }
    f = known_good();
    f.plane.yield = 0.0;
    CHECK_FALSE(stack_cost(f));
    f = known_good();
    f.interface_yield = 0.0;
    CHECK_FALSE(stack_cost(f));
    CHECK_THROWS_AS(usd([] {
                        StackFlow bad = known_good();
                        bad.bond = -1.0 * units::usd;
                        return bad;
                    }()),
                    InputError);
    CHECK_THROWS_AS(usd([] {
                        StackFlow bad = known_good();
                        bad.planes = 0;
                        return bad;
                    }()),
                    InputError);
    CHECK_THROWS_AS(dies(0.0, DieForm::count), InputError);
    CHECK_THROWS_AS(dies_per_wafer({300.0 * units::mm, 150.0 * units::mm, {}, {}}, units::mm, units::mm), InputError);
}

TEST_CASE("more defects are never cheaper, and free tests of known good planes never dearer") {
    double before = 0.0;
    for (double density = 0.0; density < 3.0; density += 0.1) {
        StackFlow f = known_good();
        f.plane.yield = area_yield({}, 100.0 * units::mm2, density * units::per_cm2);
        const double cost = usd(f);
        CHECK(cost >= before);
        before = cost;
        f.plane.test = Money{};
        StackFlow blind = f;
        blind.known_good = false;
        CHECK(usd(f) <= usd(blind) * (1.0 + 1e-12));
    }
}
