#include "wafernet/wsi/repair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "wafernet/base/error.hpp"

using namespace wafernet;

TEST_CASE(
    "of the 6196 patterns of at most four faults in a 4 x 5 plane row shift repairs 625 of the 4845 four-fault ones "
    "and cross-row replacement all") {
    const Plane plane;
    using Counts = std::vector<std::uint64_t>;
    const Counts all{choose(20, 0), choose(20, 1), choose(20, 2), choose(20, 3), choose(20, 4)};
    CHECK(all == Counts{1, 20, 190, 1140, 4845});
    CHECK(std::accumulate(all.begin(), all.end(), std::uint64_t{0}) == 6196);
    CHECK(count_repairable(plane, replacement("row"), 4) == Counts{1, 20, 150, 500, 625});
    CHECK(count_repairable(plane, replacement("any-row"), 4) == all);
    CHECK(count_repairable(plane, replacement("any"), 4) == all);
    CHECK(count_repairable(plane, replacement("neighbour-rows"), 4) == Counts{1, 20, 190, 1140, 4837});
    CHECK(count_repairable(plane, replacement("neighbours"), 4) == Counts{1, 20, 190, 1140, 4843});
    CHECK(count_repairable(plane, Replacement{2, 0, 1}, 4) == all);
}

TEST_CASE("row shift counts are those of one spare in each row: products of row choices") {
    // k faults in k different rows of `wide` PEs each
    for (const Plane plane : {Plane{3, 3, 1}, Plane{4, 4, 1}, Plane{2, 5, 1}}) {
        const auto counted = count_repairable(plane, replacement("row"), plane.rows);
        std::uint64_t power = 1;
        for (int k = 0; k <= plane.rows; ++k) {
            CHECK(counted[static_cast<std::size_t>(k)] ==
                  choose(static_cast<std::uint64_t>(plane.rows), static_cast<std::uint64_t>(k)) * power);
            power *= static_cast<std::uint64_t>(plane.columns + 1);
        }
    }
}

TEST_CASE("Hall's condition decides as the matching does on every pattern of a 3 x 4 plane") {
    // independent oracle: a set of positions that see fewer healthy PEs than they are cannot be served
    const Plane plane{3, 3, 1};
    for (const Replacement& rule :
         {replacement("row"), replacement("neighbour-rows"), replacement("any-row"), Replacement{1, 1, 0}}) {
        unsigned reach[9];
        for (int p = 0; p < 9; ++p) {
            reach[p] = 0;
            for (int c = 0; c < 12; ++c) {
                const int dr = std::abs(c / 4 - p / 3);
                const int dc = c % 4 - p % 3;
                const bool here = (rule.rows_reach == Replacement::any || dr <= rule.rows_reach) &&
                                  (dc >= 0 ? rule.right == Replacement::any || dc <= rule.right
                                           : rule.left == Replacement::any || -dc <= rule.left);
                if (here) reach[p] |= 1U << static_cast<unsigned>(c);
            }
        }
        int repaired = 0;
        for (unsigned bad = 0; bad < 4096; ++bad) {
            bool served = true;
            for (unsigned set = 1; set < 512 && served; ++set) {
                unsigned seen = 0;
                for (unsigned p = 0; p < 9; ++p) {
                    if ((set >> p & 1U) != 0) seen |= reach[p] & ~bad;
                }
                served = std::popcount(seen) >= std::popcount(set);
            }
            std::vector<int> faulty;
            for (int c = 0; c < 12; ++c) {
                if ((bad >> static_cast<unsigned>(c) & 1U) != 0) faulty.push_back(c);
            }
            if (repairable(plane, rule, faulty) != served) FAIL("the two roads disagree");
            repaired += served ? 1 : 0;
        }
        CHECK(repaired > 1);
        CHECK(repaired < 4096);
    }
}

TEST_CASE("the diagonal faults of Fig. 5.3 need only row shift and the square of Fig. 5.4 needs more") {
    const Plane plane;
    const int diagonal[] = {0, 6, 12, 18};
    const int square[] = {0, 1, 5, 6};
    CHECK(repairable(plane, replacement("row"), diagonal));
    CHECK_FALSE(repairable(plane, replacement("row"), square));
    CHECK(repairable(plane, replacement("any-row"), square));
}

TEST_CASE("wrong repair input is refused") {
    CHECK_THROWS_AS(replacement("rows"), InputError);
    const int outside[] = {20};
    CHECK_THROWS_AS(repairable(Plane{}, replacement("row"), outside), InputError);
    CHECK_THROWS_AS(count_repairable(Plane{16, 16, 1}, replacement("any-row"), 16), InputError);
    CHECK_THROWS_WITH_AS(count_repairable(Plane{8, 3, 1}, replacement("any-row"), 8),
                         doctest::Contains("fewer spare columns, or the rule 'row' or 'any'"), InputError);
    CHECK_THROWS_AS(count_repairable(Plane{0, 4, 1}, replacement("row"), 1), InputError);
    CHECK(choose(5, 6) == 0);
    CHECK_THROWS_AS(choose(1000, 500), InputError);
}
