// Pruned Hierarchical Torus Network HTN1: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T1 for a basic module.
// Dimension-order routing does not apply: a plane of T1 has links along x or along y, not both. Shortest paths only.
#include "shared/hierarchical_family.hpp"
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

namespace {

constexpr ContourKind kind{.keeps_module_link = keeps_t1};

HierarchicalShape shape(const Parameters& p) { return contour_shape(p, kind); }
using Own = HierarchicalFamily<shape>;

constexpr std::string_view examples[] = {"htn1", "htn1:4,2,2,1", "htn1:6,2", "htn1:4,3"};

}  // namespace

extern constinit const Family htn1 = Own::with(
    {
        .name = "htn1",
        .title = "Pruned Hierarchical Torus Network HTN1",
        .source = {"rahman2006", "sec. 6.2.2"},
        .parameters = pruned_parameters,
        .examples = examples,
        .check = pruned_check,
        .closed_forms = pruned_module_closed_forms,
    },
    pruned_links<1>);

}  // namespace wafernet::family_list
