// Ways from terminal to terminal, against closed forms and Menger's theorem by brute force.
#include "wafernet/measure/diversity.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/connectivity.hpp"

using namespace wafernet;

namespace {

Diversity of(const char* word) {
    DiversityOptions all;
    all.pairs = 1'000'000;
    return measure_diversity(make_network(word), all);
}

// The least number of nodes other than the two whose loss parts them, by trying all sets; nothing where they are
// joined.
std::uint32_t least_separator(const Graph& graph, Node from, Node to) {
    std::uint32_t least = graph.nodes();
    for (std::uint32_t lost = 0; lost < 1U << graph.nodes(); ++lost) {
        if ((lost >> from & 1U) != 0 || (lost >> to & 1U) != 0) continue;
        std::uint32_t reached = 1U << from;
        for (std::uint32_t before = 0; before != reached;) {
            before = reached;
            for (Channel c = 0; c < graph.channels(); ++c) {
                if ((reached >> graph.source(c) & 1U) != 0 && (lost >> graph.target(c) & 1U) == 0)
                    reached |= 1U << graph.target(c);
            }
        }
        if ((reached >> to & 1U) == 0) least = std::min(least, static_cast<std::uint32_t>(std::popcount(lost)));
    }
    return least;
}

}  // namespace

TEST_CASE("shortest paths are as many as the orders of their hops") {
    // A hypercube has k! between nodes k apart.
    const Diversity cube = of("hypercube:4");
    CHECK(cube.pairs == 240);
    CHECK(cube.mean_minimal_paths == about((4 * 1.0 + 6 * 2.0 + 4 * 6.0 + 24.0) / 15));
    CHECK(cube.single_path_share == about(4.0 / 15));
    CHECK(cube.least_minimal_paths == 1.0);
    CHECK(of("complete:7").mean_minimal_paths == 1.0);
    CHECK(of("ring:6").mean_minimal_paths == about((4 * 1.0 + 2.0) / 5));  // two ways to the opposite node
    CHECK(of("fattree:3").mean_minimal_paths > 1.0);                       // parallel links are ways of their own
}

TEST_CASE("disjoint paths are as many as the degree where a network is as connected as it can be") {
    for (const auto& [word, degree] :
         {std::pair{"hypercube:4", 4U}, {"torus:4x5", 4U}, {"complete:6", 5U}, {"slimfly:5", 7U}}) {
        CAPTURE(word);
        const Diversity d = of(word);
        CHECK(d.least_edge_disjoint == degree);
        CHECK(d.least_node_disjoint == degree);
        CHECK(d.mean_node_disjoint == about(degree));
    }
    const Diversity mesh = of("mesh:3x3");
    CHECK(mesh.least_edge_disjoint == 2);
    CHECK(mesh.mean_edge_disjoint <= 3.0);
    CHECK(mesh.mean_node_disjoint <= mesh.mean_edge_disjoint);
    const Diversity tree = of("tree:3");
    CHECK(tree.mean_edge_disjoint == 1.0);
    CHECK(tree.mean_node_disjoint == 1.0);
}

TEST_CASE("the least numbers of disjoint paths are those of channels and nodes that part two nodes") {
    for (const char* word : {"mesh:3x4", "ccc:3", "pyramid:2", "kautz:2,3", "fibonacci:4", "jellyfish:10,3"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const Diversity d = of(word);
        CHECK(d.least_edge_disjoint == arc_connectivity(network.graph));
        if (network.graph.nodes() > 14) continue;
        std::uint32_t least = network.graph.nodes();  // Menger, over pairs that are not joined
        for (Node a = 0; a < network.graph.nodes(); ++a) {
            for (Node b = 0; b < network.graph.nodes(); ++b) {
                if (a != b && network.graph.channel_between(a, b) == no_channel)
                    least = std::min(least, least_separator(network.graph, a, b));
            }
        }
        CHECK(d.least_node_disjoint == least);
    }
}

TEST_CASE("algebraic connectivity is the gap of a regular graph") {
    constexpr double pi = 3.14159265358979323846;
    CHECK(of("hypercube:4").algebraic_connectivity.value() == about(2.0).epsilon(1e-6));
    CHECK(of("ring:12").algebraic_connectivity.value() == about(2 - 2 * std::cos(2 * pi / 12)).epsilon(1e-6));
    CHECK(of("complete:9").algebraic_connectivity.value() == about(9.0).epsilon(1e-6));
    CHECK_FALSE(of("debruijn:2,3,1").algebraic_connectivity.has_value());  // links go one way
}

TEST_CASE("pairs are drawn where there are many, and say the same within the error of drawing") {
    DiversityOptions few;
    few.pairs = 500;
    const Network mesh = make_network("mesh:8x8");
    const Diversity drawn = measure_diversity(mesh, few), all = of("mesh:8x8");
    CHECK(drawn.disjoint_pairs == 500);
    CHECK(drawn.mean_minimal_paths == about(all.mean_minimal_paths));
    CHECK(drawn.mean_edge_disjoint == about(all.mean_edge_disjoint).epsilon(0.03));
    few.progress = [](std::uint64_t done, std::uint64_t) { return done < 10; };
    CHECK_THROWS_AS((void)measure_diversity(mesh, few), ComputationError);
    CHECK_THROWS_AS((void)measure_diversity(make_network("complete:1"), few), InputError);
}
