// Ring: rahman2006, sec. 2.3.5, Eq. 2.6 (whose range must read i < N). A torus of one axis.
#include "shared/claims.hpp"
#include "shared/grid.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "N", .meaning = "nodes", .least = 3}};

std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions& options) {
    return grid_dor(network, grid_shape(network.parameters.extents("N"), true), options.ties);
}

constexpr RoutingSpec routings[] = {{"dor", "the shorter way round", rahman("sec. 4.2.3"), "dateline", dor}};

constexpr ClosedForm closed_forms[] = {
    {Metric::links, rahman("Eq. 2.6"), "N", false, "", parameter<"N">},
    {Metric::degree_max, rahman("sec. 2.3.5"), "2", false, "", fixed<2>},
    {Metric::degree_min, rahman("Eq. 2.6"), "2", false, "", fixed<2>},
    {Metric::diameter_hops, rahman("sec. 2.3.5"), "floor(N/2)", false, "",
     [](const Parameters& p) -> Claim { return std::floor(number(p, "N") / 2); }},
    {Metric::bisection_links, rahman("sec. 2.3.5"), "2", false, "", fixed<2>},
    {Metric::arc_connectivity, own("two ways round"), "2", false, "", fixed<2>},
    {Metric::avg_distance_hops, own("sum over all pairs"), "floor(N^2/4)/(N - 1)", false, "",
     [](const Parameters& p) -> Claim {
         return std::floor(number(p, "N") * number(p, "N") / 4) / (number(p, "N") - 1);
     }},
};

}  // namespace

extern constinit const Family ring = {
    .name = "ring",
    .title = "ring",
    .source = rahman("sec. 2.3.5"),
    .parameters = parameters,
    .examples = words<"ring:3 ring:8 ring:15">,
    .nodes = [](const Parameters& p) { return p["N"]; },
    .links = [](const Parameters& p) { return p["N"]; },
    .build = [](const Parameters& p) { return build_grid(grid_shape(p.extents("N"), true)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
