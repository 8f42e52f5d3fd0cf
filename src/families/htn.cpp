// Hierarchical Torus Network HTN(m, n, L, q): rahman2006, chapter 3. Basic module: m x m x m torus. Level l joins n x n
// networks of level l-1 into a 2D torus. Every module carries the links of every level ("BMs with the same co-ordinate
// position", sec. 3.2.2; Fig. 3.4 shows one of them).
#include "shared/cube_family.hpp"
#include "shared/hierarchical_family.hpp"
#include "shared/level_claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.module_wrap = true, .upper_wrap = true};

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, kind); }
using Own = HierarchicalFamily<shape>;

constexpr auto routings = hierarchical_routings<shape, Outlet::destination>({"rahman2006", "sec. 3.2.3, 4.3.1"}, "seg");

bool table_3_1(const Parameters& p) {
    return p["m"] == 4 && p["n"] == 4 && equal_extents(p, 2) && p["q"] == 0 && p["L"] > 1;
}
Claim printed_diameter(const Parameters& p) { return table_3_1(p) ? Claim(15 * number(p, "L") - 11) : Claim(); }

constexpr ClosedForm link_forms[] = {
    {Metric::highest_level, own("planes that a module has"), "floor(m/2^q) + 1", true,
     "more than Lemma 3.2 where m is no power of 2",
     [](const Parameters& p) -> Claim { return std::floor(number(p, "m") / share_of_level(p)) + 1; }},
    {Metric::links, rahman("sec. 3.2.2"), "(3 m^3 + 2m 2^q (L-1)) modules", false,
     "counted from the text; modules of m = 2 have half as many links inside",
     [](const Parameters& p) -> Claim {
         return module_count(p, 2) *
                (3 * power(number(p, "m"), 3) + 2 * number(p, "m") * share_of_level(p) * (number(p, "L") - 1));
     },
     two_wide},
    {Metric::links, own("rings of 2 nodes inside a module have one link"),
     "((m > 2 ? 3 : 3/2) m^3 + 2m 2^q (L-1)) modules", true, "", counted<Own::links>}};

constexpr ClosedForm own_forms[] = {
    {Metric::degree_min, own("nodes without links to other modules"), "m > 2 ? 6 : 3 or 5", false,
     "m = 2: 5 where every plane is used",
     [](const Parameters& p) -> Claim {
         return !two_wide(p) ? 6 : (number(p, "L") - 1) * share_of_level(p) < 2 ? 3 : 5;
     }},
    {Metric::diameter_hops, rahman("Eq. 3.3, Table 3.1"), "15 L - 11", false,
     "m = n = 4, q = 0; above the graph's diameter, which is 16, 19, 26, 29 for L = 2..5", printed_diameter, always},
    {Metric::routed_diameter_hops, rahman("Eq. 3.3, Table 3.1"), "15 L - 11", false,
     "m = n = 4, q = 0; the family's own routing takes 19, 32, 45", printed_diameter,
     [](const Parameters& p) { return p["L"] != 2; }},
    {Metric::routed_diameter_hops, own("walked routes"), "13 L - 7", true,
     "m = n = 4, q = 0, outlets by destination; walked for L = 2 to 4",
     [](const Parameters& p) { return where(table_3_1(p), 13 * number(p, "L") - 7); }},
    {Metric::arc_connectivity, rahman("Table 3.2"), "6", false, "m > 2", fixed<6>, two_wide},
    {Metric::bisection_links, rahman("Eq. 3.5"), "2^(q+1) m n", false,
     "n x n upper levels, n even; for L = 2 only, the cut has n^(2(L-2)) times as many links",
     [](const Parameters& p) {
         return where(p["L"] > 1 && p["n"] % 2 == 0 && equal_extents(p, 2),
                      2 * share_of_level(p) * number(p, "m") * number(p, "n"));
     },
     [](const Parameters& p) { return p["L"] > 2; }},
    {Metric::bisection_links, own("the highest level cut across its longest axis"), "2^(q+1) m modules/max n", true,
     "longest extent even, L > 1",
     [](const Parameters& p) -> Claim { return canonical_cut(p, 2, number(p, "m") * share_of_level(p), true); }},
    {Metric::bisection_links, rahman("sec. 3.3.6"), "2 m^2", false, "L = 1, m even; half of it for m = 2",
     [](const Parameters& p) { return where(p["L"] == 1 && p["m"] % 2 == 0, 2 * power(number(p, "m"), 2)); },
     two_wide}};

constexpr auto level_forms = contour_level_forms(rahman("Lemma 3.3"), rahman("Lemma 3.1"), rahman("Lemma 3.2"));
constexpr auto closed_forms = joined(level_forms, link_forms, contour_degree_forms, own_forms);

}  // namespace

extern constinit const Family htn = Own::with({
    .name = "htn",
    .title = "Hierarchical Torus Network",
    .source = {"rahman2006", "sec. 3.2"},
    .parameters = contour_parameters,
    .examples = words<"htn:2,2,2,0 htn:2,3,2,1 htn:3,3,2,0 htn:4,2,2,0 htn:4,2,2,1,1 htn:4,4,2,0 htn:4,4,2,1 "
                      "htn:4,4,2,2 htn:4,2x4,2,0 htn:4,2,3,0 htn:2,2,3,0">,
    .check = contour_check,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
