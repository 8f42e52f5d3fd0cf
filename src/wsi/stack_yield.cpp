// Yield of bonded planes. Not from the documents: products of independent parts; k spare wires in a group repair up to
// k failures; planes that a test of coverage T passes although they are faulty are 1 - Y^(1-T) of those passed
// (Williams and Brown, IEEE Trans. Computers C-30, 1981).
#include <cmath>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet {

namespace {

void check_probability(double value, const char* what) {
    if (!(value >= 0.0 && value <= 1.0))
        throw InputError(std::string(what) + " " + std::to_string(value) + ", need 0..1");
}

}  // namespace

RedundantSystem one_plane_of(const RedundantSystem& system, std::uint64_t nodes) {
    const std::uint64_t plane = system.rows * system.columns;
    RedundantSystem part = system;
    part.levels.clear();
    if (nodes > 0 && nodes % plane == 0 && nodes / plane <= system.planes) {
        part.planes = nodes / plane;
    } else if (nodes > 0 && nodes < plane && nodes % system.columns == 0) {
        part.planes = 1;
        part.rows = nodes / system.columns;
    } else if (nodes > 0 && nodes < plane * system.planes && system.spare_columns == 0) {  // no row shares a spare
        part.planes = part.rows = 1;
        part.columns = nodes;
    } else {
        throw InputError(std::to_string(nodes) + " nodes a plane are no whole rows of " +
                         std::to_string(system.columns) + " nodes or planes of " + std::to_string(plane) +
                         " nodes that share spares, need another number of planes or no spares");
    }
    return part;
}

StackYield stack_yield(const Stack& s) {
    check_probability(s.plane_yield, "plane yield");
    check_probability(s.bond_yield, "bond yield");
    check_probability(s.wire_failure, "failure probability of a vertical wire");
    check_probability(s.test_coverage, "test coverage");
    if (s.planes == 0) throw InputError("a stack of 0 planes, need at least 1");
    if (s.wire_spares > 0 && s.wire_group == 0)
        throw InputError("spare vertical wires without a group that shares them, need a group size");
    if (s.wire_group > 1'000'000)
        throw InputError("a group of " + std::to_string(s.wire_group) + " vertical wires, need at most 1000000");
    if (s.wire_group > 0 && s.wire_spares > s.wire_group) {
        throw InputError(std::to_string(s.wire_spares) + " spare wires for a group of " + std::to_string(s.wire_group) +
                         ", need no more spares than wires");
    }
    const auto gaps = static_cast<double>(s.planes - 1);
    const auto planes = static_cast<double>(s.planes);
    const double gap =
        interface_yield({s.wires_per_gap, s.wire_group, s.wire_spares}, s.wire_failure, s.wire_clusters, s.wire_alpha);
    StackYield yield;
    yield.vertical_wires = std::pow(gap, gaps);
    yield.bonds = std::pow(s.bond_yield, gaps);
    yield.wafer_to_wafer = std::pow(s.plane_yield, planes) * yield.bonds * yield.vertical_wires;
    yield.known_good_plane =
        std::pow(s.plane_yield, (1.0 - s.test_coverage) * planes) * yield.bonds * yield.vertical_wires;
    return yield;
}

}  // namespace wafernet
