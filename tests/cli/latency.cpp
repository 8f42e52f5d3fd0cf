// Commands latency and validate as a user runs them.
#include <doctest/doctest.h>

#include "program.hpp"

using namespace wafernet::test;

TEST_CASE("latency gives a curve with a status, beside the simulator on request") {
    const Outcome plain = program({"latency", "mesh:4x4", "--loads", "0.1,0.3,0.9", "--format", "csv"});
    CHECK(plain.code == 0);
    CHECK(plain.out.starts_with("load_flits_per_node_cycle,latency_cycles,status,"));
    CHECK(plain.out.find("0.3,") != std::string::npos);
    CHECK(plain.out.find("0.9,,saturated") != std::string::npos);
    const Outcome both = program({"latency", "mesh:4x4", "--loads", "0.1", "--simulate", "--cycles", "2000", "--format", "csv"});
    CHECK(both.code == 0);
    CHECK(both.out.find("sim_latency_cycles,sim_latency_ci95,error_percent") != std::string::npos);
}

TEST_CASE("latency and validate refuse what means nothing") {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"latency", "mesh:4x4", "--loads", "-1"}, {"latency", "mesh:4x4", "--vcs", "0"}, {"latency", "torus:4x4", "--vcs", "1"},
          {"latency", "mesh:4x4", "--traffic", "unifrom"}, {"latency", "mesh:4x4", "--flits", "0"}, {"validate"}, {"validate", "--set", "Z"},
          {"validate", "mesh:4x4", "--set", "A"}, {"validate", "mesh:4x4", "--fractions", "0.5,1.5"}}) {
        const Outcome outcome = program(arguments);
        CAPTURE(arguments.back());
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK_FALSE(outcome.err.empty());
    }
}

TEST_CASE("a routing that can deadlock is estimated with a warning") {
    const Outcome outcome = program({"latency", "torus:4x4", "--vc-rule", "any", "--ties", "positive", "--loads", "0.1"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err.find("warning") != std::string::npos);
}

TEST_CASE("validate exits with 1 where a target is missed") {
    const std::vector<std::string> common = {"validate", "mesh:4x4", "--fractions", "0.3", "--seeds", "1", "--cycles", "2000", "--summary"};
    std::vector<std::string> strict = common;
    strict.insert(strict.end(), {"--mean-target", "0.0000001"});
    const Outcome missed = program(strict);
    CHECK(missed.code == 1);
    CHECK(missed.out.find("missed") != std::string::npos);
    const Outcome columns = program({"validate", "mesh:4x4", "--fractions", "0.3", "--seeds", "1", "--cycles", "2000", "--format", "csv"});
    CHECK(columns.out.starts_with("network,traffic,load_fraction,model,simulated,error_percent"));
}
