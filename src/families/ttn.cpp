// Tori-connected Torus Network TTN(m, L, q): rahman2006, sec. 7.3. As TESH, but the basic module is a torus.
#include "shared/routings.hpp"
#include "shared/square_family.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return square_shape(p, true); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) {
    return hierarchical_source_classes(network, shape(network.parameters));
}

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.3.2"}, "seg");

using namespace square_family;

Claim least_degree(const Parameters& p) { return p["m"] > 1 || all_corners(p) ? 4 : 2; }

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
    {Metric::degree_max, rahman("sec. 7.3.4, Table 7.2"), "6", false, "m > 1, L > 1",
     [](const Parameters&) -> Claim { return 6; }, [](const Parameters& p) { return p["m"] == 1 || p["L"] == 1; }},
    {Metric::degree_max, own("a gate node has links in both directions of one axis"),
     "(m > 1 ? 4 : 2) + (L > 1 ? 2 : 0)", true, "",
     [](const Parameters& p) -> Claim { return (p["m"] > 1 ? 4 : 2) + (upper_levels(p) ? 2 : 0); }},
    {Metric::degree_min, own("nodes without links to other modules"), "4; m = 1: 2 where a corner has none", false, "",
     least_degree},
    {Metric::arc_connectivity, rahman("Table 7.2"), "4", false, "m > 1", [](const Parameters&) -> Claim { return 4; },
     [](const Parameters& p) { return least_degree(p) != 4.0; }},
    {Metric::arc_connectivity, own("the least degree"), "4; m = 1: 2 where a corner has no link to other modules", true,
     "", least_degree},

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

constexpr std::string_view examples[] = {"ttn:1,2,0", "ttn:1,2,1", "ttn:1,3,0", "ttn:2,2,0",
                                         "ttn:2,2,1", "ttn:2,2,2", "ttn:3,2,0"};

}  // namespace

extern const Family ttn;
constinit const Family ttn = {
    .name = "ttn",
    .title = "Tori-connected Torus Network",
    .source = {"rahman2006", "sec. 7.3.1"},
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
