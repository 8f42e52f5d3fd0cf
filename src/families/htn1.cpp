// Pruned Hierarchical Torus Network HTN1: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T1 for a basic module.
// Dimension-order routing does not apply: a plane of T1 has links along x or along y, not both. Shortest paths only.
#include "shared/level_claims.hpp"
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.keeps_module_link = keeps_t1};

std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(contour_shape(p, kind)); }
std::uint64_t links(const Parameters& p) { return pruned_links(p, 1); }
Network build(const Parameters& p) { return build_hierarchical(contour_shape(p, kind)); }
std::vector<SourceClass> source_classes(const Network& network) { return hierarchical_source_classes(network, contour_shape(network.parameters, kind)); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, own("digits of the address"), "m^3 (ny nx)^(L-1)", false, "", [](const Parameters& p) -> Claim { return power(number(p, "m"), 3) * module_count(p, 2); }},
    {Metric::links, own("a pruned module has degree 4"), "(2 m^3 + 2 m 2^q (L-1)) modules", false, "2176 in rahman2006, Table 6.1",
     [](const Parameters& p) -> Claim { return module_count(p, 2) * (2 * power(number(p, "m"), 3) + 2 * number(p, "m") * share_of_level(p) * (number(p, "L") - 1)); }},
    {Metric::degree_max, rahman("sec. 6.2.2"), "6", false, "L > 1", [](const Parameters&) -> Claim { return 6; }, [](const Parameters& p) { return p["L"] == 1; }},
    {Metric::degree_max, own("a corner of a gate plane has links along y and x"), "4 + (L > 1 ? 2 : 0)", true, "", [](const Parameters& p) -> Claim { return p["L"] == 1 ? 4 : 6; }},
    {Metric::degree_min, own("nodes without links to other modules"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
    {Metric::arc_connectivity, own("the least degree"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
};

constexpr std::string_view examples[] = {"htn1", "htn1:4,2,2,1", "htn1:6,2", "htn1:4,3"};

}  // namespace

extern const Family htn1;
constinit const Family htn1 = {
    .name = "htn1",
    .title = "Pruned Hierarchical Torus Network HTN1",
    .source = {"rahman2006", "sec. 6.2.2"},
    .parameters = pruned_parameters,
    .examples = examples,
    .check = pruned_check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
