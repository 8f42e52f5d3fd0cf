// Hierarchical 3D-mesh H3DM(m, n, L, q): rahman2012, sec. 2. As HTN, but level l joins n x n networks of level l-1 into a 2D
// mesh. The basic module is a 3D torus in spite of the name.
#include "shared/cube_family.hpp"
#include "shared/routings.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, {.module_wrap = true, .upper_wrap = false}); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) { return hierarchical_source_classes(network, shape(network.parameters)); }

constexpr auto routings = hierarchical_routings<shape, Outlet::destination>({"rahman2012", "sec. 3.1"}, "seg");

constexpr std::string_view examples[] = {"h3dm:2,2,2,0", "h3dm:2,3,2,1", "h3dm:3,3,2,0", "h3dm:4,2,2,0", "h3dm:4,4,2,0", "h3dm:4,4,2,1",
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
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
