// Hierarchical 3D-mesh H3DM(m, n, L, q): rahman2012, sec. 2. As HTN, but level l joins n x n networks of level l-1 into
// a 2D mesh. The basic module is a 3D torus in spite of the name.
#include "shared/cube_family.hpp"
#include "shared/level_claims.hpp"
#include "shared/routings.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, {.module_wrap = true, .upper_wrap = false}); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) {
    return hierarchical_source_classes(network, shape(network.parameters));
}

constexpr auto routings = hierarchical_routings<shape, Outlet::destination>({"rahman2012", "sec. 3.1"}, "seg");

bool two_wide(const Parameters& p) { return p["m"] == 2; }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, Source{"rahman2012", "sec. 2"}, "m^3 n^(2(L-1))", false, "n x n upper levels",
     [](const Parameters& p) -> Claim {
         return equal_extents(p, 2) ? Claim(power(number(p, "m"), 3) * power(number(p, "n"), 2 * (number(p, "L") - 1)))
                                    : Claim();
     }},
    {Metric::nodes, Source{"rahman2012", "sec. 2"}, "m^3 n^(2 2^(p-q))", false,
     "largest network: L = 2^(p-q) + 1, p = floor(log2 m), n x n upper levels",
     [](const Parameters& p) -> Claim {
         const double levels = two_to(floor_log2(p["m"]) - number(p, "q"));
         return equal_extents(p, 2) && number(p, "L") == levels + 1
                    ? Claim(power(number(p, "m"), 3) * power(number(p, "n"), 2 * levels))
                    : Claim();
     }},
    {Metric::nodes, own("digits of the address"), "m^3 (ny nx)^(L-1)", false, "",
     [](const Parameters& p) -> Claim { return power(number(p, "m"), 3) * module_count(p, 2); }},
    {Metric::free_ports, Source{"rahman2012", "sec. 2"}, "4 m^2", false, "of a basic module",
     [](const Parameters& p) -> Claim { return 4 * power(number(p, "m"), 2); }},
    {Metric::highest_level, Source{"rahman2012", "sec. 2"}, "2^(p-q) + 1", false, "p = floor(log2 m)",
     [](const Parameters& p) -> Claim { return two_to(floor_log2(p["m"]) - number(p, "q")) + 1; }},

    {Metric::links, own("lines of n modules have n - 1 pairs of neighbours"),
     "(m > 2 ? 3 : 3/2) m^3 modules + m 2^q (L-1) (2 - 1/ny - 1/nx) modules", false, "3168 in rahman2006, Table 4.1",
     [](const Parameters& p) -> Claim { return static_cast<double>(links(p)); }},
    {Metric::degree_max, rahman("Table 3.2"), "8", false, "m > 2, L > 1", [](const Parameters&) -> Claim { return 8; },
     [](const Parameters& p) { return two_wide(p) || p["L"] == 1; }},
    {Metric::degree_max, own("a corner of a gate plane has links along y and x"), "(m > 2 ? 6 : 3) + (L > 1 ? 2 : 0)",
     true, "", [](const Parameters& p) -> Claim { return (two_wide(p) ? 3 : 6) + (p["L"] > 1 ? 2 : 0); }},
    {Metric::degree_min, own("nodes without links to other modules"), "m > 2 ? 6 : 3", false, "",
     [](const Parameters& p) -> Claim { return two_wide(p) ? 3 : 6; }},
    {Metric::arc_connectivity, rahman("Table 3.2"), "6", false, "m > 2", [](const Parameters&) -> Claim { return 6; },
     two_wide},
    {Metric::bisection_links, own("the highest level cut across its longest axis"), "2^q m modules/max n", false,
     "longest extent even, L > 1",
     [](const Parameters& p) -> Claim { return canonical_cut(p, 2, number(p, "m") * share_of_level(p), false); }},
};

constexpr std::string_view examples[] = {"h3dm:2,2,2,0",   "h3dm:2,3,2,1", "h3dm:3,3,2,0",
                                         "h3dm:4,2,2,0",   "h3dm:4,4,2,0", "h3dm:4,4,2,1",
                                         "h3dm:4,2x4,2,0", "h3dm:4,2,3,0", "h3dm:2,2,3,0"};

}  // namespace

extern const Family h3dm;
constinit const Family h3dm = {
    .name = "h3dm",
    .title = "Hierarchical 3D-mesh",
    .source = {"rahman2012", "sec. 2"},
    .parameters = contour_parameters,
    .examples = examples,
    .check = contour_check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
