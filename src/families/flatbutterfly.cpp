// Flattened butterfly, k-ary n-flat [kim2007]: the routers of each row of a k-ary n-fly made one. k^(n-1) routers on
// n - 1 axes with complete lines; the paper has k terminals on each.
#include "shared/claims.hpp"
#include "shared/complete_lines.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source kim(std::string_view place) { return {"kim2007", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "routers along each axis, and terminals of a router in the paper", .least = 2},
    {.name = "n", .meaning = "stages of the butterfly: k^(n-1) routers on n - 1 axes", .least = 2, .most = 32}};

CompleteLines shape(const Parameters& p) { return {std::vector<std::uint64_t>(p["n"] - 1, p["k"]), 1}; }

std::uint64_t links(const Parameters& p) { return complete_lines_links(shape(p)); }

constexpr RoutingSpec routings[] = {{"dor", "dimension order, x first, one hop an axis", kim("routing"), "any",
                                     [](const Network& network, const RoutingOptions&) {
                                         return complete_lines_dor(network, shape(network.parameters));
                                     }},
                                    {"dal",
                                     "any axis, once an axis another router of the line; dimension order as escape",
                                     {"ahn2009", "routing"},
                                     "any",
                                     [](const Network& network, const RoutingOptions&) {
                                         return complete_lines_dal(network, shape(network.parameters));
                                     },
                                     2}};

double size(const Parameters& p) { return std::pow(number(p, "k"), number(p, "n") - 1); }
Claim ports(const Parameters& p) { return (number(p, "n") - 1) * (number(p, "k") - 1); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, kim("topology"), "k^(n-1)", false, "routers; k^n terminals",
     [](const Parameters& p) -> Claim { return size(p); }},
    {Metric::links, own("regular"), "k^(n-1) (n - 1)(k - 1)/2", false, "", counted<links>},
    {Metric::degree_min, kim("topology"), "(n - 1)(k - 1)", false, "with k terminals n(k - 1) + 1 ports", ports},
    {Metric::degree_max, kim("topology"), "(n - 1)(k - 1)", false, "", ports},
    {Metric::diameter_hops, kim("topology"), "n - 1", false, "", parameter<"n", -1>},
    {Metric::avg_distance_hops, own("digits that differ"), "(n - 1)(k - 1)/k, over distinct pairs", false, "",
     [](const Parameters& p) -> Claim { return distinct(*ports(p) / number(p, "k"), size(p)); }},
    {Metric::bisection_links, own("across the middle of one axis"), "k^n/4", false, "k even",
     [](const Parameters& p) { return where(p["k"] % 2 == 0, size(p) * number(p, "k") / 4); }},
    {Metric::arc_connectivity, own("Menger, as many disjoint paths as the degree"), "(n - 1)(k - 1)", false, "",
     ports}};

}  // namespace

extern constinit const Family flatbutterfly = {
    .name = "flatbutterfly",
    .title = "flattened butterfly (k-ary n-flat)",
    .source = kim("topology"),
    .parameters = parameters,
    .examples = words<"flatbutterfly:4,2 flatbutterfly:2,5 flatbutterfly:3,3 flatbutterfly:8,3 flatbutterfly:4,4">,
    .nodes = [](const Parameters& p) { return complete_lines_nodes(shape(p)); },
    .links = links,
    .build = [](const Parameters& p) { return build_complete_lines(shape(p)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = one_class};

}  // namespace wafernet::family_list
