// Blocks of nodes with spares: how many a point asks for, and how often they and the stack of their planes work.
#include <algorithm>
#include <cmath>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

double BlockSpares::area_factor() const {
    const std::uint64_t needed = blocks * block_nodes + rest;
    const std::uint64_t tiles = (blocks + spare_blocks) * (block_nodes + block_spares) + rest + rest_spares;
    return static_cast<double>(tiles) / static_cast<double>(needed);
}

BlockSpares block_spares(const DesignPoint& point, std::uint64_t nodes) {
    if (nodes == 0) throw InputError("no nodes");
    const auto share_of = [&](std::uint64_t all) {
        return static_cast<std::uint64_t>(std::ceil(point.spares * static_cast<double>(all) - 1e-9));
    };
    BlockSpares s;
    s.block_nodes = std::min(point.spare_unit, nodes);
    s.blocks = nodes / s.block_nodes;
    s.rest = nodes % s.block_nodes;
    s.block_spares = share_of(s.block_nodes);
    s.rest_spares = share_of(s.rest);
    s.spare_blocks = s.blocks > 1 ? share_of(s.blocks) : 0;
    return s;
}

DefectStatistics defect_statistics(const DesignPoint& point) {
    const DefectModel model = defect_model(point.defect_model);
    if (point.defect_alpha && model != DefectModel::negative_binomial)
        throw InputError("--alpha has a meaning with --model negative-binomial only, the model is " +
                         point.defect_model);
    if (point.defect_layers && model != DefectModel::bose_einstein)
        throw InputError("--layers has a meaning with --model bose-einstein only, the model is " + point.defect_model);
    if (point.defect_layers.value_or(1) > 1000)
        throw InputError("--layers " + std::to_string(*point.defect_layers) + ", need at most 1000");
    return {model, point.defect_alpha.value_or(2.0), static_cast<int>(point.defect_layers.value_or(10))};
}

BlockYield block_yield(const BlockSpares& s, Area switches, const Technology& technology, DefectDensity density,
                       const DefectStatistics& statistics) {
    BlockYield y;
    y.node = area_yield(statistics, technology.pe_critical_area(), density);
    const auto block = [&](std::uint64_t nodes, std::uint64_t spares) {
        y.switches = area_yield(statistics, static_cast<double>(nodes + spares) * switches, density);
        return at_least(nodes, nodes + spares, y.node) * y.switches;
    };
    const double rest = s.rest > 0 ? block(s.rest, s.rest_spares) : 1.0;
    if (s.rest > 0) y.rest_switches = y.switches;
    y.block = block(s.block_nodes, s.block_spares);
    y.all = at_least(s.blocks, s.blocks + s.spare_blocks, y.block) * rest;
    return y;
}

namespace {

LayoutArea plane_of(const Technology& technology, const DesignStack& stack, const DesignPoint& point,
                    const BlockSpares& spares) {
    // Spare wires take the area of the others.
    const CostChoice& choice = point.cost;
    const double wires = choice.wire_group == 0
                             ? 1.0
                             : 1.0 + static_cast<double>(choice.wire_spares) / static_cast<double>(choice.wire_group);
    const double pes = static_cast<double>(stack.pes), spare_pes = pes * (spares.area_factor() - 1.0);
    const double tiles = pes + static_cast<double>(stack.empty_tiles) +
                         number(silicon(stack.switches, technology) / technology.pe_critical_area());
    const double ways = stack.inside.shared ? technology.lines_per_way() / technology.wires_per_link() : 1.0;
    return layout_area(technology, tiles, wires * static_cast<double>(vertical_wires(stack.vertical, technology)),
                       ways * static_cast<double>(stack.inside.tracks_x),
                       ways * static_cast<double>(stack.inside.tracks_y))
        .with_tiles(1.0 + spare_pes / tiles);
}

DesignYield plane_yield(const Technology& t, const DesignStack& stack, const DesignPoint& point,
                        const BlockSpares& spares) {
    DesignYield y;
    y.defects_per_cm2 = defects_per_cm2(point, t);
    y.spares = spares;
    // The channels round a PE are what its plane leaves to it; where there is no layout, those of the technology's
    // tile.
    const double tiles = static_cast<double>(stack.pes) * spares.area_factor();
    const Area fabric = silicon(stack.switches, t);
    const Area channels = stack.layout
                              ? t.switch_critical_area((made_plane(stack, point, t, spares).total - fabric) / tiles)
                              : t.switch_critical_area();
    const DefectDensity density = y.defects_per_cm2 * units::per_cm2;
    const DefectStatistics statistics = defect_statistics(point);
    const BlockYield of = block_yield(spares, channels, t, density, statistics);
    y.fabric = area_yield(statistics, fabric, density);
    y.node = of.node, y.switches = of.switches, y.rest_switches = of.rest_switches, y.block = of.block,
    y.plane = of.all * y.fabric;
    const CostChoice& choice = point.cost;
    const bool sorted = choice.known_good == "auto" ? choice.bonding != "w2w" : choice.known_good == "yes";
    y.tested = stack.placement.planes > 1 && sorted && t.test_coverage;
    if (y.tested) y.quality = tested(y.plane, t.test_coverage->value).quality;
    y.planes = y.tested ? y.quality : y.plane;
    return y;
}

}  // namespace

LayoutArea made_plane(const DesignStack& stack, const DesignPoint& point, const Technology& technology,
                      const BlockSpares& spares) {
    if (!stack.layout)
        throw InputError("the nodes have no tiles, so no area that could be paid for, need --layout curve or best");
    if (stack.silicon.empty()) return plane_of(technology, stack, point, spares);
    std::vector<LayoutArea> planes;
    for (const Technology& t : stack.silicon) planes.push_back(plane_of(t, stack, point, spares));
    return *std::ranges::max_element(planes, {}, [](const LayoutArea& a) { return a.total.in(units::mm2); });
}

DesignYield design_yield(const DesignStack& stack, const DesignPoint& point, const Technology& t,
                         const BlockSpares& spares) {
    const CostChoice& choice = point.cost;
    const std::uint64_t planes = stack.placement.planes;
    const auto interfaces = static_cast<double>(planes - 1);
    DesignYield y;
    if (stack.silicon.empty()) {
        y = plane_yield(t, stack, point, spares);
        y.planes = std::pow(y.planes, static_cast<double>(planes));
    }
    double all = 1.0;
    std::vector<double> each;
    for (const Technology& of_plane : stack.silicon) {
        DesignYield here = plane_yield(of_plane, stack, point, spares);
        all *= here.planes;
        each.push_back(here.plane);
        if (each.size() == 1 || here.plane < y.plane) y = std::move(here);
    }
    if (!each.empty()) y.planes = all, y.of_planes = std::move(each);
    if (planes == 1) y.bonds = y.wires = 1.0;
    if (planes > 1 && t.bond_yield) y.bonds = std::pow(t.bond_yield->value, interfaces);
    if (planes > 1 && t.wire_failure) {
        const WireGroups wires{vertical_wires(stack.vertical, t), choice.wire_group, choice.wire_spares};
        y.wires = std::pow(interface_yield(wires, t.wire_failure->value, wire_clusters(choice.wire_clusters),
                                           choice.wire_alpha.value_or(1.0)),
                           interfaces);
    }
    if (y.bonds && y.wires) y.system = y.planes * *y.bonds * *y.wires;
    return y;
}

}  // namespace wafernet
