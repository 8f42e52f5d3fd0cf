// Vertical links, layout area and what the documents say of them (rahman2006, sec. 3.4.2, 3.4.3, 6.3).
#include <cmath>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet::published {

namespace {

std::uint64_t planes_of(const Subject& s) { return s.count("planes"); }
PlacementScheme scheme_of(const Subject& s) { return placement_scheme(s.maybe_word("placement").value_or("address")); }

const VerticalLinks& counted(const Subject& s, Workbench& bench) {
    const std::string key = "vertical links " + s.network + " " + std::to_string(planes_of(s)) + " " +
                            s.maybe_word("placement").value_or("address");
    return bench.remember(key, [&] {
        const Network& network = bench.network(s.network);
        return count_vertical_links(network, place(network, planes_of(s), scheme_of(s)));
    });
}

Evaluation links(const Subject& s, Workbench& bench) { return {whole(counted(s, bench).peak)}; }
Evaluation links_per_node(const Subject& s, Workbench& bench) {
    return {static_cast<double>(counted(s, bench).peak) / bench.network(s.network).graph.nodes()};
}
Evaluation module_links(const Subject& s, Workbench& bench) { return {whole(counted(s, bench).merged_peak)}; }

// The printed formula at `place`, for instance "Eq. 3.9".
Evaluation formula(const Subject& s, Workbench& bench) {
    const std::string wanted = s.word("place");
    for (const PeakFormula& f : peak_formulas(bench.network(s.network), planes_of(s))) {
        if (f.source.place != wanted || f.corrected) continue;
        if (!f.value) return {Missing{"outside the range of " + wanted}};
        return {*f.value};
    }
    return {Missing{wanted + " does not speak of " + s.network}};
}

LayoutArea area(const Subject& s, Workbench& bench, const Technology& technology) {
    const Network& network = bench.network(s.network);
    const auto layout = planar_layout(network, layout_scheme(s.maybe_word("layout").value_or("quadrant")));
    if (!layout) throw InputError(s.network + " has no planar layout, need a network with digits");
    const Placement placement = place(network, planes_of(s), scheme_of(s));
    const PlaneWiring wiring = measure_planes(network, placement, *layout);
    const bool modules = s.maybe_word("links").value_or("physical") == "module";
    const VerticalLinks& v = counted(s, bench);
    return layout_area(technology, placement.nodes_per_plane(),
                       static_cast<double>(modules ? v.merged_peak : v.peak) * technology.wires_per_link(),
                       static_cast<double>(wiring.tracks_x), static_cast<double>(wiring.tracks_y));
}

// Percent of the layout area of `of`: the 2D torus of as many nodes and planes, or another network word.
Evaluation area_percent(const Subject& s, Workbench& bench) {
    const Technology technology = read_technology(s.maybe_word("technology").value_or("thesis"));
    const Area own = area(s, bench, technology).total;
    const auto other = s.maybe_word("of");
    if (!other) {
        const auto torus = torus_layout_area(technology, bench.network(s.network).graph.nodes(), planes_of(s));
        if (!torus) return {Missing{"no square 2D torus of these nodes and planes"}};
        return {100.0 * number(own / *torus)};
    }
    Subject of{*other, s.arguments};
    return {100.0 * number(own / area(of, bench, technology).total)};
}

Evaluation area_mm2(const Subject& s, Workbench& bench) {
    return {area(s, bench, read_technology(s.maybe_word("technology").value_or("thesis"))).total.in(units::mm2)};
}

Evaluation tracks(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const auto layout = planar_layout(network, layout_scheme(s.maybe_word("layout").value_or("quadrant")));
    if (!layout) return {Missing{"no planar layout"}};
    return {whole(measure_planes(network, place(network, planes_of(s), scheme_of(s)), *layout).tracks_x)};
}

Evaluation tracks_formula(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    return {printed_tracks(network.graph.nodes() / planes_of(s), network.level_sizes.size())};
}

// The wires of the network on one plane, or on each of `planes`; layers of a basic module lie on the same tiles unless
// `layout` says otherwise, which is how the document reckons.
std::optional<WireLengths> wires_of(const std::string& word, const Subject& s, Workbench& bench) {
    const Network& network = bench.network(word);
    const auto layout = planar_layout(network, layout_scheme(s.maybe_word("layout").value_or("z-stacked")));
    if (!layout) return std::nullopt;
    if (!s.maybe_number("planes")) return measure_wires(network, *layout);
    return measure_planes(network, place(network, planes_of(s), scheme_of(s)), *layout).wires;
}
Value longest_wire(const std::string& word, const Subject& s, Workbench& bench) {
    const auto wires = wires_of(word, s, bench);
    return wires ? whole(wires->longest_tiles) : Value(Missing{"no planar layout"});
}

double times(const Value& tiles, double length) { return static_cast<double>(std::get<std::int64_t>(tiles)) * length; }
double tile_cm(const Subject& s) { return (s.number("tile_mm") * units::mm).in(units::cm); }

Evaluation wire_tiles(const Subject& s, Workbench& bench) { return {longest_wire(s.network, s, bench)}; }
Evaluation wire_cm(const Subject& s, Workbench& bench) {
    const Value tiles = longest_wire(s.network, s, bench);
    if (std::holds_alternative<Missing>(tiles)) return {tiles};
    return {times(tiles, tile_cm(s)), {}, std::to_string(std::get<std::int64_t>(tiles)) + " tiles"};
}
// Argument wafer_cm: a wafer with its microbridge.
Evaluation stack_wire_cm(const Subject& s, Workbench& bench) {
    const auto planes = static_cast<std::int64_t>(counted(s, bench).longest_planes);
    return {times(planes, s.number("wafer_cm")), {}, std::to_string(planes) + " wafers"};
}
// Whether the longest vertical link passes fewer planes with `placement` than in address order.
Evaluation shorter_vertical(const Subject& s, Workbench& bench) {
    Subject address = s;
    address.arguments["placement"] = "address";
    const auto own = counted(s, bench).longest_planes, others = counted(address, bench).longest_planes;
    return answer(own < others, fmt::format("{} planes against {}", own, others));
}
Evaluation longest_wires(const Subject& s, Workbench& bench) {
    const auto wires = wires_of(s.network, s, bench);
    return {wires ? whole(wires->histogram.rbegin()->second) : Value(Missing{"no planar layout"})};
}
// How many times longer the longest wire is on one plane than that within the planes of a stack of the network
// `stacked`.
Evaluation wire_ratio(const Subject& s, Workbench& bench) {
    const Value flat = longest_wire(s.network, s, bench), stacked = longest_wire(s.word("stacked"), s, bench);
    if (std::holds_alternative<Missing>(flat)) return {flat};
    if (std::holds_alternative<Missing>(stacked)) return {stacked};
    return {times(flat, 1.0) / times(stacked, 1.0),
            {},
            std::to_string(std::get<std::int64_t>(flat)) + " / " + std::to_string(std::get<std::int64_t>(stacked)) +
                " tiles"};
}

// Side in cm of a square plane of tiles.
Evaluation plane_side(const Subject& s, Workbench&) {
    const Length tile = s.number("tile_mm") * units::mm;
    return {(std::sqrt(s.number("nodes")) * tile).in(units::cm)};
}

// Whether the vertical wires of the counted peak fit into what the PEs of a plane leave of their tiles. Arguments:
// planes, width_bits of a link, pitch_um of a vertical wire, tile_mm, pe_mm.
Evaluation microbridges_fit(const Subject& s, Workbench& bench) {
    const std::uint64_t links = counted(s, bench).peak;
    const Length pitch = s.number("pitch_um") * units::um, tile = s.number("tile_mm") * units::mm,
                 pe = s.number("pe_mm") * units::mm;
    const Area needed = static_cast<double>(links) * s.number("width_bits") * (pitch * pitch);
    const double nodes = place(bench.network(s.network), planes_of(s), scheme_of(s)).nodes_per_plane();
    const Area plane = nodes * (tile * tile), left = plane - nodes * (pe * pe);
    return answer(number(needed / left) <= 1.0 + 1e-12,
                  fmt::format("{} links take {:.1f} % of the plane, of which the PEs leave {:.1f} %", links,
                              100.0 * number(needed / plane), 100.0 * number(left / plane)));
}

// Whether the printed w_y = k W_MB, k = ceil(C p W_MB / (W'_B,y + k W_MB)), has one solution k.
Evaluation microbridge_rows_defined(const Subject& s, Workbench& bench) {
    const Technology t = read_technology(s.maybe_word("technology").value_or("thesis"));
    const LayoutArea all = area(s, bench, t);
    const double strips = t.blocks ? t.blocks->value : 1.0, blocks = std::sqrt(strips);
    const double bridge = t.via_pitch.value.in(units::mm);
    const double block = all.width.in(units::mm) / blocks;  // W'_B: the block is square without its microbridges
    const double wires = static_cast<double>(counted(s, bench).peak) / strips * t.wires_per_link();
    std::int64_t solutions = 0;
    for (int k = 0; k <= 1'000'000 && k <= wires + 1; ++k) {
        if (std::ceil(wires * bridge / (block + k * bridge) - 1e-12) == k) ++solutions;
    }
    return answer(solutions == 1, "solutions: " + std::to_string(solutions));
}

constexpr Quantity list[] = {
    {"peak_vertical_links", "links counted over the busiest gap", Kind::exact, true, links},
    {"peak_links_per_node", "links counted over the busiest gap, by nodes", Kind::exact, true, links_per_node},
    {"peak_module_links", "counted over the busiest gap, links between the same two modules as one", Kind::exact, true,
     module_links},
    {"peak_links_formula", "printed formula for the peak", Kind::formula, false, formula},
    {"layout_area_percent", "layout area in percent of another network's, by Table 3.3 with counted links and tracks",
     Kind::model, false, area_percent},
    {"layout_area_mm2", "layout area of a plane by Table 3.3 with counted links and tracks", Kind::model, false,
     area_mm2},
    {"plane_tracks", "tracks counted in the busiest channel of a plane", Kind::exact, false, tracks},
    {"plane_tracks_formula", "tracks by Eqs. 3.17 and 3.18", Kind::formula, false, tracks_formula},
    {"longest_wire_tiles", "longest wire counted on one plane", Kind::exact, false, wire_tiles},
    {"longest_wire_cm", "longest wire counted on one plane", Kind::exact, false, wire_cm},
    {"longest_vertical_wire_cm", "longest vertical wire counted", Kind::exact, false, stack_wire_cm},
    {"longest_vertical_shorter", "whether the longest vertical link is shorter than in address order", Kind::exact,
     true, shorter_vertical},
    {"longest_wires", "links as long as the longest, on one plane", Kind::exact, false, longest_wires},
    {"longest_wire_ratio", "longest wires counted, on one plane and stacked", Kind::exact, false, wire_ratio},
    {"microbridges_fit", "vertical wires fit beside the PEs of a plane", Kind::exact, false, microbridges_fit},
    {"plane_side_cm", "side of a square plane of tiles", Kind::formula, true, plane_side},
    {"microbridge_rows_defined", "whether the printed equation for the microbridges of a block has one solution",
     Kind::exact, true, microbridge_rows_defined},
};

}  // namespace

std::span<const Quantity> wafer_stack_quantities() { return list; }

}  // namespace wafernet::published
