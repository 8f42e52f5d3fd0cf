// Pruned Hierarchical Torus Network HTN1: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T1 for a basic module.
// Dimension-order routing does not apply: a plane of T1 has links along x or along y, not both. Shortest paths only.
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

extern constinit const Family htn1 = PrunedModules<keeps_t1>::family("htn1", "Pruned Hierarchical Torus Network HTN1",
                                                                     words<"htn1 htn1:4,2,2,1 htn1:6,2 htn1:4,3">);

}  // namespace wafernet::family_list
