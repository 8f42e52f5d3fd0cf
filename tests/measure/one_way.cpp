// Networks with one-way links: expected values from the tables of directed de Bruijn and Kautz graphs and by hand.
#include <doctest/doctest.h>

#include "wafernet/base/error.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

using namespace wafernet;

namespace {

Network one_way(Node nodes, std::vector<LinkSpec> links) {
    Network network;
    for (LinkSpec& l : links) l.one_way = true;
    network.graph = Graph(nodes, std::move(links));
    std::vector<std::string> labels;
    for (Node v = 0; v < nodes; ++v) labels.push_back(std::to_string(v));
    network.addresses = AddressScheme::of_labels(std::move(labels));
    network.level_sizes = {nodes};
    network.word = "file:test";
    return network;
}

Network ring(Node n) {
    std::vector<LinkSpec> links;
    for (Node v = 0; v < n; ++v) links.push_back({v, (v + 1) % n});
    return one_way(n, links);
}

// u -> 2u + r mod 2^D without its loops.
Network de_bruijn(Node n) {
    std::vector<LinkSpec> links;
    for (Node u = 0; u < n; ++u) {
        for (Node r = 0; r < 2; ++r) {
            if ((2 * u + r) % n != u) links.push_back({u, (2 * u + r) % n});
        }
    }
    return one_way(n, links);
}

// Imase and Itoh: u -> -d u - r mod N, r = 1 .. d, the Kautz digraph at N = d^D + d^(D-1).
Network kautz(Node d, Node n) {
    std::vector<LinkSpec> links;
    for (Node u = 0; u < n; ++u) {
        for (Node r = 1; r <= d; ++r)
            links.push_back({u, static_cast<Node>((std::uint64_t{d + 1} * n * d - std::uint64_t{d} * u - r) % n)});
    }
    return one_way(n, links);
}

}  // namespace

TEST_CASE("a graph with one-way links has their channels in one direction only") {
    const Graph graph(3, {{0, 1, {}, true}, {1, 2, {}, false}, {2, 0, {}, true}});
    CHECK(graph.directed());
    CHECK(graph.links() == 3);
    CHECK(graph.one_way(0));
    CHECK_FALSE(graph.one_way(1));
    CHECK(graph.exists(0));
    CHECK_FALSE(graph.exists(1));
    CHECK(graph.exists(3));
    CHECK(graph.degree(0) == 1);
    CHECK(graph.degree(1) == 1);
    CHECK(graph.degree(2) == 2);
    CHECK(graph.channel_between(1, 0) == no_channel);
    CHECK(graph.channel_between(2, 1) == 3);
    std::vector<Channel> in;
    graph.for_each_in(1, [&](Channel c) { in.push_back(c); });
    CHECK(in == std::vector<Channel>{0, 3});
    CHECK_FALSE(Graph(2, {{0, 1}}).directed());
}

TEST_CASE("distances and arc connectivity follow one-way links") {
    // A ring of n: distances 1 .. n - 1 from every node.
    const Distances d = measure_distances(ring(7).graph);
    CHECK(d.diameter() == 6U);
    CHECK(d.average(Pairs::distinct) == doctest::Approx(3.5));
    CHECK(arc_connectivity(ring(7).graph) == 1);
    // de Bruijn (2, 4) without loops: diameter 4, mean 2.833333, connectivity 1. Kautz (2, 3): 3, 2.318182, 2 (computed
    // apart from networkx).
    const Distances b = measure_distances(de_bruijn(16).graph);
    CHECK(b.diameter() == 4U);
    CHECK(b.average(Pairs::distinct) == doctest::Approx(2.833333).epsilon(1e-6));
    CHECK(arc_connectivity(de_bruijn(16).graph) == 1);
    const Distances k = measure_distances(kautz(2, 12).graph);
    CHECK(k.diameter() == 3U);
    CHECK(k.average(Pairs::distinct) == doctest::Approx(2.318182).epsilon(1e-6));
    CHECK(arc_connectivity(kautz(2, 12).graph) == 2);
    CHECK(arc_connectivity(kautz(3, 12).graph) == 3);  // d-arc-connected
}

TEST_CASE("a network that is connected but not strongly so says it") {
    const Network network = one_way(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
    CHECK(count_components(network.graph) == 2);
    const Distances d = measure_distances(network.graph);
    CHECK_FALSE(d.diameter());
    CHECK(d.reason == "not strongly connected: 2 strong components");
    CHECK(arc_connectivity(network.graph) == 0);
    CHECK_THROWS_WITH_AS(find_routing("minimal", network).make(network, {}),
                         "file:test: node 3 cannot reach node 0, routing needs a strongly connected network",
                         InputError);
    const Network other = one_way(4, {{0, 1}, {1, 2}, {2, 0}, {3, 2}});
    CHECK_THROWS_WITH_AS(find_routing("minimal", other).make(other, {}),
                         "file:test: node 3 cannot be reached from node 0, routing needs a strongly connected network",
                         InputError);
}

TEST_CASE("minimal routing takes one-way links in their direction, and its deadlocks are those of the ring") {
    const Network network = ring(5);
    const auto routing = find_routing("minimal", network).make(network, {});
    const RoutedLengths lengths = measure_routed(network, *routing, {});
    CHECK(lengths.longest == 4);
    CHECK(lengths.mean() == doctest::Approx(2.5));
    const Verdict verdict = deadlock_verdict(network, *routing, make_vc_rule("any", network, 1));
    CHECK(verdict.channels == 5);
    CHECK_FALSE(verdict.acyclic);
    CHECK(verdict.cycle.size() == 5);
    CHECK_THROWS_WITH_AS(find_routing("up-down", network).make(network, {}),
                         doctest::Contains("up-down needs links that go both ways"), InputError);
    CHECK_THROWS_WITH_AS(measure_bisection(network),
                         "file:test: some links go one way, a bisection counts links that go both ways", InputError);
}
