// Linear array: rahman2006, sec. 2.3.5, Eq. 2.5. A mesh of one axis.
#include "shared/claims.hpp"
#include "shared/grid.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "N", .meaning = "nodes", .least = 2}};

constexpr RoutingSpec routings[] = {
    {"dor", "along the line", rahman("sec. 4.2.3"), "any", [](const Network& network, const RoutingOptions& options) {
         return grid_dor(network, grid_shape(network.parameters.extents("N"), false), options.ties);
     }}};

constexpr ClosedForm closed_forms[] = {
    {Metric::links, rahman("Eq. 2.5"), "N - 1", false, "", parameter<"N", -1>},
    {Metric::degree_max, rahman("sec. 2.3.5"), "2", false, "N >= 3: two nodes have one link each",
     [](const Parameters& p) { return where(p["N"] >= 3, 2); }},
    {Metric::diameter_hops, rahman("sec. 2.3.5"), "N - 1", false, "", parameter<"N", -1>},
    {Metric::bisection_links, rahman("sec. 2.3.5"), "1", false, "", fixed<1>},
    {Metric::arc_connectivity, rahman("sec. 2.3.5"), "1", false, "the failure of one link disconnects it", fixed<1>},
    {Metric::avg_distance_hops, own("sum over all pairs"), "(N + 1)/3", false, "",
     [](const Parameters& p) -> Claim { return (number(p, "N") + 1) / 3; }},
};

}  // namespace

extern constinit const Family array = {
    .name = "array",
    .title = "linear array",
    .source = rahman("sec. 2.3.5"),
    .parameters = parameters,
    .examples = words<"array:2 array:5 array:16">,
    .nodes = [](const Parameters& p) { return p["N"]; },
    .links = [](const Parameters& p) { return p["N"] - 1; },
    .build = [](const Parameters& p) { return build_grid(grid_shape(p.extents("N"), false)); },
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
