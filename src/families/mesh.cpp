// n-dimensional mesh: rahman2006, sec. 2.3.5. Extents are given most significant first; the last is x.
#include "shared/grid_family.hpp"

namespace wafernet::family_list {

namespace {

using namespace grid_family;

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, x first", {"rahman2006", "sec. 4.2.3"}, "any", dor<false>},
};

double mean_distance(const Parameters& p) {
    return sum(p, [](double k) { return (k * k - 1) / (3 * k); });
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.5"), "k0 k1 ... k(n-1)", false, "",
     [](const Parameters& p) -> Claim { return size(p); }},
    {Metric::links, rahman("Eq. 2.7"), "sum (ki - 1) N/ki", false, "", counted<links<false>>},
    {Metric::diameter_hops, rahman("sec. 2.3.5"), "n(k - 1)", false, "all extents the same even k",
     [](const Parameters& p) { return where(equal_even(p), axes(p) * (number(p, "extents") - 1)); }},
    {Metric::diameter_hops, own("corner to corner"), "sum (ki - 1)", false, "any extents",
     [](const Parameters& p) -> Claim { return sum(p, [](double k) { return k - 1; }); }},
    {Metric::bisection_links, rahman("sec. 2.3.5"), "k^(n-1)", false, "all extents the same even k",
     [](const Parameters& p) { return where(equal_even(p), size(p) / number(p, "extents")); }},
    {Metric::bisection_links, own("across the longest axis"), "N/max ki", false, "the longest extent even",
     [](const Parameters& p) { return where(std::fmod(widest(p), 2) == 0, size(p) / widest(p)); }},
    {Metric::degree_max, rahman("Eq. 2.7"), "sum min(ki - 1, 2)", false, "",
     [](const Parameters& p) -> Claim { return sum(p, [](double k) { return std::min(k - 1, 2.0); }); }},
    {Metric::degree_min, rahman("Eq. 2.7"), "sum min(ki - 1, 1)", false, "",
     [](const Parameters& p) -> Claim { return sum(p, [](double k) { return std::min(k - 1, 1.0); }); }},
    {Metric::arc_connectivity, rahman("Table 3.2"), "n", false, "printed for 2 and 3 axes of at least 2 nodes",
     [](const Parameters& p) -> Claim {
         const bool printed = axes(p) == 2 || axes(p) == 3;
         return printed && sum(p, [](double k) { return std::min(k - 1, 1.0); }) == axes(p) ? Claim(axes(p)) : Claim();
     }},
    {Metric::avg_distance_all_pairs_hops, own("sum over all pairs"), "sum (ki^2 - 1)/(3 ki)", false, "",
     [](const Parameters& p) -> Claim { return mean_distance(p); }},
    {Metric::avg_distance_hops, own("sum over all pairs"), "N/(N - 1) sum (ki^2 - 1)/(3 ki)", false, "",
     [](const Parameters& p) -> Claim { return distinct(mean_distance(p), size(p)); }},
};

}  // namespace

extern constinit const Family mesh = {
    .name = "mesh",
    .title = "n-dimensional mesh",
    .source = {"rahman2006", "sec. 2.3.5"},
    .parameters = parameters,
    .examples = words<"mesh:4x4 mesh:3x5 mesh:2x3x4 mesh:5x5 mesh:4x4x4">,
    .check = check,
    .nodes = nodes,
    .links = links<false>,
    .build = build<false>,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
