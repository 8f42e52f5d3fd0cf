// Hierarchical 3D-mesh H3DM(m, n, L, q): rahman2012, sec. 2. As HTN, but level l joins n x n networks of level l-1 into
// a 2D mesh. The basic module is a 3D torus in spite of the name.
#include "shared/cube_family.hpp"
#include "shared/hierarchical_family.hpp"
#include "shared/level_claims.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, {.module_wrap = true, .upper_wrap = false}); }
using Own = HierarchicalFamily<shape>;

constexpr auto routings = hierarchical_routings<shape, Outlet::destination>({"rahman2012", "sec. 3.1"}, "seg");

constexpr ClosedForm link_forms[] = {{Metric::links, own("lines of n modules have n - 1 pairs of neighbours"),
                                      "(m > 2 ? 3 : 3/2) m^3 modules + m 2^q (L-1) (2 - 1/ny - 1/nx) modules", false,
                                      "3168 in rahman2006, Table 4.1", counted<Own::links>}};

constexpr ClosedForm own_forms[] = {
    {Metric::degree_min, own("nodes without links to other modules"), "m > 2 ? 6 : 3", false, "",
     [](const Parameters& p) -> Claim { return two_wide(p) ? 3 : 6; }},
    {Metric::arc_connectivity, rahman("Table 3.2"), "6", false, "m > 2", fixed<6>, two_wide},
    {Metric::bisection_links, own("the highest level cut across its longest axis"), "2^q m modules/max n", false,
     "longest extent even, L > 1",
     [](const Parameters& p) -> Claim { return canonical_cut(p, 2, number(p, "m") * share_of_level(p), false); }}};

constexpr Source section_2{"rahman2012", "sec. 2"};
constexpr auto level_forms = contour_level_forms(section_2, section_2, section_2);
constexpr auto closed_forms = joined(level_forms, link_forms, contour_degree_forms, own_forms);

}  // namespace

extern constinit const Family h3dm = Own::with({
    .name = "h3dm",
    .title = "Hierarchical 3D-mesh",
    .source = {"rahman2012", "sec. 2"},
    .parameters = contour_parameters,
    .examples = words<"h3dm:2,2,2,0 h3dm:2,3,2,1 h3dm:3,3,2,0 h3dm:4,2,2,0 h3dm:4,4,2,0 h3dm:4,4,2,1 h3dm:4,2x4,2,0 "
                      "h3dm:4,2,3,0 h3dm:2,2,3,0">,
    .check = contour_check,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
