// Moebius cube [cull1995]: bit i flips alone where bit i + 1 is 0, else with all below it; t stands above the highest.
#include "shared/bit_cube.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source cull(std::string_view place) { return {"cull1995", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "n", .meaning = "bits of a node: 2^n nodes", .least = 2, .most = 30},
    choice("t", "the bit above the highest: 0 or 1"),
};

using Own = CubeFamily<1, 0>;

Network build(const Parameters& p) {
    const std::uint64_t above = p["t"] << p["n"];
    return build_cube(p, p["n"], [above](std::uint64_t u, std::uint64_t i) {
        const bool alone = ((u | above) >> (i + 1) & 1U) == 0;
        return u ^ (alone ? std::uint64_t{1} << i : (std::uint64_t{2} << i) - 1);
    });
}

constexpr ClosedForm own_forms[] = {
    {Metric::diameter_hops, cull("diameter"), "ceil((n + 2 - t)/2)", false, "n >= 4",
     [](const Parameters& p) { return where(p["n"] >= 4, std::ceil((number(p, "n") + 2 - number(p, "t")) / 2)); }},
};

constexpr auto closed_forms =
    joined(Own::forms(cull("definition"), "n 2^(n-1)", "n"), own_forms, Own::connectivity("n"));

}  // namespace

extern constinit const Family mobiuscube = Own::with({
    .name = "mobiuscube",
    .title = "Moebius cube",
    .source = cull("definition"),
    .parameters = parameters,
    .examples = words<"mobiuscube:3 mobiuscube:4 mobiuscube:5 mobiuscube:3,1 mobiuscube:5,1 mobiuscube:8,1">,
    .build = build,
    .closed_forms = closed_forms,
});

}  // namespace wafernet::family_list
