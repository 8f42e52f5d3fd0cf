#include "wafernet/work/collective.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "../about.hpp"
#include "replay.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

constexpr double gib = 1073741824.0;

LinkTimes equal_links(const Network& network, double bytes_per_ns, double hop_ns) {
    return link_times({network, {}}, {bytes_per_ns, hop_ns});
}
double time_of(const char* word, Operation operation, double bytes, std::string_view algorithm, double hop = 0.0) {
    const Network network = make_network(word);
    return collective_schedule(network, equal_links(network, 1.0, hop), {operation, bytes}, algorithm).time_ns;
}
double bound_of(const char* word, Operation operation, double bytes) {
    const Network network = make_network(word);
    return collective_bound(network, equal_links(network, 1.0, 0.0), {operation, bytes}).ns;
}

// A connected network of so many nodes: a random tree, some links more, every one in both directions or one-way pairs.
Network drawn(std::mt19937& engine) {
    const auto random = [&] { return static_cast<unsigned>(engine()); };
    const Node nodes = 2 + random() % 9;
    std::vector<LinkSpec> links;
    for (Node v = 1; v < nodes; ++v) links.push_back({v, static_cast<Node>(random() % v)});
    for (unsigned more = random() % (nodes + 1); more > 0; --more) {
        const Node a = random() % nodes, b = random() % nodes;
        if (a != b) links.push_back({a, b, {}, random() % 4 == 0});
    }
    Network network;
    network.word = "drawn";
    network.graph = Graph(nodes, links);
    std::vector<std::string> names;
    for (Node v = 0; v < nodes; ++v) names.push_back(std::to_string(v));
    network.addresses = AddressScheme::of_labels(names);
    if (random() % 4 == 0 && nodes > 4) {  // the first is a switch
        for (Node v = 1; v < nodes; ++v) network.terminals.push_back(v);
    }
    return network;
}

}  // namespace

TEST_CASE("no schedule of 40 drawn networks beats its bound, and each does what it should") {
    std::mt19937 engine(7);
    const auto random = [&] { return static_cast<unsigned>(engine()); };
    for (int trial = 0; trial < 40; ++trial) {
        const Network network = drawn(engine);
        LinkTimes times = equal_links(network, 1.0, trial % 3 == 0 ? 0.0 : 5.0);
        if (trial % 2 == 1) {
            for (Channel c = 0; c < network.graph.channels(); ++c)
                times.byte_ns[c] = 1.0 + random() % 3, times.hop_ns[c] = random() % 20;
        }
        for (const std::string_view name : operation_names()) {
            CollectiveWork work{operation_named(name), 100.0 + random() % 1000, terminals_of(network).front()};
            if (trial % 5 == 2 && network.graph.nodes() > 4) {
                for (const Node v : terminals_of(network))
                    if (v % 3 != 1) work.members.push_back(v);
                work.root = work.members.back();
            }
            if (work.operation == Operation::all_to_all && trial % 4 == 3) work.skew = 1.2;
            const Schedule schedule = collective_schedule(network, times, work);
            const TimeBound bound = collective_bound(network, times, work);
            CAPTURE(trial);
            CAPTURE(std::string(name));
            CAPTURE(schedule.algorithm);
            CHECK(test::replayed(network, times, work, schedule) == "");
            CHECK(bound.ns > 0.0);
            CHECK(schedule.time_ns >= bound.ns);
            CHECK(schedule.time_ns <= 20.0 * bound.ns);
        }
    }
}

TEST_CASE("best is never longer than an algorithm by name") {
    for (const char* word : {"mesh:3x4", "hypercube:3", "xgft:2x2,1x2"}) {
        const Network network = make_network(word);
        const LinkTimes times = equal_links(network, 2.0, 50.0);
        for (const std::string_view name : operation_names()) {
            for (const double bytes : {64.0, 1e6}) {
                const CollectiveWork work{operation_named(name), bytes};
                const double best = collective_schedule(network, times, work).time_ns;
                for (const std::string_view algorithm : algorithm_names()) {
                    CAPTURE(word);
                    CAPTURE(std::string(name));
                    CAPTURE(std::string(algorithm));
                    double named = best;
                    try {
                        named = collective_schedule(network, times, work, algorithm).time_ns;
                    } catch (const InputError&) {  // it does not do this
                    }
                    CHECK(best <= named * (1 + 1e-9));
                }
            }
        }
    }
}

TEST_CASE("fewer members take no longer than all nodes, with as many bytes each, and their schedules hold") {
    using enum Operation;
    std::mt19937 random(11);
    for (const char* word : {"torus:4x4", "mesh:3x4", "hypercube:3", "ring:8", "xtree:3", "debruijn:2,3"}) {
        const Network network = make_network(word);
        const Node n = network.graph.nodes();
        const LinkTimes times = equal_links(network, 1.0, n == 8 ? 30.0 : 0.0);
        std::vector<Node> members;
        while (members.size() < 3) {
            members.clear();
            for (Node v = 0; v < n; ++v)
                if (random() % 3 == 0) members.push_back(v);
        }
        for (const Operation o : {broadcast, multicast, reduce, all_reduce, all_gather, reduce_scatter}) {
            const bool each = o == all_gather || o == reduce_scatter;
            const double bytes = 48000.0 * static_cast<double>(each ? members.size() : 1),
                         of_all = each ? 48000.0 * n : bytes;
            const CollectiveWork few{o, bytes, members.front(), members};
            const Schedule schedule = collective_schedule(network, times, few);
            CAPTURE(word);
            CAPTURE(std::string(operation_names()[static_cast<std::size_t>(o)]));
            CAPTURE(schedule.algorithm);
            CHECK(test::replayed(network, times, few, schedule) == "");
            CHECK(schedule.time_ns >= collective_bound(network, times, few).ns);
            CHECK(schedule.time_ns <=
                  collective_schedule(network, times, {o, of_all, members.front()}).time_ns * (1 + 1e-9));
            CHECK(test::replayed(network, times, few, collective_schedule(network, times, few, "greedy")) == "");
        }
    }
    // By hand: half of the bytes go each way round, the node opposite takes both halves.
    const Network ring = make_network("ring:8");
    CHECK(
        collective_schedule(ring, equal_links(ring, 1.0, 0.0), {Operation::multicast, 1e6, 0, {0, 2, 4, 6}}).time_ns ==
        about(500'000.0).epsilon(0.005));
}

// github.com/astra-sim/tacos, tests/test_tacos_*.cpp: microseconds at GiB/s and us a hop.
TEST_CASE("all-gathers are as short as those that TACOS synthesizes, or shorter") {
    const struct {
        const char* word;
        double gib_of_all, rate, hop_us, published_us;
    } cases[] = {{"mesh:5x5", 1, 50, 0.5, 9606.0},     {"mesh:10x10", 1, 100, 1, 5049.0},
                 {"mesh:7x12", 4, 100, 1, 19966.27},   {"torus:3x3x3", 1, 50, 0.5, 3706.20},
                 {"torus:3x4x5", 2, 50, 0.5, 6676.67}, {"mesh:3x3x3", 1, 50, 0.5, 6671.17},
                 {"mesh:3x4x5", 2, 50, 0.5, 13353.33}, {"mesh:4x2x3", 3, 50, 0.5, 19178.17}};
    for (const auto& c : cases) {
        const Network network = make_network(c.word);
        const LinkTimes times = equal_links(network, c.rate * gib / 1e9, 1000.0 * c.hop_us);
        const Schedule schedule = collective_schedule(network, times, {Operation::all_gather, c.gib_of_all * gib});
        CAPTURE(c.word);
        CHECK(schedule.time_ns / 1000.0 <= c.published_us + 0.005);  // printed to 2 decimals
    }
}

TEST_CASE("all-gathers of meshes whose axes differ are as short as those of TACOS") {
    const struct {
        const char* word;
        double gib_of_all, rate_x, rate_y, hop_us, published_us;
    } cases[] = {{"mesh:5x5", 1, 50, 75, 0.5, 8005.0},
                 {"mesh:8x5", 1, 80, 35, 1, 8595.43},
                 {"mesh:7x10", 4, 16, 73, 1.5, 44612.47}};
    for (const auto& c : cases) {
        const Network network = make_network(c.word);
        LinkTimes times = equal_links(network, 1.0, 1000.0 * c.hop_us);
        for (Channel k = 0; k < network.graph.channels(); ++k) {
            const bool x = network.addresses.digits(network.graph.source(k))[0] !=
                           network.addresses.digits(network.graph.target(k))[0];
            times.byte_ns[k] = 1e9 / ((x ? c.rate_x : c.rate_y) * gib);
        }
        const Schedule schedule = collective_schedule(network, times, {Operation::all_gather, c.gib_of_all * gib});
        CAPTURE(c.word);
        CHECK(schedule.time_ns / 1000.0 <= c.published_us + 0.005);
    }
}

// 2 (n-1)/n B over the rate of the ports that a node has [patarasuk2009]; no latency here.
TEST_CASE("all-reduce takes the textbook's optimum on rings, tori and hypercubes") {
    const struct {
        const char* word;
        double nodes, ports;
    } cases[] = {
        {"ring:9", 9, 2}, {"torus:4x4", 16, 4}, {"torus:3x3x3", 27, 6}, {"hypercube:4", 16, 4}, {"complete:6", 6, 5}};
    for (const auto& c : cases) {
        const double best = 2.0 * (c.nodes - 1) / c.nodes * 1e6 / c.ports;
        CAPTURE(c.word);
        CHECK(bound_of(c.word, Operation::all_reduce, 1e6) == about(best).epsilon(1e-9));
        CHECK(time_of(c.word, Operation::all_reduce, 1e6, "best") == about(best).epsilon(0.001));
    }
    // With latency: bucket on 4x4 takes 2 phases of 3 steps, twice; a hop of 10 ns each: + 120 ns.
    CHECK(time_of("torus:4x4", Operation::all_reduce, 1e6, "bucket", 10) == about(2 * 15.0 / 16 * 1e6 / 4 + 120));
}

TEST_CASE("named algorithms take their published steps and times") {
    const auto steps = [](const char* word, Operation operation, std::string_view algorithm) {
        const Network network = make_network(word);
        return collective_schedule(network, equal_links(network, 1.0, 0.0), {operation, 1e6}, algorithm).steps;
    };
    CHECK(steps("ring:9", Operation::all_gather, "ring") == 8);              // n - 1
    CHECK(steps("ring:9", Operation::all_reduce, "ring") == 16);             // 2 (n - 1)
    CHECK(steps("hypercube:4", Operation::reduce_scatter, "halving") == 4);  // log2 n
    CHECK(steps("hypercube:4", Operation::all_reduce, "halving") == 8);
    CHECK(steps("torus:4x4", Operation::all_gather, "bucket") == 6);  // sum of k - 1
    CHECK(steps("torus:4x8", Operation::all_reduce, "swing") == 10);  // 2 log2 n
    CHECK(steps("complete:8", Operation::broadcast, "tree") == 3);
    // alpha-beta forms, alpha 10 ns, beta 1 ns a byte, n = 8, B = 8000:
    // ring 2 (n-1) (alpha + B/n beta) = 14 * 1010; halving 2 (log2 n alpha + (n-1)/n B beta) = 2 (30 + 7000);
    // binomial 3 (alpha + B beta) = 3 * 8010; direct on complete:8 2 (alpha + B/n beta) = 2020.
    CHECK(time_of("ring:8", Operation::all_reduce, 8000, "ring", 10) == about(14 * 1010.0).epsilon(1e-9));
    CHECK(time_of("hypercube:3", Operation::all_reduce, 8000, "halving", 10) == about(2 * 7030.0).epsilon(1e-9));
    CHECK(time_of("complete:8", Operation::broadcast, 8000, "tree", 10) == about(3 * 8010.0).epsilon(1e-9));
    CHECK(time_of("complete:8", Operation::all_reduce, 8000, "direct", 10) == about(2020.0).epsilon(1e-9));
    // Through the switch of star-like xgft:4,1 every message takes two hops: scatter of 4 parts of 1000 from one host,
    // 3 leave it one after the other, the last goes on: 3 * 1010 + 1010.
    CHECK(time_of("xgft:4,1", Operation::scatter, 4000, "direct", 10) == about(4 * 1010.0).epsilon(1e-9));
    // A chain of 4 nodes: 3 (alpha + B beta).
    CHECK(time_of("mesh:4", Operation::broadcast, 1000, "ring", 10) == about(3 * 1010.0).epsilon(1e-9));
}

TEST_CASE("Swing and halving load channels as published") {
    // Swing of B = 16 on a ring of 8 [desensi2024]: 3 steps of distances 1, 1, 3 to the sums and back. The even ranks
    // of one half of B go +1, -1, +3, those of the other -1, +1, -3. Step 1 sends B/4 over one channel, and each
    // channel has one such message; step 2 sends B/8 likewise; step 3 sends B/16 over 3 channels: 16 messages of 3
    // channels on 16 are 3 each. Together B (1/4 + 1/8 + 3/16) = 9, there and back 18, for 14 of the best.
    const auto loads = [](const char* word, std::string_view algorithm) {
        const Network network = make_network(word);
        const Schedule s =
            collective_schedule(network, equal_links(network, 1.0, 0.0), {Operation::all_reduce, 16}, algorithm);
        std::vector<double> load(network.graph.channels(), 0.0);
        for (const Transfer& t : s.transfers) load[t.channel] += t.end_ns - t.start_ns;
        return load;
    };
    for (const double load : loads("ring:8", "swing")) CHECK(load == about(18.0));
    CHECK(time_of("ring:8", Operation::all_reduce, 16, "swing") == about(18.0));
    // 4x4: distances 1 and 1 along each digit, every message over one channel, so the best there is: 2 * 15/16 * 16
    // / 4.
    for (const double load : loads("torus:4x4", "swing")) CHECK(load == about(7.5));
    // Halving on a cube: the channels of bit 2 carry B/2 = 8 there and back, of bit 1 B/4, of bit 0 B/8 [thakur2005].
    const Network cube = make_network("hypercube:3");
    const std::vector<double> of_cube = loads("hypercube:3", "halving");
    for (Channel c = 0; c < of_cube.size(); ++c)
        CHECK(of_cube[c] == about(4.0 * (cube.graph.source(c) ^ cube.graph.target(c))));
}

TEST_CASE("all-reduces of meshes take little more than all links together need") {
    for (const char* word : {"mesh:4x4", "mesh:5x7", "mesh:2x3x4", "mesh:8"}) {
        CAPTURE(word);
        CHECK(time_of(word, Operation::all_reduce, 1e9, "best") * 0.93 <= bound_of(word, Operation::all_reduce, 1e9));
    }
}

TEST_CASE("bounds are those that a hand finds") {
    CHECK(bound_of("mesh:5x5", Operation::all_gather, 25000) ==
          about(24000.0 / 2).epsilon(1e-9));  // corners: 24 parts, 2 ports
    CHECK(bound_of("mesh:4", Operation::broadcast, 1000) == about(1000.0).epsilon(1e-9));
    CHECK(bound_of("mesh:4", Operation::scatter, 1000) ==
          about(750.0).epsilon(1e-9));  // 3 of 4 parts leave by one channel
    CHECK(bound_of("mesh:5x5", Operation::all_reduce, 1000) ==
          about(2 * 24 * 1000.0 / 80).epsilon(1e-9));  // 80 channels
    // All-to-all: half of the nodes send half of their bytes over 4 channels: 8 * 1000 / 2 / 4.
    CHECK(bound_of("mesh:4x4", Operation::all_to_all, 1000) == about(8 * 1000.0 / 2 / 4).epsilon(1e-9));
    // ring:4: 4 nodes send parts of 250 over 1, 1 and 2 hops, on 8 channels.
    CHECK(bound_of("ring:4", Operation::all_to_all, 1000) == about(4 * 250.0 * 4 / 8).epsilon(1e-9));
    const Network far = make_network("mesh:6");
    const TimeBound way = collective_bound(far, equal_links(far, 1e9, 7.0), {Operation::broadcast, 1});
    CHECK(way.ns == about(35.0));  // 5 hops
    CHECK(way.kind == "distance");
}

TEST_CASE("total exchanges of meshes, tori and hypercubes come near the bound of the flow") {
    for (const char* word : {"torus:3x3x4", "mesh:4x5", "hypercube:4"}) {
        CAPTURE(word);
        CHECK(time_of(word, Operation::all_to_all, 1e6, "best") <= 1.05 * bound_of(word, Operation::all_to_all, 1e6));
    }
}

TEST_CASE("a skewed total exchange is bounded by the node that gets most") {
    // complete:4, zipf 1: shares 12/25, 6/25, 4/25, 3/25; node 0 gets 3 * 12/25 of 1000 over 3 channels.
    const Network network = make_network("complete:4");
    const LinkTimes times = equal_links(network, 1.0, 0.0);
    const CollectiveWork work{Operation::all_to_all, 1000, 0, {}, 1.0};
    CHECK(collective_bound(network, times, work).ns == about(480.0).epsilon(1e-9));
    CHECK(collective_schedule(network, times, work).time_ns == about(480.0).epsilon(1e-9));
}

TEST_CASE("work that is none is refused in a line") {
    const Network mesh = make_network("mesh:3x3");
    const LinkTimes times = equal_links(mesh, 1.0, 1.0);
    const auto refused = [&](const CollectiveWork& work, std::string_view algorithm = "best") {
        CHECK_THROWS_AS((void)collective_schedule(mesh, times, work, algorithm), InputError);
    };
    refused({Operation::broadcast, 0.0});
    refused({Operation::broadcast, -1.0});
    refused({Operation::broadcast, std::nan("")});
    refused({Operation::broadcast, 1.0, 9});
    refused({Operation::broadcast, 1.0, 1, {0, 2}});
    refused({Operation::all_gather, 1.0, 0, {4}});
    refused({Operation::all_gather, 1.0, 0, {}, 1.2});
    refused({Operation::all_gather, 1.0}, "halving");
    refused({Operation::all_gather, 1.0}, "none");
    Network pieces = make_network("mesh:3x3");
    pieces.graph = Graph(9, {{0, 1}, {2, 3}});
    CHECK_THROWS_WITH_AS((void)collective_schedule(pieces, equal_links(pieces, 1.0, 1.0), {Operation::all_gather, 1.0}),
                         doctest::Contains("in pieces"), InputError);
}

TEST_CASE("large networks: 1,024 nodes reduce at the optimum and 512 nodes exchange within 5 % of the flow" *
          doctest::test_suite("long")) {
    CHECK(time_of("torus:32x32", Operation::all_reduce, 1e9, "best") ==
          about(2 * 1023.0 / 1024 * 1e9 / 4).epsilon(0.001));
    CHECK(time_of("hypercube:10", Operation::all_reduce, 1e9, "best") ==
          about(2 * 1023.0 / 1024 * 1e9 / 10).epsilon(0.001));
    CHECK(time_of("hypercube:9", Operation::all_to_all, 1e9, "best") <=
          1.05 * bound_of("hypercube:9", Operation::all_to_all, 1e9));
}

TEST_CASE("512 nodes of a torus and of a mesh exchange within 5 % of the flow" * doctest::skip()) {  // half a minute
    for (const char* word : {"torus:8x8x8", "mesh:16x32"}) {
        CAPTURE(word);
        CHECK(time_of(word, Operation::all_to_all, 1e9, "best") <= 1.05 * bound_of(word, Operation::all_to_all, 1e9));
    }
}
