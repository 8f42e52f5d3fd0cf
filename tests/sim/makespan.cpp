// Batches of messages: exact small cases, what a rule of ports can cost, and the published figure.
#include "wafernet/sim/makespan.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "about.hpp"
#include "published/printed_number.hpp"
#include "this_build.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"

using namespace wafernet;

namespace {

Makespan batch(const char* word, const MakespanOptions& options, const RoutingChoice& choice = {}) {
    const Network network = make_network(word);
    return measure_makespan(network, choose_routing(network, choice), options);
}

}  // namespace

TEST_CASE("a batch without a routing, or with that of another network, is refused") {
    const Network network = make_network("mesh:3x3");
    CHECK_THROWS_AS(measure_makespan(network, {}, {}), InputError);
    CHECK_THROWS_AS(measure_makespan(network, choose_routing(make_network("mesh:4x4"), {}), {}), InputError);
}

TEST_CASE("a lone message takes as many cycles as its path has hops") {
    for (const char* word : {"how:9,2,2", "torus:5x4", "htn:2,2,2,0", "fattree:3"}) {
        for (const NodePorts ports :
             {NodePorts::all, NodePorts::half_duplex, NodePorts::one_send, NodePorts::one_send_one_receive}) {
            const Makespan m = batch(word, {.messages = 1, .runs = 50, .ports = ports});
            CAPTURE(word);
            CHECK(m.mean == m.longest_path_hops);
            CHECK(m.deviation > 0);
        }
    }
}

TEST_CASE("a complete network delivers a full batch in one cycle when all ports work") {
    // Everybody has a channel of his own to everybody.
    for (const NodePorts ports : {NodePorts::all, NodePorts::one_send}) {
        const Makespan m = batch("gh:8,1", {.messages = 8, .runs = 100, .ports = ports});
        CHECK(m.mean == 1.0);
        CHECK(m.deviation == 0.0);
    }
    // Two nodes that send to each other share the link.
    CHECK(batch("gh:2,1", {.messages = 2, .runs = 10, .ports = NodePorts::all}).mean == 1.0);
    CHECK(batch("gh:2,1", {.messages = 2, .runs = 10, .ports = NodePorts::half_duplex}).mean == 2.0);
    // With one receiver a cycle the time is the greatest number of messages for one node.
    const Makespan receivers = batch("gh:8,1", {.messages = 8, .runs = 400, .ports = NodePorts::one_send_one_receive});
    // Mean of the fullest of 8 nodes, each chosen by the 7 others with 1/7, by enumeration of all 7^8 choices: 2.57144.
    CHECK(receivers.mean == about(2.57144).epsilon(0.05));
}

TEST_CASE("no batch is faster than its longest path, and stricter ports are slower") {
    double before = 0;
    for (const NodePorts ports : {NodePorts::all, NodePorts::one_send, NodePorts::one_send_one_receive}) {
        const Makespan m = batch("how:16,3,2", {.messages = 243, .runs = 100, .ports = ports});
        CHECK(m.mean >= m.longest_path_hops);
        CHECK(m.mean > before);
        before = m.mean;
    }
}

TEST_CASE("the same seed gives the same batches and another seed others") {
    const MakespanOptions options{.messages = 60, .runs = 20};
    CHECK(batch("how:8,3,2", options).cycles == batch("how:8,3,2", options).cycles);
    MakespanOptions other = options;
    other.seed = 2;
    CHECK(batch("how:8,3,2", options).cycles != batch("how:8,3,2", other).cycles);
}

TEST_CASE("full buffers round a ring block each other where the rule has no dateline, and never where it has one") {
    const MakespanOptions options{.messages = 6, .buffer = 1, .runs = 300, .ports = NodePorts::all, .seed = 59};
    CHECK_THROWS_AS((void)batch("ring:6", options, {.routing = {}, .vc_rule = "any", .vcs = 1}), ComputationError);
    CHECK(batch("ring:6", options).mean < 5);
}

TEST_CASE(
    "the times of figure 17 lie as near to the readings as an independent program found, and sixteen are means of no "
    "40 batches") {
    const auto table = published::read_table(test::source_folder() / "tables" / "how-fig-17.toml");
    int rows = 0;
    int no_mean = 0;
    double all = 0;
    double one = 0;
    for (const auto& row : table.rows) {
        if (row.network.empty()) continue;
        REQUIRE(row.printed.front().first == "time");
        const double printed = published::printed_number(row.printed.front().second)->value;
        const auto messages = static_cast<std::uint64_t>(std::get<double>(row.arguments.at("messages")));
        const Network network = make_network(row.network);
        // "The total time is comparable to the diameter", Proposition 1.
        const auto side = static_cast<double>(network.parameters["p"]);
        const double diameter = 2 * std::ceil((side - 1) / static_cast<double>(network.parameters["w"]));
        CHECK(printed / diameter > 0.79);
        CHECK(printed / diameter < 1.29);
        const ChosenRouting routing = choose_routing(network, {});
        all += std::abs(measure_makespan(network, routing, {.messages = messages}).mean / printed - 1);
        one += std::abs(measure_makespan(network, routing, {.messages = messages, .ports = NodePorts::one_send}).mean /
                            printed -
                        1);
        no_mean += std::abs(std::round(printed * 40) / 40 - printed) > 0.005 + 1e-9 ? 1 : 0;
        ++rows;
    }
    CHECK(rows == 48);
    CHECK(no_mean == 16);
    // Separate programs: 15.5 % with all ports, 10 % with one send a cycle; runs of 40 batches differ by about a tenth
    // of that.
    CHECK(all / rows == about(0.155).epsilon(0.1));
    CHECK(one / rows == about(0.10).epsilon(0.12));
}

TEST_CASE("batches that make no sense are refused") {
    for (const MakespanOptions& bad : {MakespanOptions{.messages = 0}, MakespanOptions{.messages = 65},
                                       MakespanOptions{.buffer = 0}, MakespanOptions{.runs = 0}}) {
        CHECK_THROWS_AS((void)batch("how:8,3,2", bad), InputError);
    }
    CHECK_THROWS_AS((void)node_ports("one-sent"), InputError);
    CHECK(node_ports("half-duplex") == NodePorts::half_duplex);
}
