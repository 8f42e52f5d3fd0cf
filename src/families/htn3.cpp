// Pruned Hierarchical Torus Network HTN3: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T2 for a basic module
// and pruned 2D tori for the upper levels. Dimension-order routing does not apply. Shortest paths only.
#include "shared/level_claims.hpp"
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.keeps_module_link = keeps_t2, .keeps_upper_link = keeps_pruned_2d};

std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(contour_shape(p, kind)); }
std::uint64_t links(const Parameters& p) { return pruned_links(p, 2); }
Network build(const Parameters& p) { return build_hierarchical(contour_shape(p, kind)); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, own("digits of the address"), "m^3 (ny nx)^(L-1)", false, "",
     [](const Parameters& p) -> Claim { return power(number(p, "m"), 3) * module_count(p, 2); }},
    {Metric::links, own("a pruned module has degree 4, half of the links along y are left out"),
     "(2 m^3 + 3/2 m 2^q (L-1)) modules", false, "2144 in rahman2006, Table 6.1",
     [](const Parameters& p) -> Claim {
         return module_count(p, 2) *
                (2 * power(number(p, "m"), 3) + 1.5 * number(p, "m") * share_of_level(p) * (number(p, "L") - 1));
     }},
    {Metric::degree_max, rahman("sec. 6.2.2"), "6", false, "L > 1", [](const Parameters&) -> Claim { return 6; },
     [](const Parameters& p) { return p["L"] == 1; }},
    {Metric::degree_max, own("a corner of a gate plane has links along y and x"), "4 + (L > 1 ? 2 : 0)", true, "",
     [](const Parameters& p) -> Claim { return p["L"] == 1 ? 4 : 6; }},
    {Metric::degree_min, own("nodes without links to other modules"), "4", false, "",
     [](const Parameters&) -> Claim { return 4; }},
    {Metric::arc_connectivity, own("the least degree"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
};

constexpr std::string_view examples[] = {"htn3", "htn3:4,2,2,1", "htn3:6,2", "htn3:4,4x2"};

}  // namespace

extern const Family htn3;
constinit const Family htn3 = {
    .name = "htn3",
    .title = "Pruned Hierarchical Torus Network HTN3",
    .source = {"rahman2006", "sec. 6.2.2"},
    .parameters = pruned_parameters,
    .examples = examples,
    .check = pruned_upper_check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
