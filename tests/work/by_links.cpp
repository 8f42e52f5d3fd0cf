// Programs on links that carry one message after another: closed forms of the alpha-beta model.
#include <doctest/doctest.h>

#include <numeric>

#include "programs.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/work/application.hpp"

using namespace wafernet;
using namespace wafernet::work_test;

namespace {

constexpr double alpha = 500.0, beta = 0.02;  // ns of a hop, ns of a byte: 50 bytes a ns

// On nodes from `first` on.
ApplicationTime timed(const std::string& text, const std::string& word, Node first = 0, bool ports = true) {
    const Program program = program_of(text);
    const Network network = make_network(word);
    PlacedProgram placed;
    placed.program = &program;
    placed.node_of_rank.resize(program.ranks);
    std::iota(placed.node_of_rank.begin(), placed.node_of_rank.end(), first);
    placed.ports_limit = ports;
    return time_by_links(placed, network, *make_routing("", network), link_times({network, {}}, {50.0, alpha}));
}

void check_ns(double found, double expected) { CHECK(found == doctest::Approx(expected).epsilon(1e-11)); }

}  // namespace

TEST_CASE(
    "a ring all-reduce takes 2 (p - 1) (alpha + n / p beta) on a ring and on a complete graph, by a switch two "
    "alphas") {
    // p = 8, n = 1,048,576: 14 steps of 131,072 bytes, 500 + 2,621.44 ns each
    const std::string text = ring_all_reduce(8, 1 << 20);
    check_ns(timed(text, "ring:8").ns, 14 * (alpha + (1 << 20) / 8.0 * beta));
    check_ns(timed(text, "complete:8").ns, 14 * (alpha + (1 << 20) / 8.0 * beta));
    check_ns(timed(text, "star:9", 1).ns, 14 * (2 * alpha + (1 << 20) / 8.0 * beta));  // node 0 is the switch
}

TEST_CASE("a binomial broadcast takes log2 p (alpha + n beta) where the next send waits for the one before") {
    // The send of the last round begins when those before have left, of n beta each, or has come alpha after that. The
    // longest way is to rank 7 = 1 + 2 + 4: three messages in sequence.
    check_ns(timed(binomial_broadcast(8, 6400), "complete:8").ns, 3 * (alpha + 6400 * beta));
    check_ns(timed(binomial_broadcast(32, 1), "complete:32").ns, 5 * (alpha + beta));
    check_ns(timed(binomial_broadcast(16, 6400), "star:17", 1).ns, 4 * (2 * alpha + 6400 * beta));
}

TEST_CASE("an exchange of all with all takes alpha and p - 1 messages by one port, one by all ports") {
    const double n = 10000;
    check_ns(timed(all_to_all(8, 10000, false), "complete:8").ns, alpha + 7 * n * beta);
    check_ns(timed(all_to_all(8, 10000, false), "complete:8", 0, false).ns, alpha + n * beta);
    check_ns(timed(all_to_all(8, 10000, true), "complete:8").ns, 7 * (alpha + n * beta));
    check_ns(timed(all_to_all(8, 10000, true), "star:9", 1).ns, 7 * (2 * alpha + n * beta));
    check_ns(timed(all_to_all(8, 10000, false), "star:9", 1).ns, 2 * alpha + 7 * n * beta);
    // In the steps of a shift by d on a ring of 8, both ways used, 1 2 3 4 3 2 1 messages share a link: those that go
    // three hops one after another, but in the step of 4 hops, with ties to even and odd nodes, two of each link.
    check_ns(timed(all_to_all(2, 10000, true), "ring:8").ns, alpha + n * beta);
}

TEST_CASE("two messages over one link go one after another, in the order in which their headers come") {
    // mesh 1x4: 0 -> 3 begins at 0 and is in the way of 1 -> 3 at its second link, where it comes at 500 ns: the other,
    // of 600 ns, is there first, and leaves it at 600 ns. 600 + 200 ns of its own + two hops.
    const std::string text =
        goal({"send 10000b to 3\n", "send 30000b to 3\n", "", "recv 10000b from 0\nrecv 30000b from 1\n"});
    const ApplicationTime t = timed(text, "mesh:4");
    check_ns(t.ns, 600 + 2 * alpha + 200);
    CHECK(t.bytes == std::vector<double>{10000, 0, 40000, 0, 40000, 0});
    CHECK(t.messages == 2);
    check_ns(t.network_ns, t.ns);
}

TEST_CASE("calcs of a processor go in turn, those of two at once, and with overlap all at once") {
    const std::string text = goal({"a: calc 100\nb: calc 40 cpu 1\nc: calc 30\nd: calc 7\nd irequires c\n"});
    check_ns(timed(text, "ring:4").ns, 137);  // a, c, d
    const Program program = program_of(text);
    PlacedProgram placed{&program, {0}};
    check_ns(time_without_network(placed), 137);
    placed.overlap = true, placed.calc_ns = 2.5;
    check_ns(time_without_network(placed), 250);
}

TEST_CASE("irequires waits for the beginning, requires for the end") {
    // The answer is posted before the question has come: both ranks wait for each other and neither for ever.
    const std::string crossed = "r: recv 50b from %\ns: send 50b to %\ns irequires r\n";
    std::string zero = crossed, one = crossed;
    for (std::size_t at; (at = zero.find('%')) != std::string::npos;) zero[at] = '1', one[one.find('%')] = '0';
    check_ns(timed(goal({zero, one}), "ring:4").ns, alpha + 50 * beta);
    // A send has left when its bytes have: the calc behind it begins then.
    const std::string text = goal({"s: send 5000b to 1\nc: calc 10000\nc requires s\n", "recv 5000b from 0\n"});
    check_ns(timed(text, "ring:4").ns, 100 + 10000);
}

TEST_CASE("the critical path goes from 0 to the end without a gap, and its parts are the network's and the ranks'") {
    const std::string text =
        goal({"a: calc 1000\ns: send 5000b to 1\ns requires a\nr: recv 5000b from 1\ne: calc 10\ne requires r\n",
              "r: recv 5000b from 0\nc: calc 300\nc requires r\ns: send 5000b to 0\ns requires c\nfree: calc 900\n"});
    // 1,000, then 500 + 100, then 300 (the free calc of rank 1 is over), then 500 + 100, then 10
    const ApplicationTime t = timed(text, "ring:4");
    check_ns(t.ns, 1000 + 600 + 300 + 600 + 10);
    check_ns(t.network_ns, 1200);
    REQUIRE(t.path.size() == 5);
    double at = 0.0;
    for (const PathStep& step : t.path) {
        check_ns(step.from_ns, at);
        at = step.to_ns;
    }
    check_ns(at, t.ns);
    const Program program = program_of(text);
    PlacedProgram placed{&program, {0, 1}};
    check_ns(time_without_network(placed), 1310);
}

TEST_CASE("messages of a rank to itself, and between ranks of one node, take no time") {
    const std::string text =
        goal({"a: calc 5\ns: send 5000b to 0\ns requires a\nr: recv 5000b from 0\nt: send 9b to 1\nt requires r\n",
              "recv 9b from 0\n"});
    const Program program = program_of(text);
    const Network network = make_network("ring:4");
    const PlacedProgram placed{&program, {2, 2}};
    const ApplicationTime t =
        time_by_links(placed, network, *make_routing("", network), link_times({network, {}}, {50.0, alpha}));
    check_ns(t.ns, 5);
    CHECK(t.messages == 2);
}

TEST_CASE("blocks of a map are squares of nodes, and a file says every node") {
    const Program program = program_of(goal(std::vector<std::string>(16, "calc 1\n")));
    const Network network = make_network("mesh:4x4");
    const std::vector<Node> blocks = map_ranks(network, program, "blocks");
    CHECK(std::vector<Node>(blocks.begin(), blocks.begin() + 8) == std::vector<Node>{0, 1, 4, 5, 2, 3, 6, 7});
    const Written file(
        "rank,node\n" +
            [] {
                std::string rows;
                for (int r = 15; r >= 0; --r) rows += std::to_string(r) + "," + std::to_string(15 - r) + "\n";
                return rows;
            }(),
        ".csv");
    CHECK(map_ranks(network, program, file.path())[3] == 12);
    const std::string why = "rank 4 of";
    CHECK_THROWS_WITH_AS(map_ranks(make_network("ring:4"), program, "rows"), doctest::Contains(why.c_str()),
                         InputError);
}
