#include "wafernet/distances.hpp"

#include <doctest/doctest.h>

#include "oracles.hpp"
#include "wafernet/network.hpp"

using namespace wafernet;

TEST_CASE("distances of every family's examples are those of a plain queue search") {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            CAPTURE(word);
            const Network n = make_network(word);
            if (n.graph.nodes() > 2000) continue;
            const Distances d = measure_distances(n, {});
            const auto expected = oracle::histogram(n.graph);
            CHECK(d.histogram == expected);
            CHECK(d.sources == n.graph.nodes());
            CHECK((d.components == 1) == d.diameter().has_value());
            if (d.components == 1) CHECK(*d.diameter() == expected.size() - 1);
        }
    }
}

TEST_CASE("distances of random graphs are those of Floyd and Warshall") {
    for (unsigned seed = 1; seed <= 30; ++seed) {
        const Node nodes = 1 + seed * 11;  // 12 to 331: below, at and above one batch of 256
        const Graph g = oracle::random_connected_graph(nodes, seed * seed, seed);
        const auto all = oracle::floyd_warshall(g);
        std::vector<std::uint64_t> expected;
        std::uint64_t sum = 0;
        for (const auto& row : all) {
            for (const std::uint32_t h : row) {
                if (expected.size() <= h) expected.resize(h + 1);
                ++expected[h];
                sum += h;
            }
        }
        const Distances d = measure_distances(g);
        CHECK(d.histogram == expected);
        CHECK(d.sum() == sum);
        CHECK(*d.average(Pairs::distinct) == doctest::Approx(static_cast<double>(sum) / (nodes * (nodes - 1.0))).epsilon(1e-14));
        CHECK(*d.average(Pairs::all) == doctest::Approx(static_cast<double>(sum) / (nodes * static_cast<double>(nodes))).epsilon(1e-14));
    }
}

TEST_CASE("sparse, dense and long graphs go through every way of a level") {
    // A long path (pushes), a random graph of high degree (rows of more than 8), a broom of a star and a path (both).
    std::vector<LinkSpec> path;
    std::vector<LinkSpec> broom;
    for (Node v = 1; v < 700; ++v) path.push_back({v - 1, v, {}});
    for (Node v = 1; v < 300; ++v) broom.push_back({0, v, {}});
    for (Node v = 300; v < 700; ++v) broom.push_back({v - 1, v, {}});
    for (const Graph& g : {Graph(700, path), Graph(700, broom), oracle::random_graph(500, 20000, 5)}) {
        CHECK(measure_distances(g).histogram == oracle::histogram(g));
    }
}

TEST_CASE("a graph in pieces has no diameter and no average, and says why") {
    const Graph g(7, {{0, 1, {}}, {1, 2, {}}, {3, 4, {}}});
    const Distances d = measure_distances(g);
    CHECK(d.components == 4);
    CHECK(count_components(g) == 4);
    CHECK(!d.diameter());
    CHECK(!d.average(Pairs::distinct));
    CHECK(d.reason == "not connected: 4 components");
    CHECK(d.histogram == oracle::histogram(g));
}

TEST_CASE("one node has diameter 0 and no average over distinct pairs") {
    const Distances d = measure_distances(Graph(1, {}));
    CHECK(*d.diameter() == 0);
    CHECK(!d.average(Pairs::distinct));
    CHECK(*d.average(Pairs::all) == 0.0);
}

TEST_CASE("the number of threads changes nothing") {
    for (const char* word : {"torus:40x40", "mesh:30x31", "mesh:7x9x11"}) {
        const Network n = make_network(word);
        const Distances one = measure_distances(n, {1, true});
        for (const unsigned threads : {2U, 3U, 16U}) CHECK(measure_distances(n, {threads, true}).histogram == one.histogram);
    }
}

TEST_CASE("symmetry gives what a search from every node gives") {
    for (const Family* f : families()) {
        if (f->source_classes == nullptr) continue;
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > brute_force_nodes) continue;
            CAPTURE(word);
            const std::vector<SourceClass> classes = f->source_classes(n);
            std::uint64_t weight = 0;
            for (const SourceClass& c : classes) weight += c.weight;
            CHECK(weight == n.graph.nodes());
            CHECK(measure_distances(n.graph, classes).histogram == measure_distances(n.graph).histogram);
        }
    }
}
