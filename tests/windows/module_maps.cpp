// Maps by modules: what README and notes claim is what is measured.
#include <doctest/doctest.h>

#include <string>
#include <tuple>
#include <vector>

#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/embedding.hpp"
#include "wafernet/windows/embeddings.hpp"

using namespace wafernet;

TEST_CASE("maps by modules stretch links no more than is claimed of them" * doctest::test_suite("long")) {
    struct Claimed {
        const char *guest, *host;
        std::uint32_t dilation;
        std::uint64_t congestion;  // found, with 4 rounds
    };
    // Of HTN(4,4,2,0), by hand. Rings: plane z = 0 of all modules is a torus of 16 x 16, columns along z hang from it.
    // torus:32x32: four nodes a column, those that have neighbours in other modules at z = 0, 1 and 3: 1 + 1 + 1 hops.
    // hypercube:10: nodes a hops from one gate go to those 4 - a from the other, over 1: 5; at least 64 (10 - 6) links
    // leave a module, over 16 gates: congestion 16. tree:10: at most a bit of two digits differs.
    const std::vector<Claimed> all = {
        {"ring:1024", "htn:4,4,2,0", 1, 1},     {"torus:32x32", "htn:4,4,2,0", 3, 2},
        {"mesh:32x32", "htn:4,4,2,0", 3, 2},    {"torus:16x8x8", "htn:4,4,2,0", 5, 8},
        {"hypercube:10", "htn:4,4,2,0", 5, 16}, {"tree:10", "htn:4,4,2,0", 4, 3},
        {"torus:16x16", "htn:4,4,2,0", 1, 1},   {"ring:256", "htn:4,2,2,0", 1, 1},
        {"ring:512", "mh3dt:4,2,2,0", 3, 1},    {"tree:9", "mh3dt:4,2,2,0", 6, 3},
        {"ring:256", "ttn:2,2,0", 3, 2},        {"tree:8", "ttn:2,2,0", 6, 3},
        {"ring:256", "tesh:2,2,0", 3, 3},       {"torus:16x16", "tesh:2,2,0", 10, 5},
        {"ring:4096", "htn:4,8,2,0", 1, 1},     {"torus:64x64", "htn:4,8,2,0", 3, 2},
        {"ring:4096", "tesh:2,3,0", 3, 3},      {"hypercube:12", "ttn:2,3,0", 8, 16},
        {"ring:4096", "mh3dt:4,4,2,0", 3, 2},   {"tree:12", "mh3dt:4,4,2,0", 6, 3},
        {"ring:1024", "h3dm:4,4,2,0", 2, 3},    {"tree:10", "h3dm:4,4,2,0", 8, 4},
    };
    for (const auto& [guest_word, host_word, dilation, congestion] : all) {
        CAPTURE(std::string(guest_word));
        CAPTURE(std::string(host_word));
        const Network guest = make_network(guest_word), host = make_network(host_word);
        const NamedMap& map = named_map("", guest, host);
        CHECK(map.name == "modules");
        const EmbeddingQuality q = measure_embedding(guest, host, map.image(guest, host), {.rounds = 4});
        CHECK(q.dilation == dilation);
        CHECK(q.congestion == congestion);
        CHECK(dilation_least(guest.graph, host.graph) <= q.dilation);
    }
}

TEST_CASE("grids, cubes and rings lie in grids and cubes link on link, by Gray codes") {
    for (const auto& [guest_word, host_word, least] :
         std::vector<std::tuple<std::string, std::string, std::uint32_t>>{{"torus:4x4", "hypercube:4", 1},
                                                                          {"mesh:8x4", "hypercube:5", 1},
                                                                          {"ring:64", "hypercube:6", 1},
                                                                          {"ring:64", "torus:8x8", 1},
                                                                          {"hypercube:4", "torus:4x4", 1},
                                                                          {"array:64", "mesh:4x4x4", 1},
                                                                          {"torus:8x8", "torus:4x4x4", 1},
                                                                          {"ring:12", "mesh:3x4", 1},
                                                                          {"ring:20", "mesh:4x5", 1},
                                                                          {"ring:36", "mesh:6x6", 1},
                                                                          {"ring:64", "mesh:4x4x4", 1},
                                                                          {"ring:6", "hypercube:3", 1},
                                                                          {"torus:8x8", "mesh:8x8", 2},
                                                                          {"torus:4x4", "mesh:4x4", 2},
                                                                          {"mesh:2x4", "mesh:8", 2},
                                                                          {"mesh:6x3", "array:18", 3}}) {
        CAPTURE(guest_word);
        CAPTURE(host_word);
        const Network guest = make_network(guest_word), host = make_network(host_word);
        const std::vector<Node> image = map_by_modules(guest, host);
        const std::uint32_t dilation = measure_embedding(guest, host, image, {.rounds = 0}).dilation;
        CHECK(dilation == least);
    }
}

TEST_CASE("rings of any length lie in any network with at most three hops a link") {
    for (const char* host_word : {"tesh:2,2,0", "htn:3,3,2,0", "h3dt:3,2,2,0", "mesh:5x7"}) {
        const Network host = make_network(host_word);
        for (const Node length : {Node{3}, Node{8}, Node{17}, host.graph.nodes() - 1, host.graph.nodes()}) {
            CAPTURE(std::string(host_word));
            CAPTURE(length);
            const Network ring = make_network("ring:" + std::to_string(length));
            CHECK(measure_embedding(ring, host, map_by_modules(ring, host), {.rounds = 0}).dilation <= 3);
        }
    }
}

TEST_CASE("a dilation below the bound is impossible by the nodes within reach") {
    // A hypercube of 10 has 11, 56 and 176 nodes within 1, 2 and 3 links; a line has 2 r + 1 within r, so that 10 links
    // need (1023 - 0) / (2 * 10) hops each.
    CHECK(dilation_least(make_network("hypercube:10").graph, make_network("array:1024").graph) >= 52);
    CHECK(dilation_least(make_network("ring:64").graph, make_network("torus:8x8").graph) == 1);
    CHECK(dilation_least(make_network("hypercube:10").graph, make_network("htn:4,4,2,0").graph) == 3);
}
