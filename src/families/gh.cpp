// Generalized hypercube GH(p,n): ziavras, sec. 1 and 3. Every line of p nodes is complete.
#include "shared/claims.hpp"
#include "shared/grid.hpp"
#include "wafernet/base/checked.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "p", .meaning = "nodes along each axis", .least = 2},
    {.name = "n", .meaning = "axes", .least = 1, .most = 32},
};

GridShape shape(const Parameters& p) {
    const auto extent = static_cast<std::uint32_t>(p["p"]);
    return {std::vector<std::uint32_t>(p["n"], extent), false, extent - 1};
}

std::uint64_t links(const Parameters& p) {
    return grid_links(std::vector<std::uint64_t>(p["n"], p["p"]), false, p["p"] - 1);
}

constexpr RoutingSpec routings[] = {{"dor", "dimension order, x first, one hop an axis", ziavras("sec. 2.1"), "any",
                                     [](const Network& network, const RoutingOptions& options) {
                                         return grid_dor(network, shape(network.parameters), options.ties);
                                     }}};

double size(const Parameters& p) { return std::pow(number(p, "p"), number(p, "n")); }

Claim ports(const Parameters& p) { return number(p, "n") * (number(p, "p") - 1); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, ziavras("sec. 1"), "p^n", false, "", [](const Parameters& p) -> Claim { return size(p); }},
    {Metric::links, ziavras("Table 1"), "(p - 1) n N/2", false, "", counted<links>},
    {Metric::degree_max, ziavras("sec. 1"), "n(p - 1)", false, "", ports},
    {Metric::degree_min, ziavras("sec. 1"), "n(p - 1)", false, "", ports},
    {Metric::diameter_hops, ziavras("sec. 1"), "n", false, "", parameter<"n">},
    {Metric::avg_distance_hops, own("digits that differ"), "n (p - 1)/p, over distinct pairs", false, "",
     [](const Parameters& p) -> Claim { return distinct(*ports(p) / number(p, "p"), size(p)); }},
    {Metric::bisection_links, ziavras("sec. 1"), "p^3/4", false, "n = 2, p even",
     [](const Parameters& p) { return where(p["n"] == 2 && p["p"] % 2 == 0, std::pow(number(p, "p"), 3) / 4); }},
    {Metric::bisection_links, own("across the middle of one axis"), "p^(n+1)/4", false, "p even",
     [](const Parameters& p) { return where(p["p"] % 2 == 0, size(p) * number(p, "p") / 4); }},
    {Metric::arc_connectivity, own("Menger, as many disjoint paths as the degree"), "n(p - 1)", false, "", ports},
};

std::vector<SourceClass> source_classes(const Network& network) {
    return grid_source_classes(shape(network.parameters));
}

}  // namespace

extern constinit const Family gh = {
    .name = "gh",
    .title = "generalized hypercube GH(p,n)",
    .source = ziavras("sec. 1"),
    .parameters = parameters,
    .examples = words<"gh:2,4 gh:4,2 gh:5,2 gh:3,3 gh:8,1 gh:8,2 gh:6,2 gh:4,3">,
    .nodes = [](const Parameters& p) { return checked_pow(p["p"], p["n"], "nodes"); },
    .links = links,
    .build = [](const Parameters& p) { return build_grid(shape(p)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
