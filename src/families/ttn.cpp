// Tori-connected Torus Network TTN(m, L, q): rahman2006, sec. 7.3. As TESH, but the basic module is a torus.
#include "shared/hierarchical_family.hpp"
#include "shared/square_family.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return square_shape(p, true); }
using Own = HierarchicalFamily<shape>;

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.3.2"}, "seg");

using namespace square_family;

Claim least_degree(const Parameters& p) { return p["m"] > 1 || all_corners(p) ? 4 : 2; }

constexpr ClosedForm own_forms[] = {
    {Metric::links, rahman("Eq. 7.8"), "k^(2(L-1)) (2 k^2 + 4 2^q (L-1))", false,
     "k = 2^m; counts every link between modules twice, and for m = 1 the links inside modules too",
     [](const Parameters& p) -> Claim {
         return modules(p) * (2 * side(p) * side(p) + 4 * per_level(p) * (number(p, "L") - 1));
     },
     [](const Parameters& p) { return p["L"] > 1 || p["m"] == 1; }},
    {Metric::links, own("a level takes 2 2^q links a module"), "k^(2(L-1)) ((k > 2 ? 2 k^2 : 4) + 2 2^q (L-1))", true,
     "k = 2^m",
     [](const Parameters& p) -> Claim {
         return modules(p) * ((p["m"] > 1 ? 2 * side(p) * side(p) : 4) + 2 * per_level(p) * (number(p, "L") - 1));
     }},
    {Metric::degree_max, rahman("sec. 7.3.4, Table 7.2"), "6", false, "m > 1, L > 1", fixed<6>,
     [](const Parameters& p) { return p["m"] == 1 || p["L"] == 1; }},
    {Metric::degree_max, own("a gate node has links in both directions of one axis"),
     "(m > 1 ? 4 : 2) + (L > 1 ? 2 : 0)", true, "",
     [](const Parameters& p) -> Claim { return (p["m"] > 1 ? 4 : 2) + (upper_levels(p) ? 2 : 0); }},
    {Metric::degree_min, own("nodes without links to other modules"), "4; m = 1: 2 where a corner has none", false, "",
     least_degree},
    {Metric::arc_connectivity, rahman("Table 7.2"), "4", false, "m > 1", fixed<4>,
     [](const Parameters& p) { return least_degree(p) != 4.0; }},
    {Metric::arc_connectivity, own("the least degree"), "4; m = 1: 2 where a corner has no link to other modules", true,
     "", least_degree}};

constexpr auto closed_forms = joined(level_forms, own_forms, bisection_forms);

}  // namespace

extern constinit const Family ttn = Own::with({
    .name = "ttn",
    .title = "Tori-connected Torus Network",
    .source = {"rahman2006", "sec. 7.3.1"},
    .parameters = square_parameters,
    .examples = words<"ttn:1,2,0 ttn:1,2,1 ttn:1,3,0 ttn:2,2,0 ttn:2,2,1 ttn:2,2,2 ttn:3,2,0">,
    .check = square_check,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
