// Pruned 3D torus T2: rahman2006, sec. 6.2.1, Eq. 6.2: z rings stay; even nodes keep x+ and y+, odd ones x- and y-.
#include "shared/one_class.hpp"
#include "shared/pruned_torus_family.hpp"

namespace wafernet::family_list {

using namespace pruned_torus_family;

extern constinit const Family prunedtorus2 = {
    .name = "prunedtorus2",
    .title = "pruned 3D torus T2",
    .source = rahman("sec. 6.2.1"),
    .parameters = parameters,
    .examples = words<"prunedtorus2:4 prunedtorus2:6 prunedtorus2:8">,
    .check = check_even,
    .nodes = nodes,
    .links = links,
    .build = build<pruned_torus_t2_links>,
    .closed_forms = closed_forms,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
