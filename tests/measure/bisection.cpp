#include "wafernet/measure/bisection.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include <Eigen/Dense>

#include "measure/flow_bound.hpp"
#include "measure/partition.hpp"
#include "measure/spectral.hpp"
#include "oracles.hpp"
#include "wafernet/core/error.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/measure/distances.hpp"

using namespace wafernet;

namespace {

// The least cut over all balanced sets, one after the other.
std::uint64_t least_balanced_cut(const Graph& g) {
    std::uint64_t best = 0xFFFFFFFFU;
    const unsigned n = g.nodes();
    for (std::uint64_t set = 0; set < std::uint64_t{1} << n; ++set) {
        if (static_cast<unsigned>(std::popcount(set)) != n / 2) continue;
        std::uint64_t cut = 0;
        for (Channel c = 0; c < g.channels(); c += 2) cut += (set >> g.source(c) ^ set >> g.target(c)) & 1U;
        best = std::min(best, cut);
    }
    return best;
}

Network of_graph(Graph graph) {
    Network n;
    n.word = "test";
    n.addresses = AddressScheme(AddressScheme::Radices{{graph.nodes()}});
    n.graph = std::move(graph);
    return n;
}

double second_eigenvalue(const Graph& g) {
    Eigen::MatrixXd l = Eigen::MatrixXd::Zero(g.nodes(), g.nodes());
    for (Channel c = 0; c < g.channels(); ++c) {
        l(g.source(c), g.source(c)) += 1.0;
        l(g.source(c), g.target(c)) -= 1.0;
    }
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(l, Eigen::EigenvaluesOnly).eigenvalues()[1];
}

}  // namespace

TEST_CASE("the bisection of small random graphs lies in its bounds and is found") {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const Node nodes = 2 + seed % 13;
        const Graph g = seed % 4 == 0 ? oracle::random_graph(nodes, 2 * nodes, seed)
                                      : oracle::random_connected_graph(nodes, seed % 17, seed);
        const std::uint64_t least = least_balanced_cut(g);
        const Bisection b = measure_bisection(of_graph(g));
        CHECK(b.exact());  // so few nodes are searched completely
        CHECK(b.upper == least);
        CHECK(b.canonical >= least);
        if (b.spectral) CHECK(*b.spectral <= static_cast<double>(least) + 1e-9);
    }
}

TEST_CASE("the bisection of every small example is that of all balanced partitions") {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 18 || n.graph.nodes() < 2 || n.graph.directed()) continue;
            CAPTURE(word);
            const Bisection b = measure_bisection(n);
            CHECK(b.upper == least_balanced_cut(n.graph));
            CHECK(b.exact());
        }
    }
}

TEST_CASE("Lanczos gives the second eigenvalue of the dense Laplacian") {
    for (const char* word : {"mesh:13x11", "torus:4x4x16", "torus:16x16", "mesh:3x100", "hypercube:8", "tree:8"}) {
        CAPTURE(word);
        const Network n = make_network(word);
        REQUIRE(n.graph.nodes() > dense_nodes);
        const double expected = second_eigenvalue(n.graph);
        const Fiedler f = fiedler(n.graph, 1e-7, 1);
        CHECK(f.residual <= 1e-7);
        CHECK(std::abs(f.value - expected) <= 1e-7);
        CHECK(f.value - f.residual <= expected + 1e-12);
    }
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const Graph g = oracle::random_connected_graph(150 + 10 * seed, 30 * seed, seed);
        const Fiedler f = fiedler(g, 1e-7, seed);
        CHECK(std::abs(f.value - second_eigenvalue(g)) <= 1e-7);
    }
}

TEST_CASE("a hypercube's bisection is half its nodes and the spectral bound proves it") {
    for (const char* word : {"hypercube:4", "hypercube:8", "hypercube:10"}) {
        const Network n = make_network(word);
        const Bisection b = measure_bisection(n);
        CHECK(b.exact());
        CHECK(b.upper == n.graph.nodes() / 2);
        CHECK(b.canonical == n.graph.nodes() / 2);
    }
}

TEST_CASE("the load of the channels proves the bisection of grids and keeps below every balanced cut") {
    const std::pair<const char*, std::uint64_t> known[] = {
        {"mesh:8x8", 8},    {"mesh:16x16", 16}, {"torus:8x8", 16}, {"torus:16x8", 16},  {"torus:4x4x4", 32},
        {"mesh:4x4x4", 16}, {"ring:100", 2},    {"array:100", 1},  {"hypercube:7", 64}, {"complete:20", 100}};
    for (const auto& [word, links] : known) {  // Dally and Towles 2004, sec. 5.2.1: of even radix
        CAPTURE(word);
        const Network n = make_network(word);
        CHECK(flow_bound(n, 1U << 30U) == links);
        const Bisection b = measure_bisection(n);
        CHECK(b.exact());
        CHECK(b.upper == links);
    }
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 300 || n.graph.nodes() < 2 || n.graph.directed()) continue;
            CAPTURE(word);
            const std::uint64_t bound = flow_bound(n, 1U << 30U);
            CHECK(bound <= measure_bisection(n, {.most_paths = 0}).upper);
            if (n.graph.nodes() <= 18) CHECK(bound <= least_balanced_cut(n.graph));
        }
    }
}

TEST_CASE("networks too large for a partitioner get cuts that hold their parts together") {
    CHECK(measure_bisection(make_network("tree:17"), {.at_least = 1}).exact());  // 131,071 nodes, an odd number
    CHECK(measure_bisection(make_network("kmway-mesh:30,3")).upper == 900);  // by shared channels, across the middle
    const Network pyramid = make_network("pyramid:256");
    CHECK(measure_bisection(pyramid).upper < canonical_cut(pyramid) / 20);
    CHECK(measure_bisection(make_network("mesh:300x300")).upper == 300);
}

TEST_CASE("canonical cuts of grids are the cuts across the longest axis") {
    // An odd axis is cut in steps: of 5 columns of 5, the middle one is halved and one link of it is cut.
    CHECK(canonical_cut(make_network("mesh:8x4")) == 4);
    CHECK(canonical_cut(make_network("mesh:4x8")) == 4);
    CHECK(canonical_cut(make_network("torus:8x4")) == 8);
    CHECK(canonical_cut(make_network("mesh:5x5")) == 6);
    CHECK(canonical_cut(make_network("mesh:2x4x6")) == 8);
}

TEST_CASE("refinement keeps halves balanced and never makes a cut greater") {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Graph g = oracle::random_graph(30 + seed * 7, 200 + 10 * seed, seed);
        const Adjacency a(g);
        std::vector<Node> order(g.nodes());
        for (Node v = 0; v < g.nodes(); ++v) order[v] = (v * 17 + seed) % g.nodes();
        std::sort(order.begin(), order.end());
        order.erase(std::unique(order.begin(), order.end()), order.end());
        if (order.size() != g.nodes()) continue;
        const Sides before = halves(order);
        const Sides after = refine(a, before);
        CHECK(cut_of(a, after) <= cut_of(a, before));
        const auto zeros = std::count(after.begin(), after.end(), std::uint8_t{0});
        CHECK(std::abs(2 * zeros - static_cast<std::ptrdiff_t>(g.nodes())) <= 1);
    }
}

TEST_CASE("a graph in pieces that halve evenly has bisection 0, and one node has none") {
    const Bisection b = measure_bisection(of_graph(Graph(4, {{0, 2, {}}, {1, 3, {}}})));
    CHECK(b.upper == 0);
    CHECK(b.exact());
    CHECK_THROWS_AS(measure_bisection(of_graph(Graph(1, {}))), InputError);
}
