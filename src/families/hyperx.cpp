// HyperX [ahn2009]: a grid of routers whose lines are complete, with any extents and K parallel links.
#include <algorithm>

#include "shared/claims.hpp"
#include "shared/complete_lines.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source ahn(std::string_view place) { return {"ahn2009", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "S", .meaning = "routers along each axis", .least = 2, .kind = ParameterKind::extents},
    {.name = "K", .meaning = "parallel links between two routers of a line", .least = 1, .most = 64, .fallback = 1}};

CompleteLines shape(const Parameters& p) { return {p.extents("S"), p["K"]}; }

void check(const Parameters& p) {
    if (p.extents("S").size() > 32) throw InputError(std::to_string(p.extents("S").size()) + " axes, need at most 32");
}

std::uint64_t links(const Parameters& p) { return complete_lines_links(shape(p)); }

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, x first, one hop an axis", ahn("routing"), "any",
     [](const Network& network, const RoutingOptions&) {
         return complete_lines_dor(network, shape(network.parameters));
     }},
    {"dal", "any axis, once an axis another router of the line; dimension order as escape", ahn("routing"), "any",
     [](const Network& network, const RoutingOptions&) {
         return complete_lines_dal(network, shape(network.parameters));
     },
     2}};

double size(const Parameters& p) {
    double product = 1;
    for (const std::uint64_t s : p.extents("S")) product *= static_cast<double>(s);
    return product;
}
Claim ports(const Parameters& p) {
    double sum = 0;
    for (const std::uint64_t s : p.extents("S")) sum += static_cast<double>(s) - 1;
    return sum * number(p, "K");
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, ahn("topology"), "product of S", false, "routers",
     [](const Parameters& p) -> Claim { return size(p); }},
    {Metric::links, ahn("topology"), "R K sum(S_i - 1)/2", false, "", counted<links>},
    {Metric::degree_min, ahn("topology"), "K sum(S_i - 1)", false, "", ports},
    {Metric::degree_max, ahn("topology"), "K sum(S_i - 1)", false, "", ports},
    {Metric::diameter_hops, ahn("topology"), "number of axes", false, "",
     [](const Parameters& p) -> Claim { return static_cast<double>(p.extents("S").size()); }},
    {Metric::avg_distance_hops, own("digits that differ"), "sum(1 - 1/S_i) R/(R - 1)", false, "",
     [](const Parameters& p) -> Claim {
         double sum = 0;
         for (const std::uint64_t s : p.extents("S")) sum += 1 - 1 / static_cast<double>(s);
         return distinct(sum, size(p));
     }},
    {Metric::bisection_links, ahn("bisection"), "R K min(S_i)/4", false, "all S_i even",
     [](const Parameters& p) -> Claim {
         const auto& extents = p.extents("S");
         if (std::ranges::any_of(extents, [](std::uint64_t s) { return s % 2 != 0; })) return {};
         return size(p) * number(p, "K") * static_cast<double>(*std::ranges::min_element(extents)) / 4;
     }},
    {Metric::arc_connectivity, own("Menger, as many disjoint paths as the degree"), "K sum(S_i - 1)", false, "",
     ports}};

}  // namespace

extern constinit const Family hyperx = {
    .name = "hyperx",
    .title = "HyperX",
    .source = ahn("topology"),
    .parameters = parameters,
    .examples = words<"hyperx:4 hyperx:2x4 hyperx:3x4,2 hyperx:4x4 hyperx:4x4x4 hyperx:2x3x5 hyperx:5x5 hyperx:4x6,3">,
    .check = check,
    .nodes = [](const Parameters& p) { return complete_lines_nodes(shape(p)); },
    .links = links,
    .build = [](const Parameters& p) { return build_complete_lines(shape(p)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = one_class};

}  // namespace wafernet::family_list
