#include "wafernet/measure/bisection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include <Eigen/Dense>

#include "measure/flow_bound.hpp"
#include "measure/partition.hpp"
#include "measure/spectral.hpp"
#include "oracles.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"

using namespace wafernet;

namespace {

// The least cut over all sets that hold half of the nodes, or of the terminals where there are some, one after the
// other.
std::uint64_t least_balanced_cut(const Graph& g, const std::vector<Node>& terminals = {}) {
    std::uint64_t best = 0xFFFFFFFFU;
    const unsigned n = g.nodes();
    std::uint64_t halved = terminals.empty() ? (std::uint64_t{1} << n) - 1 : 0;
    for (const Node t : terminals) halved |= std::uint64_t{1} << t;
    const int half = std::popcount(halved) / 2;
    for (std::uint64_t set = 0; set < std::uint64_t{1} << n; ++set) {
        if (std::popcount(set & halved) != half) continue;
        std::uint64_t cut = 0;
        for (Channel c = 0; c < g.channels(); c += 2) cut += (set >> g.source(c) ^ set >> g.target(c)) & 1U;
        best = std::min(best, cut);
    }
    return best;
}

// The number of links between the sides that were found, which must be halves of what is halved.
std::uint64_t links_between(const Network& network, const std::vector<std::uint8_t>& side) {
    REQUIRE(side.size() == network.graph.nodes());
    std::ptrdiff_t on[2] = {0, 0};
    if (halves_hosts(network)) {
        for (const Node t : network.terminals) ++on[side[t]];
    } else {
        for (const std::uint8_t s : side) ++on[s];
    }
    CHECK(std::abs(on[0] - on[1]) <= 1);
    std::uint64_t cut = 0;
    for (Link l = 0; l < network.graph.links(); ++l)
        cut += side[network.graph.source(2 * l)] != side[network.graph.target(2 * l)] ? 1 : 0;
    return cut;
}

// The network as a file gives it: no family, no coordinates, and where there is a seed its nodes and links in another
// order.
Network from_file(const Network& network, unsigned seed) {
    std::vector<Node> number(network.graph.nodes());
    std::iota(number.begin(), number.end(), Node{0});
    std::vector<LinkSpec> links;
    std::mt19937 random(seed);
    if (seed != 0) std::shuffle(number.begin(), number.end(), random);
    for (Link l = 0; l < network.graph.links(); ++l)
        links.push_back({number[network.graph.source(2 * l)], number[network.graph.target(2 * l)]});
    if (seed != 0) std::shuffle(links.begin(), links.end(), random);
    Network file;
    file.word = network.word + ", a file";
    file.graph = Graph(network.graph.nodes(), std::move(links));
    file.addresses = AddressScheme(AddressScheme::Radices{{network.graph.nodes()}});
    for (const Node t : network.terminals) file.terminals.push_back(number[t]);
    std::sort(file.terminals.begin(), file.terminals.end());
    return file;
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
            CHECK(b.upper == least_balanced_cut(n.graph, halves_hosts(n) ? n.terminals : std::vector<Node>{}));
            CHECK(b.exact());
        }
    }
}

TEST_CASE("the bisection of small random networks with hosts halves the hosts, whatever they hang on") {
    for (unsigned seed = 1; seed <= 120; ++seed) {
        const Node routers = 1 + seed % 7, hosts = 2 + seed / 7 % 8;
        std::mt19937 random(seed);
        std::vector<LinkSpec> links;
        for (Node r = 1; r < routers; ++r) links.push_back({r, static_cast<Node>(random() % r)});
        for (unsigned more = seed % 9; more > 0 && routers > 1; --more) {
            const Node a = static_cast<Node>(random() % routers), b = static_cast<Node>(random() % routers);
            if (a != b) links.push_back({a, b});
        }
        Network network;
        network.word = "test";
        for (Node h = routers; h < routers + hosts; ++h) {
            network.terminals.push_back(h);
            links.push_back({h, static_cast<Node>(random() % routers)});
            if (seed % 3 == 0 && random() % 3 == 0) links.push_back({h, static_cast<Node>(random() % h)});
        }
        if (seed % 5 == 0) network.terminals.insert(network.terminals.begin(), 0);  // a router that sends
        network.graph = Graph(std::uint64_t{routers} + hosts, links);
        network.addresses = AddressScheme(AddressScheme::Radices{{network.graph.nodes()}});
        CAPTURE(seed);
        const Bisection b = measure_bisection(network);
        const std::uint64_t least = least_balanced_cut(network.graph, network.terminals);
        CHECK(b.exact());
        CHECK(b.upper == least);
        CHECK(links_between(network, b.side) == b.upper);
        if (b.spectral) CHECK(*b.spectral <= static_cast<double>(least) + 1e-9);
        const Bisection few = measure_bisection(network, {.few_cuts = true});
        CHECK(few.upper >= least);
        CHECK(links_between(network, few.side) == few.upper);
    }
}

TEST_CASE("the sides of every cut found are halves with so many links between them") {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() < 2 || n.graph.directed()) continue;
            CAPTURE(word);
            for (const bool few : {false, true}) {
                const Bisection b = measure_bisection(n, {.seeds = 1, .most_paths = 200'000, .few_cuts = few});
                CHECK(links_between(n, b.side) == b.upper);
                CHECK(b.lower <= b.upper);
                CHECK(b.upper <= b.canonical);
            }
        }
    }
}

TEST_CASE("the bisection of a concentrated network is that of the routers or half of the terminals' links") {
    for (const std::string inside : {"mesh:8x8", "mesh:6x5", "mesh:4x4x4", "torus:8x8", "torus:4x6", "torus:8x8x8",
                                     "hyperx:8x8", "hyperx:4x6", "hyperx:16x16", "slimfly:5", "dragonfly:4,2",
                                     "hypercube:6", "hypercube:9", "ccc:4", "ccc:6", "flatbutterfly:8,3"}) {
        const Network routers = make_network(inside);
        const Bisection of_routers = measure_bisection(routers);
        for (const std::uint64_t c : {1U, 2U, 4U, 8U}) {
            const Network network = make_network("concentrated:" + std::to_string(c) + ":" + inside);
            CAPTURE(network.word);
            const std::uint64_t expected = std::min(of_routers.upper, c * routers.graph.nodes() / 2);
            const Bisection b = measure_bisection(network);
            CHECK(b.upper == expected);
            CHECK(links_between(network, b.side) == b.upper);
            // As every command but topology asks for it.
            CHECK(measure_bisection(network, {.seeds = 1, .most_paths = 200'000}).upper == expected);
            for (const unsigned seed : {0U, 1U, 2U}) {
                const Network file = from_file(network, seed);
                const Bisection read = measure_bisection(file);
                CHECK(read.upper == expected);
                CHECK(links_between(file, read.side) == read.upper);
                CHECK(read.lower <= expected);
            }
        }
    }
}

TEST_CASE("fat trees and dragonflies with hosts have the same bisection however their nodes are numbered") {
    const std::pair<const char*, std::uint64_t> known[] = {
        // Half of the hosts' links: nothing on the way has fewer.
        {"karytree:2,4", 8},
        {"karytree:4,3", 32},
        {"karytree:2,6", 32},
        {"fattree:5", 16},
        {"xgft:4x4x4,1x4x4", 32},
        // Two groups to a side: each two of the 9 are joined by one link.
        {"concentrated:4:dragonfly:4,2", 20}};
    for (const auto& [word, links] : known) {
        const Network network = make_network(word);
        CAPTURE(word);
        CHECK(measure_bisection(network).upper == links);
        for (const unsigned seed : {0U, 1U, 2U, 3U}) CHECK(measure_bisection(from_file(network, seed)).upper == links);
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
        const Halving all(g);
        const Sides before = halves(all, order);
        const Sides after = refine(a, all, before);
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

TEST_CASE("halves of irregular graphs have few links") {
    // Points by a linear congruential generator, linked where they are near. METIS 5.1 (gpmetis -ufactor=1 -ncuts=10
    // -niter=30, the best equal halves of 40 seeds) cuts 39 of the 7,163 links and 60 of the 14,355.
    struct Case {
        Node nodes;
        std::int64_t reach;  // squared
        Link links;
        std::uint64_t metis;
    };
    for (const Case& c : {Case{1500, 9'000'000, 7163, 39}, Case{3000, 4'500'000, 14355, 60}}) {
        std::uint32_t x = c.nodes;
        const auto next = [&] { return static_cast<std::int64_t>((x = x * 1664525U + 1013904223U) >> 16U); };
        std::vector<std::pair<std::int64_t, std::int64_t>> at;
        std::vector<LinkSpec> links;
        for (Node v = 0; v < c.nodes; ++v) {
            const std::int64_t a = next(), b = next();
            for (Node w = 0; w < v; ++w) {
                const std::int64_t dx = a - at[w].first, dy = b - at[w].second;
                if (dx * dx + dy * dy < c.reach) links.push_back({w, v, {}});
            }
            at.emplace_back(a, b);
        }
        REQUIRE(links.size() == c.links);
        Network network;
        network.word = "points";
        network.graph = Graph(c.nodes, std::move(links));
        network.level_sizes = {c.nodes};
        std::vector<std::string> names;
        for (Node v = 0; v < c.nodes; ++v) names.push_back("p" + std::to_string(v));
        network.addresses = AddressScheme::of_labels(std::move(names));
        const Bisection b = measure_bisection(network);
        CHECK(static_cast<double>(b.upper) <= 1.03 * static_cast<double>(c.metis));
        CHECK(std::count(b.side.begin(), b.side.end(), 0) == c.nodes / 2);
    }
}
