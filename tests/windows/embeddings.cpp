// Rings and hypercubes in windows: dilation, congestion, expansion.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "wafernet/embedding.hpp"
#include "wafernet/error.hpp"
#include "wafernet/network.hpp"

using namespace wafernet;

namespace {

std::string how(std::uint64_t p, std::uint64_t w) { return "how:" + std::to_string(p) + "," + std::to_string(w) + ",2"; }

}  // namespace

TEST_CASE("rings of every length from 3 to p^2 lie in windows of two and more without stretching a link") {
    for (std::uint32_t p = 3; p <= 8; ++p) {
        for (std::uint32_t w = 2; w < p && w <= 3; ++w) {
            const Network host = make_network(how(p, w));
            for (std::uint32_t length = 3; length <= p * p; ++length) {
                CAPTURE(p);
                CAPTURE(w);
                CAPTURE(length);
                const Network ring = make_network("ring:" + std::to_string(length));
                const EmbeddingQuality quality = measure_embedding(ring.graph, host.graph, ring_in_windows(p, w, length));
                CHECK(quality.dilation == 1);
                CHECK(quality.congestion == 1);
                CHECK(quality.expansion == doctest::Approx(static_cast<double>(p * p) / length));
            }
        }
    }
}

TEST_CASE("a window of one carries the whole ring for an even number of rows and no odd ring") {
    const Network ring = make_network("ring:36");
    CHECK(measure_embedding(ring.graph, make_network("how:6,1,2").graph, ring_in_windows(6, 1, 36)).dilation == 1);
    CHECK_THROWS_AS((void)ring_in_windows(5, 1, 25), InputError);
    CHECK_THROWS_AS((void)ring_in_windows(6, 1, 35), InputError);
}

TEST_CASE("hypercubes in natural order have the printed dilation") {
    for (const std::uint32_t d : {4U, 6U, 8U}) {
        const std::uint64_t side = std::uint64_t{1} << (d / 2);
        const Network guest = make_network("hypercube:" + std::to_string(d));
        for (std::uint64_t w = 1; w < side; ++w) {
            CAPTURE(d);
            CAPTURE(w);
            const EmbeddingQuality quality = measure_embedding(guest.graph, make_network(how(side, w)).graph, hypercube_in_windows(d), {.rounds = 0});
            CHECK(quality.dilation == hypercube_dilation_printed(d, w));
            CHECK(quality.expansion == 1.0);
        }
    }
}

TEST_CASE("the printed congestion of hypercubes is too low for narrow windows") {
    // h, w, least congestion over shortest paths (an integer program, solved elsewhere), printed
    const std::vector<std::vector<std::uint64_t>> rows = {{2, 1, 2, 2}, {3, 1, 5, 3}, {3, 2, 2, 2}, {3, 3, 2, 1}, {4, 1, 10, 4}, {4, 2, 4, 3}, {4, 3, 2, 1},
                                                          {4, 4, 2, 2}, {4, 5, 1, 1}, {4, 6, 1, 1}, {4, 7, 1, 1}};
    for (const auto& row : rows) {
        const auto d = static_cast<std::uint32_t>(2 * row[0]);
        CAPTURE(row[0]);
        CAPTURE(row[1]);
        const Network guest = make_network("hypercube:" + std::to_string(d));
        const EmbeddingQuality quality = measure_embedding(guest.graph, make_network(how(std::uint64_t{1} << row[0], row[1])).graph, hypercube_in_windows(d));
        // What is found is an upper bound; with w = 1 there is one shortest path and nothing to find.
        CHECK(quality.congestion >= row[2]);
        CHECK(quality.congestion <= row[2] + (row[0] == 4 && row[1] == 2 ? 1 : 0));
        CHECK(quality.congestion_least <= row[2]);
        CHECK(hypercube_congestion_printed(d, row[1]) == row[3]);
    }
}

TEST_CASE("a map that is none is refused") {
    const Network ring = make_network("ring:4");
    const Network host = make_network("mesh:2x3");
    const std::vector<Node> shorter = {0, 1, 2};
    const std::vector<Node> twice = {0, 1, 1, 2};
    const std::vector<Node> outside = {0, 1, 2, 6};
    for (const auto& image : {shorter, twice, outside}) CHECK_THROWS_AS((void)measure_embedding(ring.graph, host.graph, image), InputError);
    const std::vector<Node> square = {0, 1, 4, 3};
    const EmbeddingQuality quality = measure_embedding(ring.graph, host.graph, square);
    CHECK(quality.dilation == 1);
    CHECK(quality.mean_dilation == 1.0);
    CHECK(quality.congestion == 1);
}
