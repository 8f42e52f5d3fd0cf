// One yield, one area and one price of a system in all commands; what moves the price; whole wafers.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "checks.hpp"
#include "wafernet/design/design.hpp"

using namespace wafernet::test;

namespace {

using Row = std::map<std::string, std::string>;

Row row_of(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    const Records records = csv(words);
    Row row;
    for (std::size_t i = 0; i < records[0].size(); ++i) row[records[0][i]] = records[1][i];
    return row;
}

}  // namespace

TEST_CASE("cost, compare, estimate, yield and stack have one yield, one area and one price, spares on and off") {
    const std::vector<std::vector<std::string>> points = {
        {"--planes", "1"}, {"--planes", "4", "--technology", "tsv"}, {"--planes", "2", "--technology", "microbump"}};
    for (const char* word : {"mesh:8x8", "torus:8x8", "mesh:4x4x4", "htn:2,2,2,0", "hypercube:6", "ring:16",
                             "tesh:2,2,0", "ccc:4", "complete:16", "mesh:6x8"}) {
        for (std::vector<std::string> point : points) {
            for (const char* spares : {"0.25", "0"}) {
                CAPTURE(word);
                CAPTURE(point.back());
                CAPTURE(spares);
                std::vector<std::string> at = point;
                at.insert(at.end(), {"--spares", spares});
                Row compared = row_of({"compare", word, "--budget", "0.001"}, at), cost = row_of({"cost", word}, at),
                    yield = row_of({"yield", word, "--defects", "0.1"}, at), stack = row_of({"stack", word}, at);
                std::vector<std::string> page{"estimate", word, "--budget", "0.001"};
                page.insert(page.end(), at.begin(), at.end());
                Row figures;
                for (const auto& line : csv(page)) figures.emplace(line[0], line[1]);
                for (const std::string& other :
                     {cost["stack_yield"], yield["yield_system"], yield["yield_stack"], figures["yield_system"]})
                    CHECK(compared["yield_system"] == other);
                CHECK(std::stod(yield["yield_system"]) ==
                      doctest::Approx(std::stod(yield["yield_planes"]) * std::stod(yield["yield_bonds"]) *
                                      std::stod(yield["yield_vertical_wires"]))
                          .epsilon(1e-14));
                for (const std::string& other :
                     {cost["plane_area_mm2"], stack["plane_area_mm2"], figures["plane_area_mm2"]})
                    CHECK(compared["plane_area_mm2"] == other);
                CHECK(compared["stack_area_mm2"] == stack["stack_area_mm2"]);
                CHECK(compared["layout_area_mm2"] == stack["layout_area_mm2"]);
                CHECK((compared["layout_area_mm2"] == compared["plane_area_mm2"]) == (spares == std::string("0")));
                CHECK(compared["cost_usd_per_system"] == figures["cost_usd_per_system"]);
                CHECK(std::stod(compared["cost_usd_per_system"]) ==
                      doctest::Approx(std::stod(cost["cost_usd_per_system"])).epsilon(1e-3));  // to the cent
            }
        }
    }
}

TEST_CASE("bonds and wires of a 32x32 mesh on 16 planes by hand") {
    // 15 bonds of 0.99; strips of 2 x 32 nodes, 32 links of 2 x (80 + 4) wires over each of 15 gaps, each fails with
    // 1e-6
    Row yield = row_of({"yield", "mesh:32x32", "--planes", "16", "--flit-bits", "80"}, {});
    CHECK(std::stod(yield["yield_bonds"]) == doctest::Approx(std::pow(0.99, 15)).epsilon(1e-12));
    CHECK(std::stod(yield["yield_vertical_wires"]) ==
          doctest::Approx(std::pow(1.0 - 1e-6, 15 * 32 * 2 * 84)).epsilon(1e-9));
    // one link of 2 x (64 + 4) wires
    Row link = row_of({"yield", "mesh:2", "--planes", "2", "--flit-bits", "64"}, {});
    CHECK(std::stod(link["yield_vertical_wires"]) == doctest::Approx(std::pow(1.0 - 1e-6, 136)).epsilon(1e-12));
}

TEST_CASE("the first three of what moves the price are those that trying every value finds" *
          doctest::test_suite("long")) {
    const std::vector<std::vector<std::string>> designs = {
        {"mesh:8x8", "--planes", "4"},
        {"torus:16x16", "--planes", "2", "--technology", "tsv"},
        {"mesh:16x16", "--planes", "1"},
        {"hypercube:8", "--planes", "8", "--technology", "microbump"},
        {"mesh:8x8x4", "--planes", "4", "--flit-bits", "128"}};
    for (const std::vector<std::string>& design : designs) {
        CAPTURE(design.front());
        std::vector<std::string> words{"cost", "--sensitivity"};
        words.insert(words.end(), design.begin(), design.end());
        const Records bars = csv(words);
        REQUIRE(bars.size() > 3);
        std::string name = "hybrid-bond";
        for (std::size_t i = 0; i + 1 < design.size(); ++i) {
            if (design[i] == "--technology") name = design[i + 1];
        }
        // Every value of the file: its own range, else a factor of 2 for what is assumed, of the failures for a share
        // above a half.
        std::vector<std::pair<double, std::string>> swings;
        for (const wafernet::TechnologyValue& v : wafernet::read_technology(name).values) {
            if (v.key == "lines_per_link" || (!v.low && !v.source.empty())) continue;
            const bool good = v.share && v.value > 0.5;
            const double low = v.low ? *v.low : good ? 1.0 - 2.0 * (1.0 - v.value) : v.value / 2.0;
            const double high = v.high ? *v.high : good ? 1.0 - (1.0 - v.value) / 2.0 : 2.0 * v.value;
            double price[2];
            int i = 0;
            for (const double amount : {low, high}) {
                std::vector<std::string> one = design;
                one.insert(one.end(), {"--set", fmt::format("{}={}", v.key, amount)});
                price[i++] = std::stod(row_of({"cost"}, one)["cost_usd_per_system"]);
            }
            swings.emplace_back(-std::abs(price[1] - price[0]), v.key);
        }
        std::sort(swings.begin(), swings.end());
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(bars[i + 1][1] == swings[i].second);
            CHECK(std::stod(bars[i + 1][8]) == doctest::Approx(-swings[i].first).epsilon(0.01));
        }
    }
}

TEST_CASE("a square of 215 mm is a wafer, and one that is too large says which spares are to blame") {
    // 985 tiles of 0.2183 mm are 215 mm; their corners lie 7 mm beyond the 145 mm that the rim of 5 mm leaves
    Row whole = row_of({"cost", "mesh:985x985", "--technology", "wafer-scale", "--spares", "0", "--defects", "0"}, {});
    CHECK(std::sqrt(std::stod(whole["plane_area_mm2"])) == doctest::Approx(215.0).epsilon(1e-3));
    CHECK(whole["dies_per_wafer"] == "1");
    CHECK(std::stod(whole["silicon_usd"]) == 16988.0);
    CHECK(std::stod(whole["package_usd"]) == 20000.0 + 20000.0 + 500.0);  // package, power, final test
    CHECK(std::stod(row_of({"cost", "mesh:512x512", "--technology", "wafer-scale", "--planes", "4"},
                           {})["bonds_usd"]) == 3.0 * 1500.0);
    refused({"cost", "mesh:900x900", "--technology", "wafer-scale"},
            "36 % of it spares (--spares 0.25), without which");
    refused({"cost", "mesh:512x512", "--spares", "0"}, "larger than its wafer; the largest that fits has ");
}
