// cost and energy from the command line: columns, sums, what moves the price, and what is refused.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "checks.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/routing/route.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

std::map<std::string, std::string> first_row(const std::vector<std::string>& arguments) {
    const Records records = csv(arguments);
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < records[0].size(); ++i) row[records[0][i]] = records[1][i];
    return row;
}

}  // namespace

TEST_CASE("the parts of cost add up to its total, in every way of bonding") {
    for (const std::vector<std::string>& way : {std::vector<std::string>{},
                                                {"--bonding", "w2w"},
                                                {"--known-good", "no"},
                                                {"--test-each-bond"},
                                                {"--development", "1000000", "--volume", "3000"}}) {
        std::vector<std::string> words{"cost", "mesh:16x16", "--planes", "4"};
        words.insert(words.end(), way.begin(), way.end());
        double sum = 0.0;
        auto row = first_row(words);
        for (const auto& [name, value] : row) {
            if (name.ends_with("_usd")) sum += std::stod(value);
        }
        CHECK(sum == doctest::Approx(std::stod(row["cost_usd_per_system"])).epsilon(1e-12));  // no cents in CSV
        CHECK(std::stod(row["cost_usd_per_node"]) ==
              doctest::Approx(std::stod(row["cost_usd_per_system"]) / 256.0).epsilon(1e-4));
    }
}

TEST_CASE("cost and energy are those of estimate and compare at the same design point") {
    const std::vector<std::string> point{"--technology", "tsv", "--planes", "4", "--vcs", "6"};
    for (const char* word : {"mesh:8x8", "torus:8x8", "htn:2,2,2,0"}) {
        const auto with = [&](const char* command) {
            std::vector<std::string> words{command, word};
            words.insert(words.end(), point.begin(), point.end());
            return words;
        };
        auto compared = first_row(with("compare"));
        std::vector<std::string> cost{"cost", word, "--technology", "tsv", "--planes", "4"};
        CHECK(std::stod(compared["cost_usd_per_system"]) ==
              doctest::Approx(std::stod(first_row(cost)["cost_usd_per_system"])).epsilon(1e-3));
        std::vector<std::string> energy = with("energy");
        energy.insert(energy.end(), {"--loads", compared["load_flits_per_node_cycle"]});
        auto row = first_row(energy);
        for (const char* figure : {"energy_pj_per_bit", "power_w", "power_density_w_per_cm2"}) {
            CHECK(std::stod(compared[figure]) == doctest::Approx(std::stod(row[figure])).epsilon(1e-9));
        }
        double watts = 0.0;
        for (const char* part : {"routers_w", "clock_w", "leakage_w", "wires_w", "vertical_w"})
            watts += std::stod(row[part]);
        CHECK(watts == doctest::Approx(std::stod(row["power_w"])).epsilon(1e-12));
    }
}

TEST_CASE("the price that moves most comes first, and each bar is that of --set") {
    const Records bars = csv({"cost", "mesh:8x8", "--planes", "4", "--sensitivity"});
    REQUIRE(bars.size() > 4);
    for (std::size_t i = 2; i < bars.size(); ++i) CHECK(std::stod(bars[i][8]) <= std::stod(bars[i - 1][8]));
    const auto at = [&](const std::string& value) {
        return std::stod(
            first_row({"cost", "mesh:8x8", "--planes", "4", "--set", bars[1][1] + "=" + value})["cost_usd_per_system"]);
    };
    CHECK(at(bars[1][4]) == doctest::Approx(std::stod(bars[1][6])).epsilon(1e-3));
    CHECK(at(bars[1][5]) == doctest::Approx(std::stod(bars[1][7])).epsilon(1e-3));
}

TEST_CASE("what moves the energy of a bit most comes first, and each bar is that of --set at the same load") {
    const std::vector<std::string> point{"mesh:8x8", "--planes", "4", "--loads", "0.1"};
    std::vector<std::string> words{"energy", "--sensitivity"};
    words.insert(words.end(), point.begin(), point.end());
    const Records bars = csv(words);
    REQUIRE(bars.size() > 2);
    for (std::size_t i = 1; i < bars.size(); ++i) {
        CHECK(std::stod(bars[i][8]) <= std::stod(bars[i == 1 ? 1 : i - 1][8]));
        for (const std::size_t end : {4, 5}) {
            std::vector<std::string> one{"energy", "--set", bars[i][1] + "=" + bars[i][end]};
            one.insert(one.end(), point.begin(), point.end());
            CHECK(std::stod(first_row(one)["energy_pj_per_bit"]) ==
                  doctest::Approx(std::stod(bars[i][end + 2])).epsilon(1e-9));
        }
    }
    refused({"energy", "mesh:4x4", "--sensitivity", "--loads", "0.1,0.2"}, "--sensitivity at several loads");
}

TEST_CASE("a message takes what its routers and links take, and all messages the power without clock and leakage") {
    // All pairs of a mesh on two planes: every node offers the same, so the mean of a flit times the load is the
    // dynamic power.
    DesignPoint point;
    point.planes = 2;
    const Design design("mesh:2x3", point);
    const LatencyCase& c = design.dynamic();
    const Graph& graph = c.network->graph;
    const FlitEnergies flit = design.flit_energies();
    double mean = 0.0;  // of a flit, pJ
    for (Node from = 0; from < 6; ++from) {
        for (Node to = 0; to < 6; ++to) {
            if (from == to) continue;
            Energy sum{};
            for (const RouteStep& step : route(graph, *c.routing, from, to)) {
                sum = sum + flit.routers[step.node].flit();
                if (step.hop.channel != no_channel)
                    sum = sum + flit.wire[step.hop.channel] + flit.vertical[step.hop.channel];
            }
            mean += sum.in(units::pJ) / 30.0;
        }
    }
    auto row = first_row({"energy", "--loads", "0.2", "mesh:2x3", "--planes", "2"});
    const double moved = std::stod(row["routers_w"]) + std::stod(row["wires_w"]) + std::stod(row["vertical_w"]);
    CHECK(moved * std::stod(row["clock_ns"]) * 1000.0 / (6.0 * 0.2) == doctest::Approx(mean).epsilon(1e-9));
}

TEST_CASE("without loads the power is that at a tenth of what the busiest channel or port lets through, and there") {
    // 8 x 8 mesh, a dimension: 4 nodes on either side of the middle, 16 channels each way carry 32 x 32 / 63 of the
    // offered flits; 2.032 each
    const Records rows = csv({"energy", "mesh:8x8", "--planes", "1"});
    REQUIRE(rows.size() == 3);
    const double full = 63.0 / 32.0 / 32.0 * 8.0;
    CHECK(std::stod(rows[2][1]) == doctest::Approx(full).epsilon(1e-9));
    CHECK(std::stod(rows[1][1]) == doctest::Approx(0.1 * full).epsilon(1e-9));
    CHECK(std::stod(csv({"energy", "complete:8", "--planes", "1"})[2][1]) ==
          doctest::Approx(1.0).epsilon(1e-9));  // its ports
}

TEST_CASE("yield --cost has the price of cost, with and without spares, and says above which density spares pay") {
    const std::vector<std::string> design{"mesh:16x16", "--technology", "tsv", "--planes", "4"};
    const auto with = [&](std::vector<std::string> words) {
        words.insert(words.end(), design.begin(), design.end());
        return words;
    };
    for (const std::vector<std::string>& spread :
         {std::vector<std::string>{}, {"--model", "negative-binomial", "--alpha", "0.5"}, {"--model", "murphy"}}) {
        const auto spread_too = [&](std::vector<std::string> words) {
            words = with(std::move(words));
            words.insert(words.end(), spread.begin(), spread.end());
            return words;
        };
        auto row = first_row(spread_too({"yield", "--cost", "--defects", "2"}));
        CHECK(std::stod(row["cost_usd_per_system"]) ==
              doctest::Approx(std::stod(first_row(spread_too({"cost", "--defects", "2"}))["cost_usd_per_system"]))
                  .epsilon(1e-4));
        CHECK(std::stod(row["cost_without_spares_usd_per_system"]) ==
              doctest::Approx(
                  std::stod(first_row(spread_too({"cost", "--defects", "2", "--spares", "0"}))["cost_usd_per_system"]))
                  .epsilon(1e-4));
    }
    const std::string out = program(with({"yield", "--cost", "--defects", "0.1"})).out;
    const std::size_t said = out.find("the spares pay above ");
    REQUIRE(said != std::string::npos);
    const double limit = std::stod(out.substr(said + 21));
    for (const double part : {0.99, 1.01}) {
        auto row = first_row(with({"yield", "--cost", "--defects", std::to_string(part * limit)}));
        CHECK((std::stod(row["cost_usd_per_system"]) < std::stod(row["cost_without_spares_usd_per_system"])) ==
              (part > 1.0));
    }
    CHECK(std::stod(first_row(with({"cost", "--model", "seeds", "--defects", "3"}))["plane_yield"]) >
          std::stod(first_row(with({"cost", "--defects", "3"}))["plane_yield"]));
    refused(with({"yield", "--test-each-bond"}), "options of the price without --cost");
    refused({"yield", "mesh:4x4", "--cost", "--defects", "1", "--technology", "thesis"}, "gives no wafer_");
    refused(with({"cost", "--alpha", "1"}), "--alpha has a meaning with --model negative-binomial only");
    refused(with({"cost", "--model", "poison"}), "poison");
}

TEST_CASE("vertical wires that gather have another yield than those that fail alone") {
    // 4:2 of Samsung's DDR3 (Kang 2010): wires of 1 % faults in groups of four with two spares; a group has at most 2
    // faults of 6 with probability 0.999980446
    const std::vector<std::string> base{"yield", "mesh:16x16", "--technology",     "tsv",   "--planes",
                                        "2",     "--set",      "lines_per_link=8", "--set", "wire_failure=0.01"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), base.begin(), base.end());
        return more;
    };
    const auto wires = [&](const std::vector<std::string>& more) {
        return std::stod(first_row(with(more))["yield_vertical_wires"]);
    };
    const double signals = std::log(wires({})) / std::log(0.99);
    CHECK(wires({"--wire-group", "4", "--wire-spares", "2"}) ==
          doctest::Approx(std::pow(0.999980446, signals / 4.0)).epsilon(1e-6));
    // Without spares a rate of its own for all gathers the faults where there is one already.
    CHECK(wires({"--wire-clusters", "interface", "--wire-alpha", "0.5"}) > wires({}));
    CHECK(wires({"--wire-clusters", "group"}) > wires({}));
    refused({"yield", "mesh:16x16", "--technology", "tsv", "--wire-clusters", "group"},
            "--wire-clusters without --planes");
    refused(with({"--wire-alpha", "2"}), "--wire-alpha without --wire-clusters");
    refused(with({"--wire-group", "4", "--wire-spares", "9"}), "no more spares than wires");
}

TEST_CASE("the search for spares finds the cheapest and says when spares do not pay") {
    const std::vector<std::string> dirty{"cost",      "mesh:16x16", "--planes",       "4",
                                         "--defects", "0.5",        "--spares-up-to", "4"};
    const Records rows = csv(dirty);
    for (std::size_t i = 2; i < rows.size(); ++i) CHECK(std::stod(rows[i][6]) >= std::stod(rows[i - 1][6]));
    CHECK(std::stoi(rows[1][1]) > 0);
    CHECK(program({"cost", "mesh:4x4", "--planes", "1", "--defects", "0", "--spares-up-to", "2"})
              .out.find("spares do not pay") != std::string::npos);
    const double asked = std::stod(
        first_row({"cost", "mesh:16x16", "--planes", "4", "--defects", "0.5", "--spares", "0"})["cost_usd_per_system"]);
    CHECK(asked >= std::stod(rows[1][6]));
}

TEST_CASE("a price without a system, a plane larger than its wafer and other slips are one line") {
    auto row = first_row({"cost", "mesh:16x16", "--planes", "1", "--defects", "1e6"});
    CHECK(row["cost_usd_per_system"].empty());
    refused({"cost", "mesh:512x512", "--planes", "1"}, "larger than its wafer");
    refused({"cost", "mesh:4x4", "--set", "wafer_price=-1"}, "wafer_price is -1, need 0 or more");
    refused({"cost", "mesh:4x4", "--set", "wafer_prise=1"}, "did you mean 'wafer_price'?");
    refused({"cost", "mesh:4x4", "--set", "wafer_price"}, "need KEY=VALUE");
    refused({"cost", "mesh:4x4", "--technology", "thesis"}, "gives no wafer_");
    refused({"cost", "mesh:4x4", "--bonding", "w2w", "--known-good", "yes"}, "take bad planes along");
    refused({"cost", "mesh:4x4", "--development", "5"}, "--volume");
    refused({"cost", "mesh:4x4", "--wire-spares", "5"}, "--wire-group");
    refused({"energy", "mesh:4x4", "--loads", "0"}, "--loads");
    refused({"energy", "mesh:4x4", "--technology", "thesis"}, "gives no wire_energy");
    // The thesis' technology has no prices.
    CHECK(program({"estimate", "mesh:4x4", "--technology", "thesis"}).out.find("\n  price ") == std::string::npos);
    CHECK(program({"estimate", "mesh:4x4", "--planes", "4", "--technology", "tsv"}).out.find("\n  price ") !=
          std::string::npos);
    CHECK(output({"estimate", "mesh:4x4", "--planes", "4", "--technology", "tsv"}).find("\r\ncost_usd_per_system,") !=
          std::string::npos);
}

TEST_CASE("every assumed value is named beside the price and the power") {
    for (const char* command : {"cost", "energy"}) {
        const std::string out = program({command, "mesh:4x4", "--planes", "4", "--notes"}).out;
        CHECK(out.find("assumes without a source") != std::string::npos);
        CHECK(out.find("tile_side = 1 mm") != std::string::npos);
        CHECK((out.find("die_bond_price = 2 usd") != std::string::npos) == (std::string(command) == "cost"));
    }
}

TEST_CASE("a load that no channel or port carries has no power, and the bound is said") {
    const Outcome o = program({"energy", "mesh:16x16", "--loads", "0.1,5", "--format", "csv"});
    CHECK(o.code == 0);
    CHECK(o.err ==
          "warning: mesh:16x16: load 5 is above 0.249, which fills the busiest channel or port: no stationary "
          "state, so no power; 'wafernet latency mesh:16x16' gives the saturation load\n");
    const Records rows = csv({"energy", "mesh:16x16", "--loads", "0.1,5"});
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].back() == "status");
    CHECK(rows[1].back() == "ok");
    CHECK(rows[2].back() == "saturated");
    CHECK(rows[1][4] != "");
    CHECK(rows[2][4] == "");
    // At the bound itself there is a power; but latency has its end below.
    CHECK(csv({"energy", "mesh:4x4"})[2].back() == "not accepted");
    CHECK(csv({"energy", "mesh:4x4"})[2][4] != "");
    const double most =
        std::stod(csv({"compare", "mesh:4x4", "--metric", "saturation_load_flits_per_node_cycle"})[1][2]);
    for (const double share : {0.99, 1.01}) {
        const std::string load = std::to_string(share * most), not_accepted = "asked for, more than it accepts";
        CHECK(csv({"energy", "mesh:4x4", "--loads", load})[1].back() == (share < 1.0 ? "ok" : "not accepted"));
        CHECK((program({"estimate", "mesh:4x4", "--load", load}).out.find(not_accepted) == std::string::npos) ==
              (share < 1.0));
        CHECK((program({"compare", "mesh:4x4", "--load", load}).err.find("the load is more than it accepts") ==
               std::string::npos) == (share < 1.0));
    }
    refused({"energy", "mesh:16x16", "--sensitivity", "--loads", "5"}, "must be at most 0.249");
}

TEST_CASE("a price says where a plane is larger than a reticle, and what has none") {
    CHECK(program({"cost", "mesh:64x64", "--planes", "1"})
              .out.find("larger than a reticle (26 mm x 33 mm): mesh:64x64 "
                        "has planes of 74.2 mm x 74.2 mm; ") != std::string::npos);
    CHECK(program({"cost", "mesh:64x64", "--planes", "16"}).out.find("reticle") == std::string::npos);
    CHECK(program({"estimate", "mesh:64x64"}).out.find(" model, larger than a reticle\n") != std::string::npos);
    CHECK(program({"cost", "fattree:4"}).out.find("fattree:4: 15 of its 31 nodes are switches, ") != std::string::npos);
    CHECK(program({"cost", "fattree:4"}).out.find("assumed: switch_base_area = 0.02 mm2") != std::string::npos);
    const std::string thesis = program({"explain", "torus:8x8", "cost_usd_per_system"}).out;
    CHECK(thesis.find("'wafernet cost' says what is paid for what") != std::string::npos);
}
