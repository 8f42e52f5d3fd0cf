#include "wafernet/core/address.hpp"

#include <doctest/doctest.h>

#include "wafernet/base/error.hpp"

using namespace wafernet;

TEST_CASE("addresses print as in the documents and parse back") {
    const AddressScheme htn(AddressScheme::Radices{{4, 4}, {4, 4, 4}});
    CHECK(htn.size() == 1024);
    for (Node v = 0; v < 1024; ++v) CHECK(htn.parse(htn.print(v)) == v);
    // rahman2006, sec. 4.3.1: PE (3,2)(2,3,0)
    const Node v = htn.parse("(3,2)(2,3,0)");
    CHECK(v == ((3 * 4 + 2) * 64 + 2 * 16 + 3 * 4 + 0));
    CHECK(htn.parse("32230") == v);
    CHECK(htn.parse("(3, 2) (2, 3, 0)") == v);
    CHECK(AddressScheme(AddressScheme::Radices{{2, 2, 2}}).print(5) == "101");
    CHECK(AddressScheme(AddressScheme::Radices{{7}}).print(5) == "5");
}

TEST_CASE("addresses outside the network are refused with the last node named") {
    const AddressScheme htn(AddressScheme::Radices{{4, 4}, {4, 4, 4}});
    for (const char* bad : {"", "(", "(3,2)", "(3,2)(2,3)", "(4,2)(2,3,0)", "(3,2)(2,3,-1)",
                            "(3,2)(2,3,99999999999999999999)", "3223", "x", "(3,2)(2,3,0)(1)", "32230 "}) {
        CAPTURE(bad);
        CHECK_THROWS_AS((void)htn.parse(bad), InputError);
    }
}

TEST_CASE("nodes and digits outside a scheme are refused") {
    const AddressScheme square(AddressScheme::Radices{{4, 4}});
    const std::uint32_t inside[] = {3, 3}, outside[] = {9, 9}, more[] = {1, 1, 1};
    CHECK(square.node(inside) == 15);
    CHECK_THROWS_AS((void)square.node(outside), InputError);
    CHECK_THROWS_AS((void)square.node({}), InputError);
    CHECK_THROWS_AS((void)square.node(more), InputError);
    CHECK_THROWS_WITH_AS((void)square.print(99), "node 99 has no address, there are 16", InputError);
    CHECK_THROWS_AS((void)AddressScheme::of_labels({"a"}).print(1), InputError);
    CHECK_THROWS_AS(AddressScheme(AddressScheme::Radices{{4, 0}}), InputError);
}
