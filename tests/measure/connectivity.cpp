#include "wafernet/measure/connectivity.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <ctime>

#include "oracles.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"

using namespace wafernet;

namespace {

// The least number of links between a set of nodes and the rest, over all sets.
std::uint32_t least_cut_by_enumeration(const Graph& g) {
    std::uint32_t best = 0xFFFFFFFFU;
    for (std::uint64_t set = 1; set + 1 < std::uint64_t{1} << g.nodes(); ++set) {
        std::uint32_t cut = 0;
        for (Channel c = 0; c < g.channels(); c += 2)
            cut += static_cast<std::uint32_t>((set >> g.source(c) ^ set >> g.target(c)) & 1U);
        best = std::min(best, cut);
    }
    return best;
}

// The least cut by Stoer and Wagner on a matrix of link counts.
std::uint32_t least_cut_by_stoer_wagner(const Graph& g) {
    const Node n = g.nodes();
    std::vector<std::vector<std::uint32_t>> w(n, std::vector<std::uint32_t>(n, 0));
    for (Channel c = 0; c < g.channels(); ++c) ++w[g.source(c)][g.target(c)];
    std::vector<Node> alive(n);
    for (Node v = 0; v < n; ++v) alive[v] = v;
    std::uint32_t best = 0xFFFFFFFFU;
    while (alive.size() > 1) {
        std::vector<std::uint32_t> weight(n, 0);
        std::vector<Node> rest = alive;
        Node last = rest[0];
        Node before = last;
        while (!rest.empty()) {
            const auto next =
                std::max_element(rest.begin(), rest.end(), [&](Node a, Node b) { return weight[a] < weight[b]; });
            before = last;
            last = *next;
            rest.erase(next);
            for (const Node v : rest) weight[v] += w[last][v];
        }
        best = std::min(best, weight[last]);
        for (const Node v : alive) {
            if (v == last || v == before) continue;
            w[before][v] += w[last][v];
            w[v][before] += w[v][last];
        }
        std::erase(alive, last);
    }
    return best;
}

}  // namespace

TEST_CASE("arc connectivity of small random graphs is the least cut over all sets of nodes") {
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const Graph g = oracle::random_graph(2 + seed % 9, seed % 30, seed);
        CHECK(arc_connectivity(g) == least_cut_by_enumeration(g));
    }
}

TEST_CASE("arc connectivity of every family's examples is the least cut of Stoer and Wagner") {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 130 || n.graph.nodes() < 2 || n.graph.directed()) continue;
            CAPTURE(word);
            const std::uint32_t least_cut = least_cut_by_stoer_wagner(n.graph);
            CHECK(arc_connectivity(n.graph) == least_cut);
            CHECK(arc_connectivity(n) == least_cut);
        }
    }
}

TEST_CASE("two dense halves that few links join are as weak as those links") {
    // Least degree 6, least cut 1 to 5: the cut is not round a single node.
    for (unsigned joins = 1; joins <= 5; ++joins) {
        std::vector<LinkSpec> links;
        for (Node half = 0; half < 2; ++half) {
            for (Node a = 0; a < 7; ++a) {
                for (Node b = 0; b < a; ++b) links.push_back({half * 7 + a, half * 7 + b, {}});
            }
        }
        for (Node j = 0; j < joins; ++j) links.push_back({j, 7 + (j * 3) % 7, {}});
        const Graph g(14, links);
        CHECK(arc_connectivity(g) == joins);
        CHECK(least_cut_by_stoer_wagner(g) == joins);
    }
}

TEST_CASE("two nodes that many parallel links join may be the weak part") {
    std::vector<LinkSpec> links;
    for (int i = 0; i < 5; ++i) links.push_back({7, 8, {}});
    for (Node a = 0; a < 7; ++a) {
        for (Node b = 0; b < a; ++b) links.push_back({a, b, {}});
    }
    links.push_back({0, 7, {}});
    links.push_back({0, 8, {}});
    CHECK(arc_connectivity(Graph(9, links)) == 2);
}

TEST_CASE("a graph of degree 2 falls apart with one link where that is a bridge, however long the graph") {
    const std::vector<LinkSpec> two_triangles{{0, 1, {}}, {1, 2, {}}, {2, 0, {}}, {3, 4, {}}, {4, 5, {}}, {5, 3, {}}};
    std::vector<LinkSpec> joined = two_triangles;
    joined.push_back({2, 3, {}});
    CHECK(arc_connectivity(Graph(6, joined)) == 1);
    joined.push_back({2, 3, {}});
    CHECK(arc_connectivity(Graph(6, joined)) == 2);
    CHECK(arc_connectivity(make_network("ring:1000000").graph) == 2);
}

TEST_CASE("a single node and a graph in pieces have arc connectivity 0") {
    CHECK(arc_connectivity(Graph(1, {})) == 0);
    CHECK(arc_connectivity(Graph(4, {{0, 1, {}}, {2, 3, {}}})) == 0);
}

TEST_CASE("three hundred thousand parallel links are counted at once") {
    Network network;
    std::vector<LinkSpec> links(300'000, LinkSpec{0, 1, {}});
    links.resize(300'002, LinkSpec{1, 2, {}});
    links.push_back({2, 0, {}});
    links.push_back({2, 0, {}});
    network.graph = Graph(3, links);
    const std::clock_t start = std::clock();
    CHECK(arc_connectivity(network.graph) == 4);  // of node 2: two links to each
    links.resize(300'000);
    CHECK(arc_connectivity(Graph(2, links)) == 300'000);
    CHECK(std::clock() - start < 5 * CLOCKS_PER_SEC);
}
