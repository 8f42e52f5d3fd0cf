// Folded hypercube [elamawy1991]: a hypercube whose opposite nodes are joined too.
#include <algorithm>

#include "shared/bit_cube.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source elamawy(std::string_view place) { return {"elamawy1991", place}; }

using Own = CubeFamily<1, 1>;

// Neighbour n is the complement.
Network build(const Parameters& p) {
    const std::uint64_t n = p["n"];
    return build_cube(p, n + 1, [n](std::uint64_t u, std::uint64_t i) {
        return i < n ? u ^ std::uint64_t{1} << i : u ^ ((std::uint64_t{1} << n) - 1);
    });
}

constexpr ClosedForm own_forms[] = {{Metric::diameter_hops, elamawy("diameter"), "ceil(n/2)", false, "",
                                     [](const Parameters& p) -> Claim { return std::ceil(number(p, "n") / 2); }},
                                    {Metric::avg_distance_hops, own("the nearer of the word and its complement"),
                                     "sum of C(n,w) min(w, n + 1 - w) over 2^n - 1", false, "",
                                     [](const Parameters& p) -> Claim {
                                         double sum = 0, ways = 1;
                                         for (std::uint64_t w = 1; w <= p["n"]; ++w) {
                                             ways = ways * static_cast<double>(p["n"] - w + 1) / static_cast<double>(w);
                                             sum += ways * static_cast<double>(std::min(w, p["n"] + 1 - w));
                                         }
                                         return sum / (two_to(number(p, "n")) - 1);
                                     }},
                                    {Metric::bisection_links, elamawy("bisection"), "2^n", false, "",
                                     [](const Parameters& p) -> Claim { return two_to(number(p, "n")); }}};

constexpr auto closed_forms =
    joined(Own::forms(elamawy("definition"), "(n + 1) 2^(n-1)", "n + 1"), own_forms, Own::connectivity("n + 1"));

}  // namespace

extern constinit const Family foldedcube = Own::with({
    .name = "foldedcube",
    .title = "folded hypercube",
    .source = elamawy("definition"),
    .examples = words<"foldedcube:3 foldedcube:4 foldedcube:5 foldedcube:8">,
    .build = build,
    .closed_forms = closed_forms,
    .source_classes = one_class,
});

}  // namespace wafernet::family_list
