// Pruned Hierarchical Torus Network HTN2: rahman2006, sec. 6.2.2. HTN with the pruned 3D torus T2 for a basic module.
// Dimension-order routing does not apply: a node of T2 has one link along x and one along y. Shortest paths only.
#include "shared/pruned_htn.hpp"

namespace wafernet::family_list {

extern constinit const Family htn2 = PrunedModules<keeps_t2>::family("htn2", "Pruned Hierarchical Torus Network HTN2",
                                                                     words<"htn2 htn2:4,2,2,1 htn2:6,2 htn2:4,3">);

}  // namespace wafernet::family_list
