// Hierarchical Torus Network HTN(m, n, L, q): rahman2006, chapter 3. Basic module: m x m x m torus. Level l joins n x n
// networks of level l-1 into a 2D torus. Every module carries the links of every level ("BMs with the same co-ordinate
// position", sec. 3.2.2; Fig. 3.4 shows one of them).
#include "shared/cube_family.hpp"
#include "shared/routings.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.module_wrap = true, .upper_wrap = true};

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, kind); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) { return hierarchical_source_classes(network, shape(network.parameters)); }

constexpr auto routings = hierarchical_routings<shape, Outlet::destination>(
    {"rahman2006", "sec. 3.2.3, 4.3.1"}, "seg");

constexpr std::string_view examples[] = {"htn:2,2,2,0", "htn:2,3,2,1", "htn:3,3,2,0", "htn:4,2,2,0", "htn:4,2,2,1,1", "htn:4,4,2,0",
                                         "htn:4,4,2,1", "htn:4,4,2,2", "htn:4,2x4,2,0", "htn:4,2,3,0", "htn:2,2,3,0"};

}  // namespace

extern const Family htn;
constinit const Family htn = {
    .name = "htn",
    .title = "Hierarchical Torus Network",
    .source = {"rahman2006", "sec. 3.2"},
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
