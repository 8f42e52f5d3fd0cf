// What a working system of a design costs, and with which spares it is cheapest.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

namespace {

Wafer wafer_of(const Technology& t) {
    const auto need = [&](const auto& value, const char* key) { return t.need(value, key, "the price"); };
    return {need(t.wafer_diameter, "wafer_diameter"), need(t.wafer_edge, "wafer_edge"),
            need(t.scribe_line, "scribe_line"), need(t.wafer_price, "wafer_price"),
            t.wafer_corners ? t.wafer_corners->value : 0.0};
}

// What a plane that no wafer holds says: how much of it is spares, and the largest that fits.
std::string larger_than_wafer(const DesignStack& stack, const DesignPoint& point, const Technology& t,
                              const DesignCost& c) {
    const auto fits = [&](double share, const BlockSpares& spares) {
        const double smaller = std::sqrt(share * spares.area_factor() / c.spares.area_factor());
        return dies_per_wafer(wafer_of(t), c.plane.width * smaller, c.plane.height * smaller) >= 1.0;
    };
    const auto largest = [&](const BlockSpares& spares) {  // PEs of a plane, which keeps its form
        const auto nodes = static_cast<double>(stack.pes);
        double low = 0.0, high = 1.0;
        while (fits(high, spares)) low = high, high *= 2.0;
        while (high - low > 0.5 / nodes) (fits((low + high) / 2.0, spares) ? low : high) = (low + high) / 2.0;
        return static_cast<std::uint64_t>(low * nodes);
    };
    BlockSpares none = c.spares;
    none.block_spares = none.rest_spares = none.spare_blocks = 0;
    const double spared = 1.0 - 1.0 / c.spares.area_factor();
    std::string text = fmt::format("a plane of {:.1f} x {:.1f} mm is larger than its wafer",
                                   c.plane.width.in(units::mm), c.plane.height.in(units::mm));
    if (spared > 0.0)
        text += fmt::format(", {:.0f} % of it spares (--spares {:g}){}", 100.0 * spared, point.spares,
                            fits(1.0, none) ? ", without which it fits" : "");
    return text +
           fmt::format("; the largest that fits has {} nodes{}: more planes or a smaller network", largest(c.spares),
                       spared > 0.0 ? fmt::format(" with such spares, {} without", largest(none)) : std::string());
}

}  // namespace

DesignCost design_cost(const DesignStack& stack, const DesignPoint& point, const Technology& t,
                       const BlockSpares& spares) {
    const auto need = [&](const auto& value, const char* key) { return t.need(value, key, "the price"); };
    const CostChoice& choice = point.cost;
    const std::uint64_t planes = stack.placement.planes;
    const bool wafers = choice.bonding == "w2w";
    DesignCost c;
    c.spares = spares;
    c.vertical_wires = vertical_wires(stack.vertical, t);
    c.plane = made_plane(stack, point, t, spares);
    c.yield = design_yield(stack, point, t, spares);
    c.whole_wafers = t.whole_wafers;
    const auto dies_of = [&](const Technology& own) {
        const double dies = dies_per_wafer(wafer_of(own), c.plane.width, c.plane.height);
        if (!(dies >= 1.0)) throw InputError(larger_than_wafer(stack, point, own, c));
        return c.whole_wafers ? 1.0 : dies;
    };
    c.dies_per_wafer = dies_of(t);
    StackFlow& f = c.flow;
    f.planes = planes;
    f.plane = {wafer_of(t).price / c.dies_per_wafer, c.yield.plane};
    f.known_good = choice.known_good == "auto" ? !wafers : choice.known_good == "yes";
    if (f.known_good) {
        f.coverage = need(t.test_coverage, "test_coverage");
        f.plane.test = need(t.plane_test_price, "plane_test_price");
    }
    for (std::size_t p = 0; p < stack.silicon.size(); ++p) {
        const Technology& own = stack.silicon[p];
        f.unlike.push_back({wafer_of(own).price / dies_of(own), c.yield.of_planes[p],
                            f.known_good ? own.need(own.plane_test_price, "plane_test_price", "the price") : Money{}});
    }
    if (planes > 1) {
        f.bond = wafers || t.whole_wafers ? need(t.wafer_bond_price, "wafer_bond_price") / c.dies_per_wafer
                                          : need(t.die_bond_price, "die_bond_price");
        f.interface_yield = need(t.bond_yield, "bond_yield") *
                            interface_yield({c.vertical_wires, choice.wire_group, choice.wire_spares},
                                            need(t.wire_failure, "wire_failure"), wire_clusters(choice.wire_clusters),
                                            choice.wire_alpha.value_or(1.0));
    }
    f.test_each_bond = choice.test_each_bond;
    f.stack_test = need(t.stack_test_price, "stack_test_price");
    f.bond_test = f.stack_test;
    f.package = need(t.package_price, "package_price") + (t.power_price ? t.power_price->value : Money{});
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
    const BlockSpares asked = block_spares(point, stack.pes);
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
                    all.push_back({spares, wires, c.yield.plane, c.yield.system.value_or(0.0),
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
