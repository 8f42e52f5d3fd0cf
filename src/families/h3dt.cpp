// Hierarchical 3D-torus H3D-torus(m, n, L, q), as rahman2006, sec. 7.2 compares MH3DT with it: as MH3DT, but the basic
// module is a 3D mesh.
#include "shared/cube_family.hpp"
#include "shared/hierarchical_family.hpp"
#include "shared/level_claims.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return corner_shape(p, false); }
using Own = HierarchicalFamily<shape>;

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.2.2"}, "seg");

// Every corner of a module has links to other modules.
bool full(const Parameters& p) { return p["m"] == 3 && share_of_level(p) * (number(p, "L") - 1) == 4; }

constexpr ClosedForm own_forms[] = {
    {Metric::links, own("a mesh module has 3 m^2 (m-1) links"), "(3 m^2 (m-1) + 3 2^q (L-1)) modules", false,
     "Table 7.1 prints 9792 for H3D-torus(4,4,2,2) where this gives 9984",
     [](const Parameters& p) -> Claim {
         return module_count(p, 3) *
                (3 * power(number(p, "m"), 2) * (number(p, "m") - 1) + 3 * share_of_level(p) * (number(p, "L") - 1));
     }},
    {Metric::degree_max, rahman("Tables 3.2 and 7.1"), "6", false, "", fixed<6>},
    {Metric::degree_min, own("corners of a module without links to others"), "m = 3 and 2^q (L-1) = 4 ? 4 : 3", false,
     "", [](const Parameters& p) -> Claim { return full(p) ? 4 : 3; }},
    {Metric::arc_connectivity, rahman("Tables 3.2 and 7.1"), "3", false,
     "m > 3, or corners without links to other modules", fixed<3>, full},
    {Metric::bisection_links, own("the highest level cut across its longest axis"), "2^(q+1) modules/max n", false,
     "longest extent even, L > 1",
     [](const Parameters& p) -> Claim { return canonical_cut(p, 3, share_of_level(p), true); }}};

constexpr auto closed_forms = joined(corner_level_forms, own_forms);

}  // namespace

extern constinit const Family h3dt = Own::with({
    .name = "h3dt",
    .title = "Hierarchical 3D-torus",
    .source = {"rahman2006", "sec. 7.2"},
    .parameters = corner_parameters,
    .examples = words<"h3dt:3,2,2,0 h3dt:3,3,2,1 h3dt:4,2,2,0 h3dt:4,2,2,1 h3dt:4,2,2,1,1 h3dt:4,2,2,2 "
                      "h3dt:3,2x3x4,2,0 h3dt:4,3,2,0 h3dt:3,2,3,0">,
    .check = corner_check,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
