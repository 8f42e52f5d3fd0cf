// Pruned 3D torus T1: rahman2006, sec. 6.2.1, Eq. 6.1: z rings stay; x rings stay in even planes, y rings in odd ones.
#include "shared/pruned.hpp"

namespace wafernet::family_list {

using pruned_torus_family::family;

extern constinit const Family prunedtorus1 =
    family<1>("prunedtorus1", "pruned 3D torus T1", words<"prunedtorus1:4 prunedtorus1:6 prunedtorus1:8">);

}  // namespace wafernet::family_list
