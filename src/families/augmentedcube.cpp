// Augmented cube [choudum2002]: a link flips one bit, or a bit and all below it.
#include "shared/bit_cube.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source choudum(std::string_view place) { return {"choudum2002", place}; }

using Own = CubeFamily<2, -1>;

// Neighbour i < n flips bit i; neighbour n - 1 + i flips the bits i .. 0.
Network build(const Parameters& p) {
    const std::uint64_t n = p["n"];
    return build_cube(p, 2 * n - 1, [n](std::uint64_t u, std::uint64_t i) {
        return i < n ? u ^ std::uint64_t{1} << i : u ^ ((std::uint64_t{2} << (i + 1 - n)) - 1);
    });
}

constexpr ClosedForm own_forms[] = {
    {Metric::diameter_hops, choudum("diameter"), "ceil(n/2)", false, "",
     [](const Parameters& p) -> Claim { return std::ceil(number(p, "n") / 2); }},
    {Metric::bisection_links, own("counted for n = 3, 4, 5"), "2^n", false, "n = 3 to 5",
     [](const Parameters& p) { return where(p["n"] >= 3 && p["n"] <= 5, two_to(number(p, "n"))); }}};

constexpr auto closed_forms =
    joined(Own::forms(choudum("definition"), "(2n - 1) 2^(n-1)", "2n - 1"), own_forms, Own::connectivity("2n - 1"));

}  // namespace

extern constinit const Family augmentedcube = Own::with({
    .name = "augmentedcube",
    .title = "augmented cube",
    .source = choudum("definition"),
    .examples = words<"augmentedcube:2 augmentedcube:4 augmentedcube:5 augmentedcube:8">,
    .build = build,
    .closed_forms = closed_forms,
    .source_classes = one_class,
});

}  // namespace wafernet::family_list
