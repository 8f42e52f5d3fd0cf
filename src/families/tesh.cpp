// Tori connected mESHes TESH(m, L, q), as rahman2006, sec. 7.3 compares TTN with it: basic module 2^m x 2^m mesh; level
// l joins 2^m x 2^m networks of level l-1 into a 2D torus. Every module carries the links of every level.
#include "shared/routings.hpp"
#include "shared/square_family.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return square_shape(p, false); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) {
    return hierarchical_source_classes(network, shape(network.parameters));
}

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.3.2"}, "seg");

using namespace square_family;

Claim least_degree(const Parameters& p) {
    return !all_corners(p) ? 2 : (number(p, "L") - 1) * per_level(p) < side(p) ? 3 : 4;
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 7.3.1"), "2^(2mL)", false, "",
     [](const Parameters& p) -> Claim { return two_to(2 * number(p, "m") * number(p, "L")); }},
    {Metric::nodes, rahman("sec. 7.3.1"), "2^(2m 2^(m-q))", false, "largest network, L = 2^(m-q) + 1; leaves out the 1",
     [](const Parameters& p) -> Claim {
         return largest(p) ? Claim(two_to(2 * number(p, "m") * (number(p, "L") - 1))) : Claim();
     },
     always},
    {Metric::nodes, own("2^(2mL) at the highest level"), "2^(2m (2^(m-q) + 1))", true,
     "largest network, L = 2^(m-q) + 1",
     [](const Parameters& p) -> Claim {
         return largest(p) ? Claim(two_to(2 * number(p, "m") * (two_to(number(p, "m") - number(p, "q")) + 1)))
                           : Claim();
     }},
    {Metric::free_ports, rahman("sec. 7.3.1"), "2^(m+2)", false, "of a basic module",
     [](const Parameters& p) -> Claim { return two_to(number(p, "m") + 2); }},
    {Metric::highest_level, rahman("sec. 7.3.1"), "2^(m-q) + 1", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "m") - number(p, "q")) + 1; }},

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
    {Metric::degree_max, rahman("Tables 7.1 and 7.2"), "4", false, "", [](const Parameters&) -> Claim { return 4; },
     [](const Parameters& p) { return p["m"] == 1 && p["L"] == 1; }},
    {Metric::degree_max, rahman("Table 3.2"), "6", false, "Tables 7.1 and 7.2 print 4",
     [](const Parameters&) -> Claim { return 6; }, always},
    {Metric::degree_min, own("corners and sides of a module without links to others"), "2, 3 or 4", false,
     "2 where a corner has none, 3 where only side nodes have none, 4 where all have one", least_degree},
    {Metric::arc_connectivity, rahman("Tables 3.2, 7.1 and 7.2"), "2", false,
     "only where a corner of a module has no link to others, as for L = 2, q < m",
     [](const Parameters&) -> Claim { return 2; }, [](const Parameters& p) { return least_degree(p) != 2.0; }},
    {Metric::arc_connectivity, own("the least degree"), "2, 3 or 4", true, "", least_degree},

    {Metric::bisection_links, rahman("Tables 7.1 and 7.2"), "2^(q+1) k", false,
     "k = 2^m, read from the values; for L = 2 only, the cut has k^(2(L-2)) times as many links",
     [](const Parameters& p) -> Claim { return upper_levels(p) ? Claim(2 * per_level(p) * side(p)) : Claim(); },
     [](const Parameters& p) { return p["L"] > 2 || both_units(p); }},
    {Metric::bisection_links, own("the highest level cut across an axis"), "2^(q+1) k^(2L-3)", true,
     "k = 2^m, L > 1; not m = q = 1, where a cut through modules is smaller",
     [](const Parameters& p) -> Claim {
         return upper_levels(p) && !both_units(p) ? Claim(2 * per_level(p) * power(side(p), 2 * number(p, "L") - 3))
                                                  : Claim();
     }},
};

constexpr std::string_view examples[] = {"tesh:1,2,0", "tesh:1,2,1", "tesh:1,3,0", "tesh:2,2,0",
                                         "tesh:2,2,1", "tesh:2,2,2", "tesh:3,2,0"};

}  // namespace

extern const Family tesh;
constinit const Family tesh = {
    .name = "tesh",
    .title = "Tori connected mESHes",
    .source = {"rahman2006", "sec. 7.3"},
    .parameters = square_parameters,
    .examples = examples,
    .check = square_check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
