#include "wafernet/wsi/router_cost.hpp"

#include <doctest/doctest.h>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

TEST_CASE(
    "the HTN router of 9 ports and 3 virtual channels has 10530 gates and 9.69, 6.69 and 12.99 ns as printed in sec. "
    "4.6") {
    const RouterCost dor = router_cost({9, 9, 3, RouterKind::dimension_order});
    const RouterCost ls = router_cost({9, 9, 3, router_kind("ls+cs")});
    CHECK(dor.gates == 10530.0);
    CHECK(ls.gates == 10530.0);
    CHECK(dor.setup_printed.in(units::ns) == about(9.69).epsilon(1e-9));
    CHECK(dor.flow_control_printed.in(units::ns) == about(6.69).epsilon(1e-9));
    CHECK(ls.setup_printed.in(units::ns) == about(12.99).epsilon(1e-9));
    CHECK(ls.flow_control_printed.in(units::ns) == about(6.69).epsilon(1e-9));
    // log2 9 = 3.169925, log2 3 = 1.584963 by hand: unrounded, the last would print as 13.00
    CHECK(dor.setup.in(units::ns) == about(9.694888).epsilon(1e-6));
    CHECK(ls.setup.in(units::ns) == about(12.996843).epsilon(1e-6));
}

TEST_CASE("the rows of Table 4.4 are 2880, 900, 1377, 2349 and 3024 gates") {
    const RouterCost cost = router_cost({});
    const double printed[] = {2880, 900, 1377, 2349, 3024};
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(cost.modules[i].gates_each * static_cast<double>(cost.modules[i].count) == printed[i]);
}

TEST_CASE("a router of degree 4 with 2 virtual channels has 4258 gates") {
    // 29 x 25 + 5 x 420 + 17 x 25 + 4 x 252, by hand
    CHECK(router_cost({5, 5, 2, RouterKind::dimension_order}).gates == 4258.0);
}

TEST_CASE("a router of shared channels has no crossbar, and two of what is left") {
    // 2 (320 + 100 + 17 x 7^2 + 126 x 4); 2.7 + 0.6 + 0.6 log2 7 + 1.24 + 0.6 x 2 and 2.2 + 2.44 ns, by hand
    const RouterCost cost = router_cost({2, 7, 4, RouterKind::shared});
    CHECK(cost.gates == 3514.0);
    CHECK(cost.setup.in(units::ns) == about(7.424413).epsilon(1e-6));
    CHECK(cost.flow_control.in(units::ns) == about(4.64).epsilon(1e-9));
    const RouterParameters torus = widest_router(make_network("kmway-torus:4,3"));
    CHECK(torus.ports == 2);
    CHECK(torus.freedom == 7);
    const RouterParameters inside = widest_router(make_network("kmway-torus:3,2,0,1"));
    CHECK(inside.ports == 3);
    CHECK(inside.freedom == 4);
    CHECK(widest_router(make_network("torus:4x4")).ports == 5);
    CHECK_THROWS_AS(router_cost({2, 0, 1, RouterKind::shared}), InputError);
}

TEST_CASE("wrong router input is refused") {
    CHECK_THROWS_AS(router_cost({1, 1, 1, RouterKind::dimension_order}), InputError);
    CHECK_THROWS_AS(router_cost({9, 10, 1, RouterKind::dimension_order}), InputError);
    CHECK_THROWS_AS(router_cost({9, 9, 0, RouterKind::dimension_order}), InputError);
    CHECK_THROWS_AS(router_kind("dorr"), InputError);
}
