// Crossed cube [efe1992]: a hypercube whose links also exchange pairs of the bits below.
#include "shared/bit_cube.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source efe(std::string_view place) { return {"efe1992", place}; }

using Own = CubeFamily<1, 0>;

// Along l: bit l flips, and of the pairs of bits below, 01 and 11 change places; an odd one out stays.
Network build(const Parameters& p) {
    return build_cube(p, p["n"], [](std::uint64_t u, std::uint64_t l) {
        std::uint64_t v = u ^ std::uint64_t{1} << l;
        for (std::uint64_t i = 0; i < l / 2; ++i) v ^= (u >> (2 * i) & 1U) << (2 * i + 1);
        return v;
    });
}

constexpr ClosedForm own_forms[] = {
    {Metric::diameter_hops, efe("diameter"), "ceil((n + 1)/2)", false, "",
     [](const Parameters& p) -> Claim { return std::ceil((number(p, "n") + 1) / 2); }},
    {Metric::bisection_links, own("counted for n = 3, 4, 5"), "2^(n-1)", false, "n = 3 to 5",
     [](const Parameters& p) { return where(p["n"] >= 3 && p["n"] <= 5, two_to(number(p, "n") - 1)); }}};

constexpr auto closed_forms =
    joined(Own::forms(efe("definition"), "n 2^(n-1)", "n"), own_forms, Own::connectivity("n"));

}  // namespace

extern constinit const Family crossedcube = Own::with({
    .name = "crossedcube",
    .title = "crossed cube",
    .source = efe("definition"),
    .examples = words<"crossedcube:2 crossedcube:3 crossedcube:4 crossedcube:5 crossedcube:8">,
    .build = build,
    .closed_forms = closed_forms,
});

}  // namespace wafernet::family_list
