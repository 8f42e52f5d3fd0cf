// Modified Hierarchical 3D-torus MH3DT(m, n, L, q): rahman2006, sec. 7.2. Basic module: m x m x m torus. Level l joins
// n x n x n networks of level l-1 into a 3D torus. Every module carries the links of every level.
#include "shared/cube_family.hpp"
#include "shared/hierarchical_family.hpp"
#include "shared/level_claims.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return corner_shape(p, true); }
using Own = HierarchicalFamily<shape>;

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.2.2"}, "seg");

bool one_level(const Parameters& p) { return p["L"] == 1; }

constexpr ClosedForm own_forms[] = {
    {Metric::links, rahman("Eq. 7.6"), "3 m^3 n^(3(L-1)) + sum(i=2..L) 3 2^q n^(3(L-1))", false,
     "parallel links of rings of 2 counted; Table 7.1 prints 12864 for MH3DT(4,4,2,2) where this gives 13056",
     [](const Parameters& p) -> Claim {
         return module_count(p, 3) * (3 * power(number(p, "m"), 3) + 3 * share_of_level(p) * (number(p, "L") - 1));
     }},
    {Metric::degree_max, rahman("sec. 7.2.4, Table 7.1"), "8", false, "L > 1", fixed<8>, one_level},
    {Metric::degree_max, own("a gate node has links in both directions of one axis"), "6 + (L > 1 ? 2 : 0)", true, "",
     [](const Parameters& p) -> Claim { return one_level(p) ? 6 : 8; }},
    {Metric::degree_min, own("nodes without links to other modules"), "6", false, "", fixed<6>},
    {Metric::arc_connectivity, rahman("Table 7.1"), "6", false, "", fixed<6>},
    {Metric::bisection_links, rahman("Eq. 7.5"), "2^(q+1) m n", false,
     "n x n x n upper levels, n even; for L = 2 and m = n only, the cut has 2^(q+1) n^2 n^(3(L-2)) links",
     [](const Parameters& p) {
         return where(p["L"] > 1 && p["n"] % 2 == 0 && equal_extents(p, 3),
                      2 * share_of_level(p) * number(p, "m") * number(p, "n"));
     },
     [](const Parameters& p) {
         return 2 * share_of_level(p) * number(p, "m") * number(p, "n") != canonical_cut(p, 3, share_of_level(p), true);
     }},
    {Metric::bisection_links, own("the highest level cut across its longest axis"), "2^(q+1) modules/max n", true,
     "longest extent even, L > 1",
     [](const Parameters& p) -> Claim { return canonical_cut(p, 3, share_of_level(p), true); }}};

constexpr auto closed_forms = joined(corner_level_forms, own_forms);

}  // namespace

extern constinit const Family mh3dt = Own::with({
    .name = "mh3dt",
    .title = "Modified Hierarchical 3D-torus",
    .source = {"rahman2006", "sec. 7.2.1"},
    .parameters = corner_parameters,
    .examples = words<"mh3dt:3,2,2,0 mh3dt:3,3,2,1 mh3dt:4,2,2,0 mh3dt:4,2,2,1 mh3dt:4,2,2,1,1 mh3dt:4,2,2,2 "
                      "mh3dt:3,2x3x4,2,0 mh3dt:4,3,2,0 mh3dt:3,2,3,0">,
    .check = corner_check,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
