#include "wafernet/base/units.hpp"

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
static_assert(Addable<Money, Money>);
static_assert(!Addable<Money, Energy>, "usd + pJ must not compile");
static_assert(!Addable<Energy, Power>, "pJ + W must not compile");
static_assert(!Comparable<Money, Power>);
static_assert(!Addable<Money, double>);
static_assert(!IsBareNumber<Money> && !IsBareNumber<Energy> && !IsBareNumber<Power>);
static_assert(std::is_same_v<decltype(units::W * units::ns), Energy>);

}  // namespace

TEST_CASE("a length cannot be added to a time and can to a length") {
    CHECK(Addable<Length, Length>);
    CHECK_FALSE(Addable<Length, Time>);
}

TEST_CASE("dollars, joules and watts do not mix, and a watt for a nanosecond is a nanojoule") {
    CHECK_FALSE(Addable<Money, Energy>);
    CHECK_FALSE(Addable<Energy, Power>);
    CHECK((1.0 * units::W * (1.0 * units::ns)).in(units::pJ) == about(1000.0));
    CHECK((100.0 * units::pJ / (50.0 * units::ns)).in(units::mW) == about(2.0));
}

TEST_CASE("units convert: 10 mm are 1 cm, 1 cm2 are 100 mm2, a defect per mm2 is 100 per cm2") {
    CHECK((10.0 * units::mm).in(units::cm) == about(1.0));
    CHECK(units::cm2.in(units::mm2) == about(100.0));
    CHECK(units::per_mm2.in(units::per_cm2) == about(100.0));
    CHECK((100.0 * units::ohm * (50.0 * units::fF)).in(units::ps) == about(5.0));
    CHECK(number(4.0 * units::mm2 * (1.0 * units::per_cm2)) == about(0.04));
}
