// Pruned Hierarchical Torus Network HTN2: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T2 for a basic module.
// Dimension-order routing does not apply: a node of T2 has one link along x and one along y. Shortest paths only.
#include "shared/hierarchical_family.hpp"
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.keeps_module_link = keeps_t2};

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, kind); }
using Own = HierarchicalFamily<shape>;

constexpr std::string_view examples[] = {"htn2", "htn2:4,2,2,1", "htn2:6,2", "htn2:4,3"};

}  // namespace

extern constinit const Family htn2 = Own::with(
    {
        .name = "htn2",
        .title = "Pruned Hierarchical Torus Network HTN2",
        .source = {"rahman2006", "sec. 6.2.2"},
        .parameters = pruned_parameters,
        .examples = examples,
        .check = pruned_check,
        .closed_forms = pruned_module_closed_forms,
    },
    pruned_links<1>);

}  // namespace wafernet::family_list
