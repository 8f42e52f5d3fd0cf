// Tori connected mESHes TESH(m, L, q), as rahman2006, sec. 7.3 compares TTN with it: basic module 2^m x 2^m mesh; level
// l joins 2^m x 2^m networks of level l-1 into a 2D torus. Every module carries the links of every level.
#include "shared/hierarchical_family.hpp"
#include "shared/square_family.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return square_shape(p, false); }
using Own = HierarchicalFamily<shape>;

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.3.2"}, "seg");

using namespace square_family;

Claim least_degree(const Parameters& p) {
    return !all_corners(p) ? 2 : (number(p, "L") - 1) * per_level(p) < side(p) ? 3 : 4;
}

constexpr ClosedForm own_forms[] = {
    {Metric::links, rahman("Tables 7.1 and 7.2"), "k^(2(L-1)) (2k(k-1) + 4 2^q (L-1))", false,
     "k = 2^m, read from the values as Eq. 7.8 with a mesh; counts every link between modules twice",
     [](const Parameters& p) -> Claim {
         return modules(p) * (2 * side(p) * (side(p) - 1) + 4 * per_level(p) * (number(p, "L") - 1));
     },
     upper_levels},
    {Metric::links, own("a level takes 2 2^q links a module"), "k^(2(L-1)) (2k(k-1) + 2 2^q (L-1))", true, "k = 2^m",
     [](const Parameters& p) -> Claim {
         return modules(p) * (2 * side(p) * (side(p) - 1) + 2 * per_level(p) * (number(p, "L") - 1));
     }},
    {Metric::degree_max, rahman("Tables 7.1 and 7.2"), "4", false, "", fixed<4>,
     [](const Parameters& p) { return p["m"] == 1 && p["L"] == 1; }},
    {Metric::degree_max, rahman("Table 3.2"), "6", false, "Tables 7.1 and 7.2 print 4", fixed<6>, always},
    {Metric::degree_min, own("corners and sides of a module without links to others"), "2, 3 or 4", false,
     "2 where a corner has none, 3 where only side nodes have none, 4 where all have one", least_degree},
    {Metric::arc_connectivity, rahman("Tables 3.2, 7.1 and 7.2"), "2", false,
     "only where a corner of a module has no link to others, as for L = 2, q < m", fixed<2>,
     [](const Parameters& p) { return least_degree(p) != 2.0; }},
    {Metric::arc_connectivity, own("the least degree"), "2, 3 or 4", true, "", least_degree}};

constexpr auto closed_forms = joined(level_forms, own_forms, bisection_forms);

}  // namespace

extern constinit const Family tesh = Own::with({
    .name = "tesh",
    .title = "Tori connected mESHes",
    .source = {"rahman2006", "sec. 7.3"},
    .parameters = square_parameters,
    .examples = words<"tesh:1,2,0 tesh:1,2,1 tesh:1,3,0 tesh:2,2,0 tesh:2,2,1 tesh:2,2,2 tesh:3,2,0">,
    .check = square_check,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
