// What a working system of a design costs, and with which spares it is cheapest.
#include <algorithm>
#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

DesignCost design_cost(const DesignStack& stack, const DesignPoint& point, const Technology& t,
                       const BlockSpares& spares) {
    if (!stack.plane)
        throw InputError("the nodes have no tiles, so no area that could be paid for, need --layout curve or best");
    const auto need = [&](const auto& value, const char* key) { return t.need(value, key, "the price"); };
    const CostChoice& choice = point.cost;
    const std::uint64_t nodes = stack.placement.nodes_per_plane(), planes = stack.placement.planes;
    const bool wafers = choice.bonding == "w2w";
    DesignCost c;
    c.spares = spares;
    c.vertical_wires = vertical_wires(stack.vertical, t);
    // Spare wires take the area of the others.
    const double wires = choice.wire_group == 0
                             ? 1.0
                             : 1.0 + static_cast<double>(choice.wire_spares) / static_cast<double>(choice.wire_group);
    const LayoutArea bare =
        layout_area(t, nodes, static_cast<double>(c.vertical_wires) * wires, static_cast<double>(stack.inside.tracks_x),
                    static_cast<double>(stack.inside.tracks_y));
    c.width = bare.width * std::sqrt(spares.area_factor());
    c.height = bare.height * std::sqrt(spares.area_factor());
    const Wafer wafer{need(t.wafer_diameter, "wafer_diameter"), need(t.wafer_edge, "wafer_edge"),
                      need(t.scribe_line, "scribe_line"), need(t.wafer_price, "wafer_price")};
    c.dies_per_wafer = dies_per_wafer(wafer, c.width, c.height, die_form(choice.dies));
    if (!(c.dies_per_wafer >= 1.0)) {
        throw InputError("a plane of " + std::to_string(c.width.in(units::mm)) + " x " +
                         std::to_string(c.height.in(units::mm)) +
                         " mm is larger than its wafer, need more planes or a smaller network");
    }
    const Area switches = t.switch_critical_area(bare.total / static_cast<double>(nodes));
    StackFlow& f = c.flow;
    f.planes = planes;
    f.plane = wafer.price / c.dies_per_wafer;
    f.plane_yield =
        block_yield(spares, switches, t, defects_per_cm2(point, t) * units::per_cm2, defect_statistics(point)).all;
    f.known_good = choice.known_good == "auto" ? !wafers : choice.known_good == "yes";
    if (f.known_good) {
        f.coverage = need(t.test_coverage, "test_coverage");
        f.plane_test = need(t.plane_test_price, "plane_test_price");
    }
    if (planes > 1) {
        f.bond = wafers ? need(t.wafer_bond_price, "wafer_bond_price") / c.dies_per_wafer
                        : need(t.die_bond_price, "die_bond_price");
        f.interface_yield = need(t.bond_yield, "bond_yield") *
                            interface_yield({c.vertical_wires, choice.wire_group, choice.wire_spares},
                                            need(t.wire_failure, "wire_failure"), wire_clusters(choice.wire_clusters),
                                            choice.wire_alpha.value_or(1.0));
    }
    f.test_each_bond = choice.test_each_bond;
    f.stack_test = need(t.stack_test_price, "stack_test_price");
    f.bond_test = f.stack_test;
    f.package = need(t.package_price, "package_price");
    f.final_test = need(t.final_test_price, "final_test_price");
    f.assembly_yield = need(t.assembly_yield, "assembly_yield");
    if (choice.volume) {
        f.development = choice.development * units::usd;
        f.volume = *choice.volume;
    }
    c.cost = stack_cost(f);
    return c;
}

std::vector<SparesCost> spares_by_cost(const DesignStack& stack, const DesignPoint& point, const Technology& technology,
                                       std::uint64_t most) {
    std::vector<SparesCost> all;
    const BlockSpares asked = block_spares(point, stack.placement.nodes_per_plane());
    DesignPoint tried = point;
    const std::uint64_t most_wires =
        stack.placement.planes > 1 && point.cost.wire_group > 0 ? std::min(most, point.cost.wire_group) : 0;
    for (std::uint64_t nodes = 0; nodes <= std::min(most, asked.block_nodes); ++nodes) {
        for (std::uint64_t blocks = 0; blocks <= (asked.blocks > 1 ? std::min(most, asked.blocks) : 0); ++blocks) {
            for (std::uint64_t wires = 0; wires <= most_wires; ++wires) {
                BlockSpares spares = asked;
                spares.block_spares = nodes;
                spares.rest_spares = std::min(nodes, spares.rest);
                spares.spare_blocks = blocks;
                tried.cost.wire_spares = wires;
                try {
                    const DesignCost c = design_cost(stack, tried, technology, spares);
                    all.push_back({spares, wires, c.flow.plane_yield, c.cost ? c.cost->stack_yield : 0.0,
                                   c.cost ? std::optional(c.cost->total) : std::nullopt});
                } catch (const InputError&) {
                    if (all.empty()) throw;  // later ones only grow beyond the wafer
                }
            }
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const SparesCost& a, const SparesCost& b) {
        if (a.cost.has_value() != b.cost.has_value()) return a.cost.has_value();
        return a.cost && *a.cost < *b.cost;
    });
    return all;
}

}  // namespace wafernet
