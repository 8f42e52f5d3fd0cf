// Pruned Hierarchical Torus Network HTN3: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T2 for a basic module and
// pruned 2D tori for the upper levels. Dimension-order routing does not apply. Shortest paths only.
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.keeps_module_link = keeps_t2, .keeps_upper_link = keeps_pruned_2d};

std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(contour_shape(p, kind)); }
std::uint64_t links(const Parameters& p) { return pruned_links(p, 2); }
Network build(const Parameters& p) { return build_hierarchical(contour_shape(p, kind)); }

constexpr std::string_view examples[] = {"htn3", "htn3:4,2,2,1", "htn3:6,2", "htn3:4,4x2"};

}  // namespace

extern const Family htn3;
constinit const Family htn3 = {
    .name = "htn3",
    .title = "Pruned Hierarchical Torus Network HTN3",
    .source = {"rahman2006", "sec. 6.2.2"},
    .parameters = pruned_parameters,
    .examples = examples,
    .check = pruned_upper_check,
    .nodes = nodes,
    .links = links,
    .build = build,
};

}  // namespace wafernet::family_list
