// Pruned Hierarchical Torus Network HTN3: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T2 for a basic module
// and pruned 2D tori for the upper levels. Dimension-order routing does not apply. Shortest paths only.
#include "shared/hierarchical_family.hpp"
#include "shared/level_claims.hpp"
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.keeps_module_link = keeps_t2, .keeps_upper_link = keeps_pruned_2d};

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, kind); }
using Own = HierarchicalFamily<shape>;

constexpr ClosedForm link_forms[] = {
    {Metric::links, own("a pruned module has degree 4, half of the links along y are left out"),
     "(2 m^3 + 3/2 m 2^q (L-1)) modules", false, "2144 in rahman2006, Table 6.1",
     [](const Parameters& p) -> Claim {
         return module_count(p, 2) *
                (2 * power(number(p, "m"), 3) + 1.5 * number(p, "m") * share_of_level(p) * (number(p, "L") - 1));
     }},
};

constexpr auto closed_forms = joined(pruned_node_forms, link_forms, pruned_degree_forms);

}  // namespace

extern constinit const Family htn3 = {
    .name = "htn3",
    .title = "Pruned Hierarchical Torus Network HTN3",
    .source = {"rahman2006", "sec. 6.2.2"},
    .parameters = pruned_parameters,
    .examples = words<"htn3 htn3:4,2,2,1 htn3:6,2 htn3:4,4x2">,
    .check = pruned_upper_check,
    .nodes = Own::nodes,
    .links = pruned_links<2>,
    .build = Own::build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
