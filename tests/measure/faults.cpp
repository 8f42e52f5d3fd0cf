#include "wafernet/core/faults.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"

using namespace wafernet;

namespace {

constexpr std::uint32_t far = 1'000'000;

// Distances between the nodes of a network with faults, by their names: Floyd and Warshall on a matrix of the whole
// network from which faulty nodes and channels are struck. Nodes that have lost all links are left out.
std::map<std::pair<std::string, std::string>, std::uint32_t> struck(const Network& whole, const FaultSet& faults) {
    const Graph& graph = whole.graph;
    const Node n = graph.nodes();
    std::vector<std::vector<std::uint32_t>> hops(n, std::vector<std::uint32_t>(n, far));
    const auto dead = [](const auto& all, auto one) { return std::find(all.begin(), all.end(), one) != all.end(); };
    std::set<Node> linked;
    for (Channel c = 0; c < graph.channels(); ++c) {
        const Node a = graph.source(c), b = graph.target(c);
        if (!graph.exists(c) || dead(faults.channels, c) || dead(faults.nodes, a) || dead(faults.nodes, b)) continue;
        hops[a][b] = 1;
        linked.insert({a, b});
    }
    for (const Node v : linked) hops[v][v] = 0;
    for (Node k = 0; k < n; ++k) {
        for (Node a = 0; a < n; ++a) {
            for (Node b = 0; b < n; ++b) hops[a][b] = std::min(hops[a][b], hops[a][k] + hops[k][b]);
        }
    }
    std::map<std::pair<std::string, std::string>, std::uint32_t> out;
    for (const Node a : linked) {
        for (const Node b : linked) out[{whole.addresses.print(a), whole.addresses.print(b)}] = hops[a][b];
    }
    return out;
}

const std::vector<std::string> words{"mesh:5x4", "torus:4x4",   "hypercube:4", "htn:2,2,2,0", "tree:4",
                                     "ccc:3",    "stargraph:4", "how:5,2,2",   "complete:6",  "fattree:3"};

FaultSet drawn(const Network& whole, std::uint64_t seed) {
    const std::vector<FaultKind> kinds = fault_kinds(seed % 3 == 0   ? "node"
                                                     : seed % 3 == 1 ? "link"
                                                                     : "node,link,oneway");
    return draw_faults(whole.graph, possible_faults(whole, kinds), 1 + seed % 5, seed);
}

}  // namespace

TEST_CASE("60 drawn networks with faults have the distances of a matrix from which the faults are struck") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Network whole = make_network(words[seed % words.size()]);
        const FaultSet faults = drawn(whole, seed);
        CAPTURE(whole.word);
        CAPTURE(seed);
        const auto expected = struck(whole, faults);
        const Network left = network_left(whole, faults);
        REQUIRE(std::size_t{left.graph.nodes()} * left.graph.nodes() == expected.size());
        std::vector<std::uint64_t> histogram;
        for (const auto& [pair, hops] : expected) {
            if (hops >= far) continue;
            histogram.resize(std::max<std::size_t>(histogram.size(), hops + 1));
            ++histogram[hops];
        }
        CHECK(measure_distances(left.graph).histogram == histogram);
        for (Channel c = 0; c < left.graph.channels(); ++c) {  // every link is one of the names that it joins
            if (!left.graph.exists(c)) continue;
            CHECK(expected.at(
                      {left.addresses.print(left.graph.source(c)), left.addresses.print(left.graph.target(c))}) == 1);
        }
    }
}

TEST_CASE("a network with faults keeps names, latencies and widths, and loses nodes without a link") {
    Network line = make_network("mesh:4x1");  // 0 - 1 - 2 - 3
    line.channel_latency_cycles = {5, 6, 7, 8, 9, 10};
    FaultSet faults;
    faults.channels = {0, 1};      // the link 0 - 1: node 0 is lost with it
    faults.narrowed = {{2, 0.3}};  // 1 -> 2 keeps 3 of 10 wires: ceil(1 / 0.3) = 4 cycles a flit
    faults.processors = {3};
    const Network left = network_left(line, faults);
    REQUIRE(left.graph.nodes() == 3);
    CHECK(left.addresses.print(0) == "(1,0)");
    CHECK(left.addresses.parse("(3,0)") == 2);
    CHECK(left.channel_latency_cycles == std::vector<std::uint32_t>{7, 8, 9, 10});
    CHECK(left.channel_flit_cycles == std::vector<std::uint32_t>{4, 1, 1, 1});
    CHECK(left.terminals == std::vector<Node>{0, 1});
    faults = {};
    faults.channels = {1};  // one direction: from 1 to 0
    const Network one_way = network_left(line, faults);
    CHECK(one_way.graph.one_way(0));
    CHECK(one_way.graph.channel_between(0, 1) != no_channel);
    CHECK(one_way.graph.channel_between(1, 0) == no_channel);
    faults.nodes = {0, 1, 2, 3};
    CHECK_THROWS_AS((void)network_left(line, faults), InputError);
    faults.nodes = {4};
    CHECK_THROWS_AS((void)network_left(line, faults), InputError);
}

TEST_CASE("faults are drawn without repetition, each as often as any other") {
    const Network ring = make_network("ring:8");
    const std::vector<PossibleFault> possible = possible_faults(ring, fault_kinds("node,link"));
    REQUIRE(possible.size() == 16);
    std::vector<std::uint64_t> often(8, 0);
    constexpr std::uint64_t draws = 8000;
    for (std::uint64_t seed = 0; seed < draws; ++seed) {
        const FaultSet faults = draw_faults(ring.graph, possible, 4, seed);
        CHECK(faults.nodes.size() + faults.channels.size() / 2 == 4);
        CHECK(std::set<Node>(faults.nodes.begin(), faults.nodes.end()).size() == faults.nodes.size());
        for (const Node v : faults.nodes) ++often[v];
    }
    // A quarter of the draws has a given node: 2000, standard deviation sqrt(8000 x 1/4 x 3/4) = 39, five of them.
    for (const std::uint64_t count : often) CHECK(std::abs(static_cast<double>(count) - 2000.0) < 195.0);
    CHECK(draw_faults(ring.graph, possible, 99, 1).nodes.size() == 8);
    CHECK(draw_faults_at_rate(ring.graph, possible, 0.0, 1).empty());
    CHECK(draw_faults_at_rate(ring.graph, possible, 1.0, 1).channels.size() == 16);
}
