#include <doctest/doctest.h>

#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/route.hpp"

using namespace wafernet;

TEST_CASE("dimension-order routes on grids arrive and are as long as the grid distance") {
    for (const char* word : {"mesh:3x5", "torus:4x4", "torus:3x5", "torus:2x3x4"}) {
        for (const Ties ties : {Ties::positive, Ties::literal, Ties::parity, Ties::split}) {
            const Network n = make_network(word);
            const auto routing = n.family->routings.front().make(n, {ties});
            const bool wrap = n.family->name == "torus";
            for (Node s = 0; s < n.graph.nodes(); ++s) {
                for (Node d = 0; d < n.graph.nodes(); ++d) {
                    const auto from = n.addresses.digits(s);
                    const auto to = n.addresses.digits(d);
                    std::size_t distance = 0;
                    for (std::size_t i = 0; i < from.size(); ++i) {
                        const std::uint32_t k = n.addresses.radices()[0][i];
                        const std::uint32_t apart = from[i] > to[i] ? from[i] - to[i] : to[i] - from[i];
                        distance += wrap ? std::min(apart, k - apart) : apart;
                    }
                    CHECK(route(n.graph, *routing, s, d).size() == distance + 1);
                }
            }
        }
    }
}
