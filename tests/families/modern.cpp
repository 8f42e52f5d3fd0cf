// Today's networks against values of programs that share nothing with this one, and the words that are refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "about.hpp"
#include "families/shared/galois.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

TEST_CASE("the fat tree of pods has the hosts, switches and links that its paper gives") {
    for (const std::uint64_t k : {4, 8, 48}) {
        const std::string half = std::to_string(k / 2);
        const NetworkWord word =
            parse_network_word("xgft:" + half + "x" + half + "x" + std::to_string(k) + ",1x" + half + "x" + half);
        CHECK(word.family->nodes(word.parameters) == k * k * k / 4 + 5 * k * k / 4);
        CHECK(word.family->links(word.parameters) == 3 * k * k * k / 4);
    }
}

TEST_CASE("today's networks have the nodes, links, distances and connectivity that another construction has") {
    struct Case {
        const char* word;
        Node nodes;
        Link links;
        std::uint32_t diameter;
        double average;              // over distinct pairs
        std::uint64_t connectivity;  // 0: not computed
    };
    // networkx and igraph on constructions written apart from these.
    const Case cases[] = {
        {"dragonfly:4,2", 36, 90, 3, 2.352381, 5},
        {"dragonfly:4,2,1", 36, 90, 3, 2.342857, 5},
        {"dragonfly:4,2,2", 36, 90, 3, 2.342857, 5},
        {"dragonfly:4,2,3", 36, 90, 3, 2.328571, 5},
        {"dragonfly:2,2", 10, 15, 3, 1.844444, 3},
        {"dragonfly:4,4", 68, 238, 3, 2.401229, 7},
        {"slimfly:3", 18, 45, 2, 1.705882, 5},
        {"slimfly:4", 32, 96, 2, 1.806452, 6},
        {"slimfly:5", 50, 175, 2, 1.857143, 7},
        {"slimfly:7", 98, 539, 2, 1.886598, 11},
        {"slimfly:8", 128, 768, 2, 1.905512, 12},
        {"slimfly:9", 162, 1053, 2, 1.919255, 13},
        {"polarfly:2", 7, 9, 2, 1.571429, 2},
        {"polarfly:3", 13, 24, 2, 1.692308, 3},
        {"polarfly:4", 21, 50, 2, 1.761905, 4},
        {"polarfly:7", 57, 224, 2, 1.859649, 7},
        {"polarfly:9", 91, 450, 2, 1.890110, 9},
        {"hyperx:4x4x4", 64, 288, 3, 2.285714, 9},
        {"hyperx:3x4,2", 12, 60, 2, 1.545455, 10},
        {"karytree:4,3", 112, 192, 6, 4.041184, 1},
        {"xgft:2x4,1x2", 14, 16, 4, 2.615385, 1},
        {"xgft:4x8,1x4", 44, 64, 4, 3.116279, 1},        // a folded Clos network
        {"xgft:4x4x4,1x4x4", 112, 192, 6, 4.041184, 1},  // the tree before, by another word
        {"karytree:2,4", 48, 64, 8, 4.226950, 1},
        {"hammingmesh:2,2,4,4", 80, 192, 4, 3.065823, 4},
        {"hammingmesh:2,2,8,8", 288, 768, 4, 3.466899, 4},
        {"debruijn:2,4,1", 16, 30, 4, 2.833333, 1},
        {"debruijn:2,4", 16, 29, 4, 2.141667, 2},
        {"debruijn:3,3", 27, 75, 3, 2.076923, 4},
        {"kautz:2,3,1", 12, 24, 3, 2.318182, 2},
        {"kautz:2,3", 12, 21, 3, 1.909091, 3},
        {"kautz:3,2", 12, 30, 2, 1.545455, 5},
        {"foldedcube:5", 32, 96, 3, 2.129032, 6},
        {"augmentedcube:5", 32, 144, 3, 1.838710, 9},
        {"mobiuscube:5", 32, 80, 4, 2.258065, 5},
        {"mobiuscube:5,1", 32, 80, 3, 2.177419, 5},
        {"crossedcube:5", 32, 80, 3, 2.225806, 5},
        {"twistedcube:5", 32, 80, 3, 2.241935, 5},
        {"hexmesh:4", 37, 90, 6, 3.216216, 3},
        {"hextorus:4", 37, 111, 3, 2.333333, 6},
        {"hextorus:4,1", 37, 111, 4, 2.342342, 6},
        {"brickwall:5,5", 25, 56, 6, 2.72, 2},
        {"brickwall:8,8", 64, 161, 11, 4.320437, 2},
        {"reticles:4,4", 32, 49, 7, 3.766129, 1},
        {"reticles:4,4,1", 25, 36, 6, 3.36, 1},
        {"reticles:4,4,2", 41, 64, 8, 4.273171, 1},
        {"reticles:8,8", 128, 225, 15, 7.483268, 1},
        {"switchless-dragonfly:2,1", 56, 84, 7, 4.177273, 3},
        {"switchless-dragonfly:3,3", 756, 1344, 13, 7.810074, 3},
        {"honeycomb:3", 54, 72, 11, 5.457023, 2},
        {"honeycomb:3,1", 54, 81, 6, 4.018868, 3},
    };
    for (const Case& c : cases) {
        CAPTURE(std::string(c.word));
        const Network n = make_network(c.word);
        CHECK(n.graph.nodes() == c.nodes);
        CHECK(n.graph.links() == c.links);
        const Distances d = measure_distances(n.graph);
        CHECK(d.diameter() == c.diameter);
        CHECK(d.average(Pairs::distinct).value() == about(c.average).epsilon(1e-6));
        CHECK(arc_connectivity(n.graph) == c.connectivity);
    }
}

TEST_CASE(
    "a switch-less dragonfly takes a VC in every C-group; with the two of its authors' simulator it can deadlock") {
    const Network network = make_network("switchless-dragonfly:3,3");
    const auto verdict = [&](const char* routing) {
        const ChosenRouting chosen = choose_routing(network, {routing, "", 0, Ties::positive});
        return deadlock_verdict(network, *chosen.routing, chosen.rule);
    };
    CHECK(verdict("local-global-local").acyclic);
    const Verdict two = verdict("local-global-local-2");
    CHECK_FALSE(two.acyclic);
    CHECK(two.cycle.size() == 8);
    for (const CycleStep& step : two.cycle) CHECK(step.vc == two.cycle.front().vc);  // local links alone lead into it
    CHECK(find_routing("", network).least_vcs == 4);
    CHECK_THROWS_AS((void)make_network("switchless-dragonfly:3,8"), InputError);
}

TEST_CASE("Slim Fly of q = 1 mod 4 has 8/9 (d + 1/2)^2 routers of degree d, as siagiova2001 says of its graphs") {
    for (const char* word : {"slimfly:5", "slimfly:9", "slimfly:13", "slimfly:17"}) {
        CAPTURE(std::string(word));
        const Network network = make_network(word);
        const std::uint64_t d = network.graph.degree(0);
        CHECK(9 * std::uint64_t{network.graph.nodes()} == 2 * (2 * d + 1) * (2 * d + 1));
    }
}

TEST_CASE("a Galois field adds and multiplies as a field does, and its element generates it") {
    for (const std::uint32_t q : {2U, 3U, 4U, 8U, 9U, 13U, 16U, 25U, 27U, 49U}) {
        CAPTURE(q);
        const GaloisField f(q);
        std::set<std::uint32_t> powers;
        for (std::uint32_t e = 0; e + 1 < q; ++e) powers.insert(f.power(e));
        CHECK(powers.size() == q - 1);
        CHECK(powers.count(0) == 0);
        for (std::uint32_t a = 0; a < q; ++a) {
            REQUIRE(f.add(a, f.negative(a)) == 0);
            REQUIRE(f.multiply(a, 1) == a);
            if (a != 0) REQUIRE(f.multiply(a, f.divide(1, a)) == 1);
            for (std::uint32_t b = 0; b < q; ++b) {
                const std::uint32_t c = (a + 2 * b + 1) % q;
                REQUIRE(f.multiply(a, f.add(b, c)) == f.add(f.multiply(a, b), f.multiply(a, c)));
            }
        }
    }
}

TEST_CASE("random networks are simple, as regular as can be, the same for a seed and others for another") {
    for (const char* word : {"jellyfish:8,3", "jellyfish:15,5", "jellyfish:9,7", "jellyfish:64,6", "xpander:4,6"}) {
        CAPTURE(word);
        const Network one = make_network(word), again = make_network(word),
                      other = make_network(std::string(word) + ",5");
        std::set<std::pair<Node, Node>> pairs, others;
        for (Link l = 0; l < one.graph.links(); ++l) {
            REQUIRE(one.graph.source(2 * l) == again.graph.source(2 * l));
            REQUIRE(one.graph.target(2 * l) == again.graph.target(2 * l));
            pairs.insert(std::minmax(one.graph.source(2 * l), one.graph.target(2 * l)));
            others.insert(std::minmax(other.graph.source(2 * l), other.graph.target(2 * l)));
        }
        CHECK(pairs.size() == one.graph.links());
        CHECK(pairs != others);
    }
    // No graph of 64 nodes and 6 links each has a lower mean distance (Cerf et al. 1974).
    CHECK(measure_distances(make_network("jellyfish:64,6").graph).average(Pairs::distinct).value() > 2.3333);
}

TEST_CASE("words of networks that there are not are refused with the nearest that there are") {
    const auto message = [](const char* word) -> std::string {
        try {
            static_cast<void>(make_network(word));
        } catch (const InputError& e) {
            return e.what();
        }
        return "";
    };
    CHECK(message("slimfly:6") == "slimfly:6: q = 6, need a prime power 4w - 1, 4w or 4w + 1 such as 5 or 7");
    CHECK(message("slimfly:15") == "slimfly:15: q = 15, need a prime power 4w - 1, 4w or 4w + 1 such as 13 or 16");
    CHECK(message("polarfly:6") == "polarfly:6: q = 6, need a prime power such as 5 or 7");
    CHECK(message("twistedcube:4") == "twistedcube:4: n = 4, need an odd number of bits such as 3 or 5");
    CHECK(message("dragonfly:3,3,3").find("the circulant arrangement needs an even number: h = 4") !=
          std::string::npos);
    CHECK(
        message("jellyfish:5,5") ==
        "jellyfish:5,5: r = 5 links to other switches, there are only 4 others: need r from 3 to 4, or n = 6 or more");
    CHECK(message("foldedtorus:8x8") ==
          "unknown network family 'foldedtorus' ('torus' here, with the wires of layout folded), 'wafernet list "
          "families' shows them all");
    CHECK(message("cmesh:8").find("('booksim-cmesh:8' here") != std::string::npos);
    for (const char* word : {"hexmesh:4", "flatbutterfly:4,3", "butterfly:2,3", "dragonfly:4,2", "booksim-cmesh:8",
                             "concentrated:4:mesh:8x8"})
        CHECK_NOTHROW((void)make_network(word));  // what such refusals name
    CHECK(message("karytree:4294967295,30").find("4294967295") != std::string::npos);
    CHECK_THROWS_WITH_AS(make_routing("up-down", make_network("butterfly:2,2")),
                         "butterfly:2,2: up-down needs links that go both ways, this network has one-way links, need "
                         "minimal",
                         InputError);
}
