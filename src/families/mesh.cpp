// n-dimensional mesh: rahman2006, sec. 2.3.5. Extents are given most significant first; the last is x.
#include <algorithm>

#include "shared/claims.hpp"
#include "shared/grid.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{"extents", "nodes along each axis, as in 8x8x8", 1, 0xFFFFFFFFU, ParameterKind::extents, {}}};

void check(const Parameters& p) { check_grid(p.extents("extents")); }
std::uint64_t nodes(const Parameters& p) { return grid_nodes(p.extents("extents")); }
std::uint64_t links(const Parameters& p) { return grid_links(p.extents("extents"), false); }
Network build(const Parameters& p) { return build_grid(grid_shape(p.extents("extents"), false)); }

std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions& options) {
    return grid_dor(network, grid_shape(network.parameters.extents("extents"), false), AxisOrder::ascending, options.ties);
}

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, x first", {"rahman2006", "sec. 4.2.3"}, "any", dor},
};


// All extents the same even number: the range of the printed formulas.
bool equal_even(const Parameters& p) {
    const auto& k = p.extents("extents");
    return std::all_of(k.begin(), k.end(), [&](std::uint64_t e) { return e == k[0] && e % 2 == 0; });
}
double sum(const Parameters& p, double (*term)(double)) {
    double total = 0;
    for (const std::uint64_t e : p.extents("extents")) total += term(static_cast<double>(e));
    return total;
}
double axes(const Parameters& p) { return static_cast<double>(p.extents("extents").size()); }
double size(const Parameters& p) { return static_cast<double>(nodes(p)); }
double widest(const Parameters& p) {
    const auto& k = p.extents("extents");
    return static_cast<double>(*std::max_element(k.begin(), k.end()));
}
double mean_distance(const Parameters& p) { return sum(p, [](double k) { return (k * k - 1) / (3 * k); }); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.5"), "k0 k1 ... k(n-1)", false, "", [](const Parameters& p) -> Claim { return size(p); }},
    {Metric::links, rahman("Eq. 2.7"), "sum (ki - 1) N/ki", false, "", [](const Parameters& p) -> Claim { return static_cast<double>(links(p)); }},
    {Metric::diameter_hops, rahman("sec. 2.3.5"), "n(k - 1)", false, "all extents the same even k",
     [](const Parameters& p) -> Claim { return equal_even(p) ? Claim(axes(p) * (number(p, "extents") - 1)) : Claim(); }},
    {Metric::diameter_hops, own("corner to corner"), "sum (ki - 1)", false, "any extents", [](const Parameters& p) -> Claim { return sum(p, [](double k) { return k - 1; }); }},
    {Metric::bisection_links, rahman("sec. 2.3.5"), "k^(n-1)", false, "all extents the same even k",
     [](const Parameters& p) -> Claim { return equal_even(p) ? Claim(size(p) / number(p, "extents")) : Claim(); }},
    {Metric::bisection_links, own("across the longest axis"), "N/max ki", false, "the longest extent even",
     [](const Parameters& p) -> Claim { return std::fmod(widest(p), 2) == 0 ? Claim(size(p) / widest(p)) : Claim(); }},
    {Metric::degree_max, rahman("Eq. 2.7"), "sum min(ki - 1, 2)", false, "", [](const Parameters& p) -> Claim { return sum(p, [](double k) { return std::min(k - 1, 2.0); }); }},
    {Metric::degree_min, rahman("Eq. 2.7"), "sum min(ki - 1, 1)", false, "", [](const Parameters& p) -> Claim { return sum(p, [](double k) { return std::min(k - 1, 1.0); }); }},
    {Metric::arc_connectivity, rahman("Table 3.2"), "n", false, "printed for 2 and 3 axes of at least 2 nodes",
     [](const Parameters& p) -> Claim {
         const bool printed = axes(p) == 2 || axes(p) == 3;
         return printed && sum(p, [](double k) { return std::min(k - 1, 1.0); }) == axes(p) ? Claim(axes(p)) : Claim();
     }},
    {Metric::avg_distance_all_pairs_hops, own("sum over all pairs"), "sum (ki^2 - 1)/(3 ki)", false, "", [](const Parameters& p) -> Claim { return mean_distance(p); }},
    {Metric::avg_distance_hops, own("sum over all pairs"), "N/(N - 1) sum (ki^2 - 1)/(3 ki)", false, "", [](const Parameters& p) -> Claim { return distinct(mean_distance(p), size(p)); }},
};

constexpr std::string_view examples[] = {"mesh:4x4", "mesh:3x5", "mesh:2x3x4", "mesh:5x5", "mesh:4x4x4"};

}  // namespace

extern const Family mesh;
constinit const Family mesh = {
    .name = "mesh",
    .title = "n-dimensional mesh",
    .source = {"rahman2006", "sec. 2.3.5"},
    .parameters = parameters,
    .examples = examples,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
