// Tori connected mESHes TESH(m, L, q), as rahman2006, sec. 7.3 compares TTN with it: basic module 2^m x 2^m mesh; level l joins
// 2^m x 2^m networks of level l-1 into a 2D torus. Every module carries the links of every level.
#include "shared/square_family.hpp"
#include "shared/routings.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return square_shape(p, false); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) { return hierarchical_source_classes(network, shape(network.parameters)); }

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.3.2"}, "seg");

constexpr std::string_view examples[] = {"tesh:1,2,0", "tesh:1,2,1", "tesh:1,3,0", "tesh:2,2,0", "tesh:2,2,1", "tesh:2,2,2", "tesh:3,2,0"};

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
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
