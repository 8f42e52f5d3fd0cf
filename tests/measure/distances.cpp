#include "wafernet/measure/distances.hpp"

#include <doctest/doctest.h>

#include <random>

#include "about.hpp"
#include "measure/product.hpp"
#include "oracles.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

TEST_CASE("the mean distance of millions of nodes is exact where the sum does not fit 64 bits") {
    Distances ring;  // of an even number of nodes
    ring.nodes = 6'000'000;
    ring.components = 1;
    ring.histogram.assign(ring.nodes / 2 + 1, 2 * std::uint64_t{ring.nodes});
    ring.histogram.front() = ring.histogram.back() = ring.nodes;
    CHECK_THROWS_AS((void)ring.sum(), ComputationError);
    CHECK(*ring.average(Pairs::all) == about(1'500'000.0).epsilon(1e-15));
}

TEST_CASE("distances of every family's examples are those of a plain queue search") {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            CAPTURE(word);
            const Network n = make_network(word);
            if (n.graph.nodes() > 1100) continue;
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
    for (unsigned seed = 1; seed <= 15; ++seed) {
        const Node nodes = 1 + seed * 20;  // 21 to 301: below and above one batch of 256
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
        CHECK(*d.average(Pairs::distinct) == about(static_cast<double>(sum) / (nodes * (nodes - 1.0))).epsilon(1e-14));
        CHECK(*d.average(Pairs::all) ==
              about(static_cast<double>(sum) / (nodes * static_cast<double>(nodes))).epsilon(1e-14));
    }
}

TEST_CASE("sparse, dense and long graphs have the distances of a plain queue search") {
    // A long path, a random graph of high degree, a broom of a star and a path.
    std::vector<LinkSpec> path;
    std::vector<LinkSpec> broom;
    for (Node v = 1; v < 700; ++v) path.push_back({v - 1, v, {}});
    for (Node v = 1; v < 300; ++v) broom.push_back({0, v, {}});
    for (Node v = 300; v < 700; ++v) broom.push_back({v - 1, v, {}});
    for (const Graph& g : {Graph(700, path), Graph(700, broom), oracle::random_graph(500, 20000, 5)}) {
        CHECK(measure_distances(g).histogram == oracle::histogram(g));
    }
}

TEST_CASE("distances of trees are those of a plain queue search, and the mean of an array is (n + 1) / 3") {
    std::mt19937_64 random(3);
    for (unsigned seed = 0; seed < 60; ++seed) {
        const Node nodes = 1 + seed * 4;
        std::vector<LinkSpec> links;
        for (Node v = 1; v < nodes; ++v) {
            // In turn: any tree, one of long branches, a star, an array.
            const Node least = seed % 4 == 0 ? 0 : seed % 4 == 1 ? (v > 5 ? v - 5 : 0) : seed % 4 == 2 ? 0 : v - 1;
            const Node parent = seed % 4 == 2 ? 0 : least + static_cast<Node>(random() % (v - least));
            if (random() % 2 == 0) links.push_back({parent, v, {}});
            else links.push_back({v, parent, {}});
        }
        const Graph tree(nodes, links);
        CHECK(measure_distances(tree).histogram == oracle::histogram(tree));
    }
    const Distances d = measure_distances(make_network("array:4096"), {});
    CHECK(*d.diameter() == 4095);
    CHECK(*d.average(Pairs::distinct) == about(4097.0 / 3.0));
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
        for (const unsigned threads : {2U, 3U, 16U})
            CHECK(measure_distances(n, {threads, true}).histogram == one.histogram);
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
            if (classes.empty()) continue;  // none known of this member
            std::uint64_t weight = 0;
            for (const SourceClass& c : classes) weight += c.weight;
            CHECK(weight == n.graph.nodes());
            CHECK(measure_distances(n.graph, classes).histogram == measure_distances(n.graph).histogram);
        }
    }
}

TEST_CASE("long, thin and dense graphs, whole and in pieces, have the distances of a plain queue search") {
    // In pieces, with parallel links, of one node, with a last word that is not full; sparse and dense.
    std::vector<LinkSpec> doubled{{0, 1, {}}, {0, 1, {}}, {1, 2, {}}, {3, 4, {}}, {4, 3, {}}};
    std::vector<Graph> graphs{Graph(1, {}), Graph(7, doubled), make_network("ring:701").graph};
    for (unsigned seed = 1; seed <= 8; ++seed) {
        graphs.push_back(oracle::random_graph(50 + 17 * seed, 20 * seed * seed, seed));
        graphs.push_back(oracle::random_connected_graph(30 * seed, 3, seed));
    }
    for (const Graph& g : graphs) CHECK(measure_distances(g).histogram == oracle::histogram(g));
}

TEST_CASE("large networks give the same from a few sources on any number of threads") {
    const Network n = make_network("torus:200x200");
    const std::vector<SourceClass> few{{0, 1}, {77, 5}, {39999, 1}, {20000, 7}};
    const Distances found = measure_distances(n.graph, few);
    CHECK(found.histogram == measure_distances(n.graph, few, 3).histogram);
    std::vector<std::uint64_t> expected(201, 0);
    for (const std::uint32_t d : oracle::bfs(n.graph, 0)) expected[d] += 14;  // every node of a torus sees the same
    CHECK(found.histogram == expected);
    CHECK(found.components == 1);
}

TEST_CASE("a dense group network loses no pair") {
    const Network n = make_network("dragonfly:14,10,2");
    CHECK(measure_distances(n.graph).histogram == oracle::histogram(n.graph));
}

namespace {

// Distances of a product as sums of its factors', by plain queue searches.
std::vector<std::uint64_t> histogram_of_product(const std::vector<Graph>& factors) {
    std::vector<std::uint64_t> all{1};
    for (const Graph& factor : factors) {
        const std::vector<std::uint64_t> one = oracle::histogram(factor);
        std::vector<std::uint64_t> sums(all.size() + one.size() - 1);
        for (std::size_t a = 0; a < all.size(); ++a) {
            for (std::size_t b = 0; b < one.size(); ++b) sums[a + b] += all[a] * one[b];
        }
        all = sums;
    }
    return all;
}

// Two digits: the links of `rows` in every row, those of `columns` in every column.
std::vector<LinkSpec> links_of_product(Node rows, const std::vector<LinkSpec>& of_rows, Node columns,
                                       const std::vector<LinkSpec>& of_columns) {
    std::vector<LinkSpec> links;
    for (Node c = 0; c < columns; ++c) {
        for (const LinkSpec& l : of_rows) links.push_back({l.a * columns + c, l.b * columns + c, {}, l.one_way});
    }
    for (Node r = 0; r < rows; ++r) {
        for (const LinkSpec& l : of_columns) links.push_back({r * columns + l.a, r * columns + l.b, {}, l.one_way});
    }
    return links;
}

}  // namespace

TEST_CASE("where a family's digits show a product, distances are sums of its factors'") {
    int products = 0;
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            CAPTURE(word);
            const Network n = make_network(word);
            if (n.graph.nodes() > 1100) continue;
            const std::vector<Graph> factors = product_factors(n.graph, n.addresses);
            if (factors.empty()) continue;
            ++products;
            CHECK(histogram_of_product(factors) == oracle::histogram(n.graph));
        }
    }
    CHECK(products >= 10);
    CHECK(product_factors(make_network("mesh:3x4x5").graph, make_network("mesh:3x4x5").addresses).size() == 3);
    CHECK(product_factors(make_network("htn:2,2,2,0").graph, make_network("htn:2,2,2,0").addresses).empty());
}

TEST_CASE("random products are found, whichever way their links go, and what is nearly one is not") {
    std::mt19937 random(8);
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const bool one_way = seed % 2 == 0;
        const auto draw = [&](Node nodes) {
            std::vector<LinkSpec> links;
            for (Node v = 1; v < nodes; ++v) links.push_back({v, static_cast<Node>(random() % v), {}, one_way});
            for (unsigned extra = 0; extra < seed % 4; ++extra) {
                const auto a = static_cast<Node>(random() % nodes), b = static_cast<Node>(random() % nodes);
                if (a != b) links.push_back({a, b, {}, one_way});
            }
            return links;
        };
        const Node rows = 2 + seed % 5, columns = 3 + seed % 7;
        std::vector<LinkSpec> links = links_of_product(rows, draw(rows), columns, draw(columns));
        std::shuffle(links.begin(), links.end(), random);
        const AddressScheme addresses({{rows}, {columns}});
        const Graph graph(std::uint64_t{rows} * columns, links);
        const std::vector<Graph> factors = product_factors(graph, addresses);
        REQUIRE(factors.size() == 2);
        CHECK(histogram_of_product(factors) == oracle::histogram(graph));

        const LinkSpec last = links.back();
        links.pop_back();  // it may have been a double one
        const Graph fewer(graph.nodes(), links);
        const std::vector<Graph> left = product_factors(fewer, addresses);
        const bool doubled = fewer.channel_between(last.a, last.b) != no_channel;
        CHECK(left.empty() == !doubled);
        links.push_back({0, rows * columns - 1, {}});  // changes both digits
        CHECK(product_factors(Graph(graph.nodes(), links), addresses).empty());
    }
}

TEST_CASE("large products have the distances that a search from every node finds") {
    for (const char* word : {"mesh:70x61", "mesh:3x40x41", "double-y:66x64", "hyperx:16x16x17"}) {
        CAPTURE(word);
        const Network n = make_network(word);
        const Distances d = measure_distances(n, {});
        const Distances all = measure_distances(n, {.exhaustive = true});
        CHECK(d.histogram == all.histogram);
        CHECK(d.components == 1);
        CHECK(d.sources < 200);
    }
}

TEST_CASE("distances in cycles are those of Floyd and Warshall, largest and mean") {
    // a -1- b -1- c -4- d and a -9- c: a to d in 1 + 1 + 4 = 6 cycles; pairs 1, 2, 6, 1, 5, 4: mean 19 / 6.
    Network w;
    w.graph = Graph(4, {{0, 1, {}}, {1, 2, {}}, {0, 2, {}}, {2, 3, {}}});
    w.channel_latency_cycles = {1, 1, 1, 1, 9, 9, 4, 4};
    CHECK(measure_cycles(w).longest == 6);
    CHECK(measure_cycles(w).average(Pairs::distinct).value() == doctest::Approx(19.0 / 6.0));
    CHECK(measure_cycles(w).average(Pairs::all).value() == doctest::Approx(38.0 / 16.0));
    std::uint32_t seed = 5;
    const auto draw = [&](std::uint32_t below) { return (seed = seed * 1664525U + 1013904223U) / 65536U % below; };
    for (int trial = 0; trial < 20; ++trial) {
        const Node n = 3 + draw(15);
        std::vector<LinkSpec> links;
        for (Node v = 1; v < n; ++v) links.push_back({draw(v), v, {}});
        for (Node extra = 0; extra < n; ++extra) {
            const Node a = draw(n), b = draw(n);
            if (a != b) links.push_back({a, b, {}});
        }
        Network network;
        network.graph = Graph(n, links);
        std::vector<std::vector<std::uint64_t>> d(n, std::vector<std::uint64_t>(n, 1'000'000));
        for (Channel c = 0; c < network.graph.channels(); ++c) {
            network.channel_latency_cycles.push_back(1 + draw(50));
            auto& direct = d[network.graph.source(c)][network.graph.target(c)];
            direct = std::min<std::uint64_t>(direct, network.channel_latency_cycles.back());
        }
        for (Node v = 0; v < n; ++v) d[v][v] = 0;
        for (Node k = 0; k < n; ++k) {
            for (Node i = 0; i < n; ++i) {
                for (Node j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
            }
        }
        std::uint64_t longest = 0, sum = 0;
        for (const auto& row : d) {
            for (const std::uint64_t one : row) longest = std::max(longest, one), sum += one;
        }
        CHECK(measure_cycles(network).longest == longest);
        CHECK(measure_cycles(network).sum == static_cast<double>(sum));
    }
    Network apart;
    apart.graph = Graph(3, {{0, 1, {}}});
    CHECK_THROWS_AS((void)measure_cycles(apart), InputError);
}
