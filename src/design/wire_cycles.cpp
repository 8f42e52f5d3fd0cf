// How long links take: repeated wires at the router's clock.
#include <algorithm>
#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet {

namespace {

bool links_take_wires(const Network& network, const DesignPoint& point, const Technology& technology) {
    if (point.wire_cycles == "no") return false;
    const bool asked = point.wire_cycles == "yes";
    if (asked && point.dynamic.link_cycles)
        throw InputError("both --wire-cycles yes and --link-cycles, need one of them");
    if (!repeated_wire_delay(technology, technology.tile_side.value)) {
        if (asked)
            throw InputError("technology " + technology.name +
                             " gives no wire_resistance, wire_capacitance and driver, need them for --wire-cycles yes");
        return false;
    }
    return !point.dynamic.link_cycles && network.channel_latency_cycles.empty() && network.shared_nodes == 0;
}

}  // namespace

std::optional<ChannelSpans> channel_spans(const Network& network, const DesignPoint& point) {
    const Graph& graph = network.graph;
    if (point.planes.value_or(1) > graph.nodes()) return std::nullopt;
    const Placement placement = placed(network, point);
    std::optional<PlanarLayout> layout;
    if (point.layout == "best") {
        if (auto best = best_layout(network, placement)) layout = std::move(best->layout);
    } else {
        layout = planar_layout(network, layout_scheme(point.layout), placement);
    }
    if (!layout) return std::nullopt;
    const std::vector<Tile> at = tiles_on_planes(network, placement, *layout);
    const auto apart = [](std::uint32_t a, std::uint32_t b) { return static_cast<double>(a > b ? a - b : b - a); };
    ChannelSpans spans;
    for (Channel c = 0; c < graph.channels(); ++c) {
        const Node a = graph.source(c), b = graph.target(c);
        spans.tiles.push_back(apart(at[a].x, at[b].x) + apart(at[a].y, at[b].y));
        spans.planes.push_back(apart(placement.plane_of[a], placement.plane_of[b]));
        spans.from.push_back(placement.plane_of[a]);
    }
    return spans;
}

std::vector<std::uint32_t> wire_cycles(const Network& network, const DesignPoint& point, const Technology& technology,
                                       const RouterClock& clock) {
    const std::vector<Technology> silicon = plane_technologies(network, point, technology);
    if (!links_take_wires(network, point, technology) ||
        std::ranges::any_of(silicon, [&](const Technology& own) { return !links_take_wires(network, point, own); }))
        return {};
    const auto spans = channel_spans(network, point);
    if (!spans) return {};
    std::vector<std::uint32_t> cycles;
    for (std::size_t c = 0; c < spans->tiles.size(); ++c) {
        const Length length =
            spans->tiles[c] * technology.tile_side.value + spans->planes[c] * technology.plane_pitch.value;
        const Technology& own = silicon.empty() ? technology : silicon[spans->from[c]];
        const Time further = *repeated_wire_delay(own, length) - clock.first_flight;
        const double needed = 1.0 + std::ceil(number(further / clock.flight) - 1e-9);
        if (!(needed <= most_link_cycles))
            throw InputError(network.word + ": a wire of " + std::to_string(length.in(units::mm)) + " mm takes " +
                             std::to_string(needed) + " cycles, must be 1 to " + std::to_string(most_link_cycles));
        cycles.push_back(static_cast<std::uint32_t>(std::max(needed, 1.0)));
    }
    return cycles;
}

}  // namespace wafernet
