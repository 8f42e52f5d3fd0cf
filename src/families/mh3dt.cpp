// Modified Hierarchical 3D-torus MH3DT(m, n, L, q): rahman2006, sec. 7.2. Basic module: m x m x m torus. Level l joins n x n x n
// networks of level l-1 into a 3D torus. Every module carries the links of every level.
#include "shared/cube_family.hpp"
#include "shared/routings.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return corner_shape(p, true); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) { return hierarchical_source_classes(network, shape(network.parameters)); }

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.2.2"}, "seg");

constexpr std::string_view examples[] = {"mh3dt:3,2,2,0", "mh3dt:3,3,2,1", "mh3dt:4,2,2,0", "mh3dt:4,2,2,1", "mh3dt:4,2,2,1,1", "mh3dt:4,2,2,2",
                                         "mh3dt:3,2x3x4,2,0", "mh3dt:4,3,2,0", "mh3dt:3,2,3,0"};

}  // namespace

extern const Family mh3dt;
constinit const Family mh3dt = {
    .name = "mh3dt",
    .title = "Modified Hierarchical 3D-torus",
    .source = {"rahman2006", "sec. 7.2.1"},
    .parameters = corner_parameters,
    .examples = examples,
    .check = corner_check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
