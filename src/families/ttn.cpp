// Tori-connected Torus Network TTN(m, L, q): rahman2006, sec. 7.3. As TESH, but the basic module is a torus.
#include "shared/square_family.hpp"
#include "shared/routings.hpp"

namespace wafernet::family_list {

namespace {

HierarchicalShape shape(const Parameters& p) { return square_shape(p, true); }
std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
std::vector<SourceClass> source_classes(const Network& network) { return hierarchical_source_classes(network, shape(network.parameters)); }

constexpr auto routings = hierarchical_routings<shape, Outlet::nearest>({"rahman2006", "sec. 7.3.2"}, "seg");

constexpr std::string_view examples[] = {"ttn:1,2,0", "ttn:1,2,1", "ttn:1,3,0", "ttn:2,2,0", "ttn:2,2,1", "ttn:2,2,2", "ttn:3,2,0"};

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
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
