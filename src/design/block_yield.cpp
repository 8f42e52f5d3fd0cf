// Blocks of nodes with spares: how many a point asks for, and how often they work.
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
    y.block = block(s.block_nodes, s.block_spares);
    y.all = at_least(s.blocks, s.blocks + s.spare_blocks, y.block) * rest;
    return y;
}

}  // namespace wafernet
