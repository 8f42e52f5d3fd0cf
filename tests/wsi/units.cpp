#include "wafernet/core/units.hpp"

#include <doctest/doctest.h>

#include "about.hpp"

using namespace wafernet;

namespace {

template <typename A, typename B>
concept Addable = requires(A a, B b) {
    a + b;
};
template <typename A, typename B>
concept Subtractable = requires(A a, B b) {
    a - b;
};
template <typename A, typename B>
concept Comparable = requires(A a, B b) {
    a < b;
};
template <typename A>
concept IsBareNumber = requires(A a) {
    static_cast<double>(a);
};

static_assert(Addable<Length, Length>);
static_assert(!Addable<Length, Time>, "mm + ns must not compile");
static_assert(!Subtractable<Length, Area>);
static_assert(!Comparable<Length, Time>);
static_assert(!Addable<Length, double>);
static_assert(!IsBareNumber<Length>);
static_assert(std::is_same_v<decltype(units::mm * units::mm), Area>);
static_assert(std::is_same_v<decltype(units::pF * units::ohm), Time>);

}  // namespace

TEST_CASE("a length cannot be added to a time and can to a length") {
    CHECK(Addable<Length, Length>);
    CHECK_FALSE(Addable<Length, Time>);
}

TEST_CASE("units convert: 10 mm are 1 cm, 1 cm2 are 100 mm2, a defect per mm2 is 100 per cm2") {
    CHECK((10.0 * units::mm).in(units::cm) == about(1.0));
    CHECK(units::cm2.in(units::mm2) == about(100.0));
    CHECK(units::per_mm2.in(units::per_cm2) == about(100.0));
    CHECK((100.0 * units::ohm * (50.0 * units::fF)).in(units::ps) == about(5.0));
    CHECK(number(4.0 * units::mm2 * (1.0 * units::per_cm2)) == about(0.04));
}
