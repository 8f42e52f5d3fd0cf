// Layout area of a plane: rahman2006, Table 3.3, Eqs. 3.13-3.18, as printed, except the area of microbridges in a
// block: the printed width in its denominator contains itself and its C is undefined. Used: the block's share C_peak /
// L of the vertical links, on the width of the block without microbridges. Technologies whose vertical wires stand in
// arrays have the PEs and planar wires of that table, and in place of microbridges a site for every via: vias take
// silicon beside the gates (Pathak et al., Through-silicon-via management during 3D physical design).
#include <algorithm>
#include <cmath>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet {

namespace {

void check_sizes(const Technology& t, double tiles, std::initializer_list<double> counts) {
    if (!(tiles > 0.0)) throw InputError("a plane without nodes, must have at least 1");
    for (const double needed :
         {t.pe_side.value.base(), t.line_width.value.base(), t.via_pitch.value.base(), t.lines_per_link.value}) {
        if (!(needed > 0.0) || !std::isfinite(needed))
            throw InputError(
                "a technology without sizes, need pe_side, line_width, via_pitch and lines_per_link above 0");
    }
    for (const double counted : counts) {
        if (!(counted >= 0.0) || !std::isfinite(counted))
            throw InputError("a plane of " + std::to_string(counted) + " vertical wires or tracks, need 0 or more");
    }
}

// Vias beside the gates, bonds above them.
LayoutArea with_array(const Technology& t, Length width, Length height, double wires) {
    const Length keep_out = t.via_keep_out ? t.via_keep_out->value : Length{};
    const Length site = t.via_diameter ? t.via_diameter->value + 2.0 * keep_out : t.via_pitch.value;
    const Area bare = width * height, sites = wires * (site * site),
               bonds = wires * (t.via_pitch.value * t.via_pitch.value);
    LayoutArea area{width, height, bare, sites};
    return area.with_tiles(number(std::max(bare + sites, bonds) / bare));
}

}  // namespace

LayoutArea LayoutArea::with_tiles(double factor) const {
    const double longer = std::sqrt(factor);
    return {width * longer, height * longer, total * factor, vertical};
}

std::uint64_t vertical_wires(const VerticalLinks& vertical, const Technology& t) {
    const bool shared = t.link_ways && t.link_ways->value == 1.0;
    const double bits = t.lines_per_link.value,
                 narrow = t.vertical_bits ? std::min(bits, t.vertical_bits->value) : bits;
    return static_cast<std::uint64_t>(static_cast<double>(shared ? vertical.peak : vertical.peak_channels) *
                                      (t.lines_per_way() - bits + narrow));
}

LayoutArea layout_area(const Technology& t, double tiles, double wires, double tracks_x, double tracks_y) {
    check_sizes(t, tiles, {wires, tracks_x, tracks_y});
    const double side = std::sqrt(tiles);  // sqrt(m)
    const Length line = t.line_width.value;
    const Length track = t.wires_per_link() * line;  // of one link
    const Length pes = side * t.pe_side.value;       // S_PE
    const Length links_x = side * tracks_x * track;  // S_TL: Eqs. 3.15, 3.16
    const Length links_y = side * tracks_y * track;
    if (t.vertical_area == VerticalArea::array) return with_array(t, pes + links_x, pes + links_y, wires);
    const double strips = t.blocks ? t.blocks->value : 1.0, blocks = std::sqrt(strips);  // L, sqrt(L)
    const Length bridges = wires * line;                                                 // S_DMB: Eqs. 3.13, 3.14
    const Length block_x = (pes + links_x + bridges) / blocks;                           // W'_B
    const Length block_y = (pes + links_y + bridges) / blocks;
    const Length bridge_rows =
        std::ceil(number(wires / strips * t.via_pitch.value / block_x) - 1e-9) * t.via_pitch.value;  // w_y
    LayoutArea area;
    area.width = block_x * blocks;
    area.height = (block_y + bridge_rows) * blocks;
    area.total = area.width * area.height;
    area.vertical = wires * (t.via_pitch.value * t.via_pitch.value);
    return area;
}

std::optional<Area> torus_layout_area(const Technology& technology, std::uint64_t nodes, std::uint64_t planes) {
    const auto root = [](std::uint64_t value) {
        return static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(value))));
    };
    const std::uint64_t side = root(nodes);
    const std::uint64_t h = root(planes);
    if (planes == 0 || side * side != nodes || h * h != planes || side % h != 0 || side < 3) return std::nullopt;
    // Square blocks of b x b nodes: Eq. 3.9, whose value is the counted one; one track in every channel, none for one
    // node.
    const std::uint64_t block = side / h;
    double peak = 0.0;
    if (h == 2) peak = 4.0 * static_cast<double>(block);
    if (h > 2) peak = 2.0 * static_cast<double>(side) + 2.0 * static_cast<double>(block);
    const double tracks = block == 1 ? 0.0 : h == 1 ? 2.0 : 1.0;
    return layout_area(technology, static_cast<double>(block * block), peak * technology.wires_per_link(), tracks,
                       tracks)
        .total;
}

double printed_tracks(std::uint64_t plane_nodes, std::uint64_t levels) {
    const double highest =
        std::ceil(std::log(static_cast<double>(plane_nodes) / 64.0) / std::log(16.0) - 1e-9);  // Eq. 3.17
    double tracks = 8.0;                                                                       // Eq. 3.18
    if (highest > 2.0) {
        for (auto level = static_cast<std::uint64_t>(highest); level <= levels; ++level)
            tracks += 2.0 * std::pow(4.0, static_cast<double>(level) - 2.0);
    }
    return tracks;
}

std::optional<Time> repeated_wire_delay(const Technology& t, Length length) {
    if (!t.wire_resistance || !t.wire_capacitance || !t.driver_resistance || !t.driver_capacitance) return std::nullopt;
    const Time driver = t.driver_resistance->value * t.driver_capacitance->value;
    const auto wire = t.wire_resistance->value * t.wire_capacitance->value;  // time per area
    const double root = std::sqrt(driver.base() * wire.base());              // time per length in base units
    return Time::of_base(2.0 * root * (0.69 + std::sqrt(0.69 * 0.38)) * length.base());
}

}  // namespace wafernet
