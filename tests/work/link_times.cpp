#include "wafernet/work/link_times.hpp"

#include <doctest/doctest.h>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

TEST_CASE("links of a design take its clock and its flits") {
    DesignPoint point;
    point.clock_ns = 2.0, point.flit_bits = 64, point.wire_cycles = "no";
    point.dynamic.link_cycles = 3;
    const Network mesh = make_network("mesh:4x4");
    const LinkTimes times = link_times({mesh, point});
    REQUIRE(times.byte_ns.size() == mesh.graph.channels());
    CHECK(times.byte_ns[0] == doctest::Approx(0.25));  // 8 bytes in 2 ns
    CHECK(times.hop_ns[0] == doctest::Approx(6.0));    // ideal routers take no cycle of their own, the wire 3 of 2 ns
    point.dynamic.preset = "booksim-4stage";  // a header: routing, VC allocation, router 2 cycles (as measured below)
    const Design design(mesh, point);
    const RouterConfig& r = design.configured();
    CHECK(link_times({mesh, point}).hop_ns[0] ==
          doctest::Approx(2.0 * (3 + r.router_cycles + r.routing_cycles + r.allocation_cycles)));
}

TEST_CASE("vertical links narrower than a flit take several cycles a flit") {
    DesignPoint point;
    point.clock_ns = 1.0, point.flit_bits = 64, point.planes = 2, point.vertical_bits = 16;
    const Network mesh = make_network("mesh:4x4x2");
    const LinkTimes times = link_times({mesh, point});
    for (Channel c = 0; c < mesh.graph.channels(); ++c) {
        const bool vertical =
            mesh.addresses.digits(mesh.graph.source(c))[2] != mesh.addresses.digits(mesh.graph.target(c))[2];
        CHECK(times.byte_ns[c] == doctest::Approx(vertical ? 0.5 : 0.125));  // 4 cycles and 1 cycle of 8 bytes
    }
}

TEST_CASE("given rates are those of the widest links and given hops those of links of one cycle") {
    Network ring = make_network("ring:4");
    ring.channel_bits.assign(ring.graph.channels(), 30), ring.channel_bits[2] = 20;
    ring.channel_latency_cycles.assign(ring.graph.channels(), 1), ring.channel_latency_cycles[5] = 4;
    const LinkTimes times = link_times({ring, {}}, {75.0, 500.0});
    CHECK(times.byte_ns[0] == doctest::Approx(1.0 / 75));
    CHECK(times.byte_ns[2] == doctest::Approx(1.0 / 50));
    CHECK(times.hop_ns[0] == 500.0);
    CHECK(times.hop_ns[5] == 2000.0);
    CHECK_THROWS_AS((void)link_times({ring, {}}, {0.0, 1.0}), InputError);
    CHECK_THROWS_AS((void)link_times({ring, {}}, {1.0, -1.0}), InputError);
    CHECK_THROWS_AS((void)link_times({make_network("kmway-mesh:4,2,4"), {}}, {1.0, 1.0}), InputError);
}
