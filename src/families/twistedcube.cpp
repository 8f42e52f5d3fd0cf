// Twisted cube [hilbers1987], n odd: the parity of the bits below decides what a pair of links of a node flips. Not the
// hypercube with one 4-cycle twisted that others call so.
#include <bit>

#include "shared/bit_cube.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source hilbers(std::string_view place) { return {"hilbers1987", place}; }

using Own = CubeFamily<1, 0>;

void check(const Parameters& p) {
    if (p["n"] % 2 == 1) return;
    throw InputError("n = " + std::to_string(p["n"]) + ", need an odd number of bits such as " +
                     std::to_string(p["n"] - 1) + " or " + std::to_string(p["n"] + 1));
}

// Neighbour 0 flips bit 0. With P the parity of bits k - 2 .. 0, for even k: neighbour k flips bit k, and k - 1 bits k
// and k - 1 where P = 0, bit k - 1 where P = 1.
Network build(const Parameters& p) {
    return build_cube(p, p["n"], [](std::uint64_t u, std::uint64_t i) {
        if (i == 0) return u ^ 1U;
        if (i % 2 == 0) return u ^ std::uint64_t{1} << i;
        const bool odd = std::popcount(u & ((std::uint64_t{1} << i) - 1)) % 2 == 1;
        return u ^ (odd ? std::uint64_t{1} : std::uint64_t{3}) << i;
    });
}

constexpr ClosedForm own_forms[] = {
    {Metric::diameter_hops, hilbers("diameter"), "(n + 1)/2", false, "",
     [](const Parameters& p) -> Claim { return (number(p, "n") + 1) / 2; }},
    {Metric::bisection_links, own("counted for n = 3, 4, 5"), "2^(n-1)", false, "n = 3 to 5",
     [](const Parameters& p) { return where(p["n"] >= 3 && p["n"] <= 5, two_to(number(p, "n") - 1)); }}};

constexpr auto closed_forms =
    joined(Own::forms(hilbers("definition"), "n 2^(n-1)", "n"), own_forms, Own::connectivity("n"));

}  // namespace

extern constinit const Family twistedcube = Own::with({
    .name = "twistedcube",
    .title = "twisted cube",
    .source = hilbers("definition"),
    .examples = words<"twistedcube:3 twistedcube:5 twistedcube:7">,
    .check = check,
    .build = build,
    .closed_forms = closed_forms,
});

}  // namespace wafernet::family_list
