// Pruned 3D torus T2: rahman2006, sec. 6.2.1, Eq. 6.2: z rings stay; even nodes keep x+ and y+, odd ones x- and y-.
#include "shared/pruned.hpp"

namespace wafernet::family_list {

using pruned_torus_family::family;

extern constinit const Family prunedtorus2 =
    family<2>("prunedtorus2", "pruned 3D torus T2", words<"prunedtorus2:4 prunedtorus2:6 prunedtorus2:8">);

}  // namespace wafernet::family_list
