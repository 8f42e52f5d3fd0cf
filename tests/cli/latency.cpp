// Commands latency and validate as a user runs them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "about.hpp"
#include "checks.hpp"
#include "points/store.hpp"
#include "this_build.hpp"

using namespace wafernet::test;

TEST_CASE("latency gives a curve with a status, beside the simulator on request") {
    const Outcome plain = program({"latency", "mesh:4x4", "--loads", "0.1,0.3,0.9", "--format", "csv"});
    CHECK(plain.code == 0);
    CHECK(plain.out.starts_with("load_flits_per_node_cycle,latency_cycles,status,"));
    CHECK(plain.out.find("0.3,") != std::string::npos);
    CHECK(plain.out.find("0.9,,saturated") != std::string::npos);
    const Outcome both =
        program({"latency", "mesh:4x4", "--loads", "0.1", "--simulate", "--cycles", "2000", "--format", "csv"});
    CHECK(both.code == 0);
    CHECK(both.out.find("sim_latency_cycles,sim_latency_ci95,error_percent") != std::string::npos);
}

TEST_CASE("latency gives scripts the load of saturation in every row that it tells people in a note") {
    const Records rows = csv({"latency", "mesh:4x4", "torus:4x4", "--loads", "0.1,0.2"});
    const auto value = [&](std::size_t row, const std::string& name) {
        const auto at = static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin());
        REQUIRE(at < rows[0].size());
        return rows[row][at];
    };
    REQUIRE(rows.size() == 5);
    const std::string notes = program({"latency", "mesh:4x4", "torus:4x4", "--loads", "0.1,0.2"}).out;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        const double saturation = std::stod(value(row, "saturation_load_flits_per_node_cycle"));
        CHECK(std::stod(value(row, "load_fraction")) == about(std::stod(rows[row][0]) / saturation));
        CHECK(std::stod(value(row, "saturation_lower_flits_per_node_cycle")) <= saturation);
        CHECK(std::stod(value(row, "saturation_upper_flits_per_node_cycle")) >= saturation);
        CHECK(std::stod(value(row, "bound_flits_per_node_cycle")) > saturation);
        CHECK(std::stod(value(row, "zero_load_latency_cycles")) < std::stod(value(row, "latency_cycles")));
        char lone[32];  // in digits: 20.199999999999996 is 20.2 to people
        std::snprintf(lone, sizeof lone, "%.4f", std::stod(value(row, "zero_load_latency_cycles")));
        CHECK(notes.find(value(row, "network") + ": " + lone) != std::string::npos);
        CHECK(notes.find("the " + value(row, "bound_of") + "' bound is ") != std::string::npos);
        CHECK(notes.find("; bottleneck " + value(row, "bottleneck") + "; ties " + value(row, "ties")) !=
              std::string::npos);
    }
    CHECK(notes.starts_with("latency, 1 plane, technology hybrid-bond\n"));
    CHECK(program({"latency", "mesh:4x4", "--loads", "0.1", "--format", "json"}).out.find("\"ties\": \"") !=
          std::string::npos);
}

TEST_CASE("loads of a long ring keep their digits in text") {
    const Outcome o = program({"latency", "ring:100000", "--loads", "0.0000512", "--method", "model"});
    CHECK(o.code == 0);
    CHECK(o.out.find("0.0000512 ") != std::string::npos);
    CHECK(o.out.find("the channels' bound is 8e-05; that of virtual channels 7.529e-05;") != std::string::npos);
}

TEST_CASE("latency and validate refuse what means nothing") {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"latency", "mesh:4x4", "--loads", "-1"},
                                                      {"latency", "mesh:4x4", "--vcs", "0"},
                                                      {"latency", "torus:4x4", "--vcs", "1"},
                                                      {"latency", "mesh:4x4", "--traffic", "unifrom"},
                                                      {"latency", "mesh:4x4", "--flits", "0"},
                                                      {"validate"},
                                                      {"validate", "mesh:4x4", "--fractions", "0.5,1.5"},
                                                      {"latency", "mesh:4x4", "--routing", "double-y", "--vcs", "1"}}) {
        const Outcome outcome = program(arguments);
        CAPTURE(arguments.back());
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK_FALSE(outcome.err.empty());
    }
}

TEST_CASE("a routing that can deadlock is estimated with a warning" * doctest::test_suite("long")) {
    const Outcome outcome =
        program({"latency", "torus:4x4", "--vc-rule", "any", "--ties", "positive", "--loads", "0.1"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err.find(
              "warning: torus:4x4: routing dor with VC rule any and ties positive has a cycle of 4 channels") == 0);
    CHECK(program({"latency", "torus:33x33", "--vc-rule", "any", "--loads", "0.001"})
              .err.find("has a cycle of 33 channels") != std::string::npos);
    CHECK(program({"latency", "hic:70,2", "--traffic", "neighbor", "--loads", "0.00001", "--method", "model"})
              .err.find("is not tested for deadlock in networks of more than 4096 nodes") != std::string::npos);
    CHECK(program({"latency", "mesh:65x65", "--loads", "0.001"}).err.empty());
}

TEST_CASE("what messages choose by is simulated, and a value says where it comes from") {
    const Records rows = csv({"latency", "mesh:4x4", "--routing", "duato", "--vcs", "3", "--loads", "0.05,0.2,0.9"});
    const auto at = [&](std::size_t row, const char* name) {
        return rows[row][static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin())];
    };
    REQUIRE(rows.size() == 4);
    for (std::size_t row = 1; row < 4; ++row) CHECK(at(row, "kind") == "simulated");
    for (std::size_t row = 1; row < 3; ++row)
        CHECK(std::stod(at(row, "latency_plus_minus")) <= 0.05 * std::stod(at(row, "latency_cycles")));
    CHECK(at(3, "status") == "saturated");
    refused({"latency", "mesh:4x4", "--routing", "duato", "--method", "model"}, "messages choose their way");
    refused({"latency", "mesh:4x4", "--within", "0"}, "must be a share above 0");
    const std::string modelled =
        program({"latency", "mesh:4x4", "--method", "model", "--loads", "0.1,0.4", "--format", "csv"}).out;
    CHECK(modelled.find("simulated") == std::string::npos);
}

TEST_CASE("a curve of both roads rises over its join" * doctest::test_suite("long")) {
    for (const char* word : {"mesh:4x4", "torus:4x4", "hypercube:4"}) {
        CAPTURE(std::string(word));
        const Records rows = csv({"latency", word, "--within", "5%"});
        const auto column = [&](const char* name) {
            return static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin());
        };
        const std::size_t kind = column("kind"), latency = column("latency_cycles");
        double last = 0.0;
        bool simulated = false, modelled = false;
        for (std::size_t row = 1; row < rows.size(); ++row) {
            if (rows[row][latency].empty()) continue;
            const double now = std::stod(rows[row][latency]);
            CHECK(now > 0.9 * last);  // each may be off by 5 %
            last = now;
            if (rows[row][kind] == "model") {
                CHECK(!simulated);  // the model's points come first
                modelled = true;
            } else {
                simulated = true;
            }
        }
        CHECK(modelled);
        CHECK(simulated);
    }
}

TEST_CASE("an empty tie rule is refused") {
    for (const char* command : {"latency", "validate"}) {
        refused({command, "mesh:4x4", "--ties", ""}, "need one of: positive, literal, split, parity");
        CHECK(program({command, "--help"}).out.find("parity|") == std::string::npos);
    }
}

TEST_CASE("a validation is held against the stated targets by the script beside the tests") {
    const Folder folder;
    const std::string script = (source_folder() / "tests/validation/summary.py").string();
    const auto judged = [&](const std::string& points, const std::string& errors) {
        folder.write("validate-points.csv", "load_fraction,model,simulated,error_percent\n" + points);
        folder.write("validate-saturation.csv", "simulated,error_percent,lower,upper,interval_holds\n" + errors);
        return shell("python3 " + script + " " + folder.path().string());
    };
    // A load below 10 % counts up to 50 % and not from 10 to 70 %: (1 + 1.8) / 2 = 1.4 and 1.8. 0.06 / 0.4 = 15 %.
    const Outcome good = judged("0.02,10,10,1\n0.3,11,10.8,-1.8\n", "0.4,-5,0.37,0.43,yes\n");
    CHECK(good.code == 0);
    CHECK(good.out.find("latency up to 50 %: 2 cases, mean 1.40 %, worst 1.80 %") != std::string::npos);
    CHECK(good.out.find("latency from 10 to 70 %: 1 cases, mean 1.80 %") != std::string::npos);
    CHECK(good.out.find("width of the interval: 1 cases, mean 15.00 %") != std::string::npos);
    CHECK(good.out.find("missed") == std::string::npos);
    const Outcome wrong =
        judged("0.3,,10,\n", "0.4,8,0.41,0.47,no\n");  // the model alone saturates; 8 % > 7 %; not held
    CHECK(wrong.code == 1);
    CHECK(wrong.out.find(
              "latency up to 50 %: 1 cases, mean 0.00 %, worst 0.00 %, 1 wrongly saturated; target 1.5 %: missed") !=
          std::string::npos);
    CHECK(wrong.out.find(
              "saturation load: 1 cases, mean 8.00 %, worst 8.00 %, 0 wrongly saturated; target 7 %: missed") !=
          std::string::npos);
    CHECK(wrong.out.find("0 % of 1 cases; target 90 %: missed") != std::string::npos);
    const Outcome columns =
        program({"validate", "mesh:4x4", "--fractions", "0.3", "--seeds", "1", "--cycles", "2000", "--format", "csv"});
    CHECK(columns.out.starts_with("network,traffic,load_fraction,model,simulated,error_percent"));
    CHECK(columns.code == 0);
}

TEST_CASE("validate takes the capacity of the sources for the limit where nothing saturates" *
          doctest::test_suite("long")) {
    const Folder folder;
    // Single flits to the next node meet nobody.
    const Outcome outcome =
        program({"validate", "torus:4x4", "--preset",    "booksim-min", "--traffic", "neighbor",    "--flits",
                 "1",        "--vcs",     "2",           "--buffer",    "8",         "--seeds",     "1",
                 "--cycles", "2000",      "--fractions", "0.5",         "--out",     folder / "one"});
    // The model's and the simulated load: all that the sources can send. The interval begins below by the measured
    // error of such cases and ends there.
    CHECK(outcome.code == 0);
    CHECK(contents(folder / "one/validate-saturation.csv").find("neighbor,2,1,8,1,1,0,0.7") != std::string::npos);
    // Two flits meet the next message: what the port takes is the limit of a queue, and the simulation ends a little
    // below it.
    const Outcome near =
        program({"validate", "torus:4x4", "--preset",    "booksim-min", "--traffic", "neighbor",    "--flits",
                 "2",        "--vcs",     "2",           "--buffer",    "8",         "--seeds",     "1",
                 "--cycles", "2000",      "--fractions", "0.5",         "--out",     folder / "two"});
    CHECK(near.code == 0);
    const std::string limits = contents(folder / "two/validate-saturation.csv");
    CHECK(limits.find("neighbor,2,2,8,0.99") != std::string::npos);
    const std::size_t model = limits.find("neighbor,2,2,8,") + 15;
    CHECK(std::stod(limits.substr(limits.find(',', model) + 1)) == about(0.99).epsilon(0.01));
}
