// Binary cube: rahman2006, sec. 2.3.4, Eq. 2.3. A mesh of n axes of two nodes; axis j is bit j, axis 0 the last bit.
#include "shared/claims.hpp"
#include "shared/grid.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

// 31 keeps 2^n below the 2^32 nodes that a graph can hold.
constexpr ParameterSpec parameters[] = {{.name = "n", .meaning = "dimensions: 2^n nodes", .least = 1, .most = 31}};

std::uint64_t nodes(const Parameters& p) { return std::uint64_t{1} << p["n"]; }
std::uint64_t links(const Parameters& p) { return (nodes(p) / 2) * p["n"]; }
GridShape shape(const Parameters& p) { return grid_shape(std::vector<std::uint64_t>(p["n"], 2), false); }

constexpr RoutingSpec routings[] = {{"dor", "e-cube, lowest dimension first", rahman("sec. 4.2.3"), "any",
                                     [](const Network& network, const RoutingOptions& options) {
                                         return grid_dor(network, shape(network.parameters), options.ties);
                                     }}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.4"), "2^n", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "n")); }},
    {Metric::links, rahman("Eq. 2.3"), "n 2^(n-1)", false, "", counted<links>},
    {Metric::degree_max, rahman("sec. 2.3.4"), "log2 N", false, "", parameter<"n">},
    {Metric::degree_min, rahman("sec. 2.3.4"), "log2 N", false, "", parameter<"n">},
    {Metric::diameter_hops, rahman("sec. 2.3.4"), "log2 N", false, "", parameter<"n">},
    {Metric::bisection_links, rahman("sec. 2.3.4"), "N/2", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "n") - 1); }},
    {Metric::arc_connectivity, own("Menger, n disjoint paths"), "n", false, "", parameter<"n">},
    {Metric::avg_distance_all_pairs_hops, own("mean Hamming distance"), "n/2", false, "",
     [](const Parameters& p) -> Claim { return number(p, "n") / 2; }},
    {Metric::avg_distance_hops, own("mean Hamming distance"), "n 2^(n-1)/(2^n - 1)", false, "",
     [](const Parameters& p) -> Claim { return distinct(number(p, "n") / 2, two_to(number(p, "n"))); }},
};

}  // namespace

extern constinit const Family hypercube = {
    .name = "hypercube",
    .title = "hypercube (binary n-cube)",
    .source = rahman("sec. 2.3.4"),
    .parameters = parameters,
    .examples = words<"hypercube:1 hypercube:3 hypercube:6">,
    .nodes = nodes,
    .links = links,
    .build = [](const Parameters& p) { return build_grid(shape(p)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
