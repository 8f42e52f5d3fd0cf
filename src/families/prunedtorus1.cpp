// Pruned 3D torus T1: rahman2006, sec. 6.2.1, Eq. 6.1: z rings stay; x rings stay in even planes, y rings in odd ones.
#include "shared/one_class.hpp"
#include "shared/pruned_torus_family.hpp"

namespace wafernet::family_list {

using namespace pruned_torus_family;

extern constinit const Family prunedtorus1 = {
    .name = "prunedtorus1",
    .title = "pruned 3D torus T1",
    .source = rahman("sec. 6.2.1"),
    .parameters = parameters,
    .examples = words<"prunedtorus1:4 prunedtorus1:6 prunedtorus1:8">,
    .check = check_even,
    .nodes = nodes,
    .links = links,
    .build = build<pruned_torus_t1_links>,
    .closed_forms = closed_forms,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
