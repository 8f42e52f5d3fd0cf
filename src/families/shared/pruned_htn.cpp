#include "shared/pruned_htn.hpp"

#include <string>

#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

void pruned_check(const Parameters& parameters) {
    contour_check(parameters);
    if (parameters["m"] % 2 != 0)
        throw InputError("m = " + std::to_string(parameters["m"]) + ", a pruned torus needs an even m");
}

void pruned_upper_check(const Parameters& parameters) {
    pruned_check(parameters);
    for (const std::uint64_t n : parameters.extents("n")) {
        if (n % 2 != 0) throw InputError("n = " + std::to_string(n) + ", pruned upper levels need even extents");
    }
}

std::uint64_t pruned_links(const Parameters& parameters, std::uint64_t nth) {
    const HierarchicalShape shape = contour_shape(parameters, {});
    const std::uint64_t nodes = hierarchical_nodes(shape);
    const std::uint64_t modules = nodes / checked_pow(parameters["m"], 3, "nodes");
    std::uint64_t links = checked_mul(nodes, 2, "links");
    for (const UpperLevel& level : shape.upper) {
        links = checked_add(links, checked_mul(modules, level.gates[0].size(), "links"), "links");
        links = checked_add(links, checked_mul(modules / nth, level.gates[1].size(), "links"), "links");
    }
    return links;
}

bool keeps_t1(const HierarchicalShape::Place& low, int axis) { return axis == 2 || (axis == 0) == (low[2] % 2 == 0); }

bool keeps_t2(const HierarchicalShape::Place& low, int axis) {
    return axis == 2 || (low[0] + low[1] + low[2]) % 2 == 0;
}

bool keeps_pruned_2d(const HierarchicalShape::Place& low, int axis) { return axis == 0 || (low[0] + low[1]) % 2 == 0; }

}  // namespace wafernet
