#include <doctest/doctest.h>

#include "wafernet/core/faults.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/wsi/placement.hpp"

using namespace wafernet;

TEST_CASE("vertical links fail between the planes on which a stack puts the nodes where nobody places them") {
    for (const auto& [word, planes] : {std::pair{"mesh:4x3x4", 2},
                                       {"mesh:8x8", 3},
                                       {"torus:4x6", 6},
                                       {"htn:2,2,2,0", 4},
                                       {"tree:4", 5},
                                       {"hypercube:4", 4}}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto of = static_cast<std::uint64_t>(planes);
        CHECK(usual_plane_of(network, of) == place(network, of, placement_scheme("auto", network, of)).plane_of);
    }
}
