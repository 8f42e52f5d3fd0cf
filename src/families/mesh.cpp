// n-dimensional mesh: rahman2006, sec. 2.3.5. Extents are given most significant first; the last is x.
#include "shared/grid.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{"extents", "nodes along each axis, as in 8x8x8", 1, 0xFFFFFFFFU, ParameterKind::extents, {}}};

std::uint64_t nodes(const Parameters& p) { return grid_nodes(p.extents("extents")); }
std::uint64_t links(const Parameters& p) { return grid_links(p.extents("extents"), false); }
Network build(const Parameters& p) { return build_grid(grid_shape(p.extents("extents"), false)); }

std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions& options) {
    return grid_dor(network, grid_shape(network.parameters.extents("extents"), false), AxisOrder::ascending, options.ties);
}

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, x first", {"rahman2006", "sec. 4.2.3"}, "any", dor},
};

constexpr std::string_view examples[] = {"mesh:4x4", "mesh:3x5", "mesh:2x3x4", "mesh:5x5", "mesh:4x4x4"};

}  // namespace

extern const Family mesh;
constinit const Family mesh = {
    .name = "mesh",
    .title = "n-dimensional mesh",
    .source = {"rahman2006", "sec. 2.3.5"},
    .parameters = parameters,
    .examples = examples,
    .nodes = nodes,
    .links = links,
    .build = build,
    .routings = routings,
};

}  // namespace wafernet::family_list
