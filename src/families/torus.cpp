// n-dimensional torus: rahman2006, sec. 2.3.5. Extents are given most significant first; the last is x.
#include "shared/grid_family.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

using namespace grid_family;

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, x first", {"rahman2006", "sec. 4.2.3"}, "dateline", dor<true>},
};

// A ring of k nodes: k/4 for even k, (k^2 - 1)/(4k) for odd k, itself included.
double mean_distance(const Parameters& p) {
    return sum(p, [](double k) { return std::floor(k * k / 4) / k; });
}
bool has_pair_axis(const Parameters& p) {
    const auto& k = p.extents("extents");
    return std::ranges::any_of(k, [](std::uint64_t e) { return e <= 2; });
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.5"), "k0 k1 ... k(n-1)", false, "",
     [](const Parameters& p) -> Claim { return size(p); }},
    {Metric::links, rahman("Eq. 2.8"), "n N", false, "every node has 2n neighbours: not along axes of 1 or 2 nodes",
     [](const Parameters& p) -> Claim { return axes(p) * size(p); }, has_pair_axis},
    {Metric::links, own("an axis of 2 nodes has one link"), "sum N (ki > 2 ? 1 : (ki - 1)/ki)", true, "",
     counted<links<true>>},
    {Metric::diameter_hops, rahman("sec. 2.3.5"), "n k/2", false, "all extents the same even k",
     [](const Parameters& p) { return where(equal_even(p), axes(p) * number(p, "extents") / 2); }},
    {Metric::diameter_hops, own("half way round each ring"), "sum floor(ki/2)", false, "any extents",
     [](const Parameters& p) -> Claim { return sum(p, [](double k) { return std::floor(k / 2); }); }},
    {Metric::bisection_links, rahman("sec. 2.3.5"), "2 k^(n-1)", false,
     "all extents the same even k; half of it for k = 2, where a pair has one link",
     [](const Parameters& p) { return where(equal_even(p), 2 * size(p) / number(p, "extents")); }, has_pair_axis},
    {Metric::bisection_links, own("across the longest axis"), "2 N/max ki", true,
     "the longest extent even; N/2 where it is 2",
     [](const Parameters& p) {
         return where(std::fmod(widest(p), 2) == 0, (widest(p) > 2 ? 2 : 1) * size(p) / widest(p));
     }},
    {Metric::degree_max, rahman("sec. 2.3.5"), "2n", false, "not along axes of 1 or 2 nodes",
     [](const Parameters& p) -> Claim { return 2 * axes(p); }, has_pair_axis},
    {Metric::degree_max, own("an axis of 2 nodes has one link"), "sum min(ki - 1, 2)", true, "",
     [](const Parameters& p) -> Claim { return sum(p, [](double k) { return std::min(k - 1, 2.0); }); }},
    {Metric::degree_min, own("regular"), "sum min(ki - 1, 2)", false, "",
     [](const Parameters& p) -> Claim { return sum(p, [](double k) { return std::min(k - 1, 2.0); }); }},
    {Metric::arc_connectivity, rahman("Table 3.2"), "2n", false, "printed for 2 and 3 axes; of at least 3 nodes",
     [](const Parameters& p) { return where((axes(p) == 2 || axes(p) == 3) && !has_pair_axis(p), 2 * axes(p)); }},
    {Metric::avg_distance_all_pairs_hops, own("sum over all pairs"), "sum floor(ki^2/4)/ki", false, "",
     [](const Parameters& p) -> Claim { return mean_distance(p); }},
    {Metric::avg_distance_hops, own("sum over all pairs"), "N/(N - 1) sum floor(ki^2/4)/ki", false, "",
     [](const Parameters& p) -> Claim { return distinct(mean_distance(p), size(p)); }},
};

}  // namespace

extern constinit const Family torus = {
    .name = "torus",
    .title = "n-dimensional torus",
    .source = {"rahman2006", "sec. 2.3.5"},
    .parameters = parameters,
    .examples = words<"torus:4x4 torus:3x5 torus:2x3x4 torus:5x5 torus:4x4x4">,
    .check = check,
    .nodes = nodes,
    .links = links<true>,
    .build = build<true>,
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
