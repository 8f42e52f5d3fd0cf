// wafernet stack: what networks cost on stacked wafers.
#include <algorithm>
#include <iterator>
#include <memory>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../figures.hpp"
#include "../network_notes.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/report/plot_table.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet::cli {

namespace {

struct StackArguments {
    std::vector<std::string> networks;
    DesignPoint point;
    std::string tracks = "counted";
    bool profile = false;
    bool formulas = false;
    bool histogram = false;
    std::optional<std::string> out;
};

struct Outputs {
    Table main;
    std::string uneven;  // planes of the network
    Table profile{"links over every gap", {"network", "gap", "links", "module_links"}};
    Table formulas{"formulas for the peak number of vertical links",
                   {"network", "source", "formula", "unit", "placement", "claimed", "counted", "verdict", "note"}};
    Table wires{"formulas for the longest wire",
                {"network", "source", "formula", "claimed_tiles", "counted_tiles", "note"}};
    Table histogram{"wires of each length within the planes", {"network", "length_tiles", "wires"}};
};

void add_formulas(Outputs& out, const Network& network, std::uint64_t planes,
                  const std::optional<PlanarLayout>& layout) {
    for (const PeakFormula& f : peak_formulas(network, planes)) {
        const Value source = std::string(f.source.document) + ", " + std::string(f.source.place);
        std::string verdict = "outside its range";
        const VerticalLinks v = count_vertical_links(network, place(network, planes, placement_scheme(f.scheme)));
        const std::uint64_t links = f.unit == "module links" ? v.merged_peak : v.peak;
        if (f.value) verdict = *f.value == static_cast<double>(links) ? "equal" : "differs";
        out.formulas.row(network.word, source, f.formula, f.unit, f.scheme, value_or(f.value, {"outside its range"}),
                         links, verdict, f.note);
    }
    for (const WireFormula& f : wire_formulas(network)) {
        const Value longest =
            layout ? whole(measure_wires(network, *layout).longest_tiles) : Value(Missing{"no layout"});
        out.wires.row(network.word, std::string(f.source.document) + ", " + std::string(f.source.place), f.formula,
                      value_or(f.value, {"outside its range"}), longest, f.note);
    }
}

// What only a network with tiles has.
struct PlaneColumns {
    explicit PlaneColumns(const Value& none)
        : tracks_x(none), tracks_y(none), area(none), ratio(none), longest(none), total(none), mean(none) {
        flat_longest = flat_total = none;
    }
    Value tracks_x, tracks_y, area, ratio, longest, total, mean, flat_longest, flat_total;
};

PlaneColumns plane_columns(const PlanarLayout& layout, const DesignStack& stacked, const Network& network,
                           const StackArguments& a, const Technology& t) {
    PlaneColumns c(Missing{});
    LayoutArea plane = *stacked.plane;
    auto tx = static_cast<double>(stacked.inside.tracks_x), ty = static_cast<double>(stacked.inside.tracks_y);
    if (a.tracks == "printed") {
        if (network.family == nullptr || !network.family->name.starts_with("htn"))
            throw InputError("--tracks printed is for the HTN (rahman2006, Eq. 3.18), found " + network.word +
                             ", need --tracks counted");
        tx = ty = printed_tracks(stacked.placement.nodes_per_plane(), network.level_sizes.size());
        plane = layout_area(t, static_cast<double>(stacked.placement.tiles_per_plane()),
                            static_cast<double>(vertical_wires(stacked.vertical, t)), tx, ty);
    }
    c.tracks_x = tx, c.tracks_y = ty;
    c.area = plane.total.in(units::mm2);
    const std::uint64_t nodes = network.shared_nodes > 0 ? network.terminals.size() : network.graph.nodes();
    const auto torus = torus_layout_area(t, nodes, stacked.placement.planes);
    c.ratio =
        torus ? Value(number(plane.total / *torus)) : Value(Missing{"no square 2D torus of these nodes and planes"});
    const WireLengths& wires = stacked.inside.wires;
    c.longest = whole(wires.longest_tiles), c.total = whole(wires.total_tiles), c.mean = wires.mean_tiles();
    const WireLengths flat = measure_wires(network, layout);
    c.flat_longest = whole(flat.longest_tiles), c.flat_total = whole(flat.total_tiles);
    return c;
}

void add_network(Outputs& out, const Network& network, const StackArguments& a, const Technology& t) {
    const DesignPoint point = resolved(a.point, network);
    const std::uint64_t planes = *point.planes;
    const DesignStack stacked = design_stack(network, point, t);
    const Placement& placement = stacked.placement;
    out.uneven = uneven_planes(placement);
    add_switch_note(out.main, network, stacked, t);
    const VerticalLinks& vertical = stacked.vertical;
    const std::optional<PlanarLayout> layout = !stacked.layout ? std::nullopt
                                               : placement.tiles.empty()
                                                   ? planar_layout(network, *stacked.layout)
                                                   : planar_layout(network, *stacked.layout, placement);
    const std::uint64_t per_plane = placement.nodes_per_plane();
    const Missing no_layout{no_tiles(network)};

    const PlaneColumns plane = layout ? plane_columns(*layout, stacked, network, a, t) : PlaneColumns(no_layout);
    if (a.histogram && layout) {
        for (const auto& [tiles, count] : stacked.inside.wires.histogram) out.histogram.row(network.word, tiles, count);
    }
    const auto exact = point.placement == "address" || point.placement == "strips"
                           ? peak_in_address_order(network, planes)
                       : point.placement == "last"   ? peak_by_last_extent(network, planes)
                       : point.placement == "blocks" ? peak_in_blocks(network, planes)
                                                     : std::optional<double>();
    std::vector<Value> row =
        cells_of(network.word, network.graph.nodes(), planes, per_plane, vertical.peak, plane.area, plane.ratio,
                 plane.longest, plane.total, plane.mean, vertical.merged_peak, value_or(exact, {"no closed form here"}),
                 vertical.longest_planes, plane.tracks_x, plane.tracks_y);
    row.insert(row.end(), {point.placement, stacked.layout ? std::string(name(*stacked.layout)) : "", t.name,
                           joined(t.assumptions)});
    const auto mm2 = [&](double factor, const std::optional<LayoutArea>& of) {
        return of ? Value((factor * of->total).in(units::mm2)) : Value(no_layout);
    };
    row.insert(row.end(),
               {mm2(static_cast<double>(planes), stacked.made), plane.flat_longest, plane.flat_total,
                mm2(1.0, stacked.made), mm2(static_cast<double>(planes), stacked.plane), whole(vertical.crossing)});
    out.main.add(std::move(row));
    if (a.profile) {
        for (std::size_t gap = 0; gap < vertical.gaps.size(); ++gap)
            out.profile.row(network.word, gap, vertical.gaps[gap], vertical.merged_gaps[gap]);
    }
    if (a.formulas) add_formulas(out, network, planes, layout);
}

int stack(Run& run, StackArguments a) {
    check_design_point(a.point);
    a.point = common_point(std::move(a.point), a.networks);
    const Technology t = technology_of(a.point);
    run.several({"stack", a.out,
                 words_of({{a.profile, "--profile"}, {a.formulas, "--formulas"}, {a.histogram, "--histogram"}})});
    Outputs out;
    out.main = {"networks on " + stack_of(a.point),
                {"network", "nodes", "planes", "nodes_per_plane", "peak_vertical_links", Column("layout_area_mm2", 1),
                 Column("area_vs_torus2d", 3), "max_wire_tiles", "total_wire_tiles", Column("mean_wire_tiles", 2),
                 "peak_module_links", "peak_formula_links", "longest_vertical_planes", "tracks_x", "tracks_y"},
                {},
                {"peak_vertical_links: bidirectional links over the busiest gap, vertical_links: all with ends on two "
                 "planes; peak_module_links: links between the "
                 "same two basic modules count as one",
                 "max, total and mean wire: links within a plane, Manhattan; one_plane: the whole network on one plane "
                 "in the same layout",
                 "layout_area: one plane without spares, rahman2006, Table 3.3" +
                     std::string(t.vertical_area == VerticalArea::array
                                     ? " with a site for every via in the tile where its link ends in place of strips"
                                     : "") +
                     "; plane_area and stack_area: one and all planes with spares (--spares); area_vs_torus2d: "
                     "layout_area over that of a 2D torus of as many nodes and planes in square blocks",
                 link_note(t)}};
    auto& columns = out.main.columns;
    columns.insert(columns.end(),
                   {"placement", "layout", "technology", "assumptions", Column("stack_area_mm2", 1),
                    "one_plane_max_wire_tiles", "one_plane_total_wire_tiles", Column("plane_area_mm2", 1),
                    Column("stack_area_without_spares_mm2", 1), "vertical_links"});
    if (!t.note.empty()) out.main.notes.push_back("technology " + t.name + ": " + t.note);
    add_assumption_note(out.main, t, {&t.assumptions});
    const Outputs none = out;
    NetworkNote uneven = uneven_note();
    for (std::size_t i = 0; i < a.networks.size(); ++i) {
        run.progress("stack, now " + a.networks[i], i, a.networks.size(), "networks");
        auto more = Run::unless_interrupted([one = none, word = a.networks[i], a, t]() mutable {
            add_network(one, make_network(word), a, t);
            return std::move(one);
        });
        if (!more) {
            run.keep_finished(a.networks[i], i > 0);
            break;
        }
        uneven.add(a.networks[i], has_planes(more->uneven));
        const std::vector<std::string>& notes = more->main.notes;
        out.main.notes.insert(out.main.notes.end(), notes.begin() + static_cast<std::ptrdiff_t>(none.main.notes.size()),
                              notes.end());
        for (Table Outputs::*table :
             {&Outputs::main, &Outputs::profile, &Outputs::formulas, &Outputs::wires, &Outputs::histogram}) {
            std::ranges::move((*more.*table).rows, std::back_inserter((out.*table).rows));
        }
    }
    run.progress("stack", a.networks.size(), a.networks.size());
    uneven.write(out.main);
    run.print(out.main, "networks");
    if (a.profile) run.print(out.profile, "profile");
    if (a.formulas) run.print(out.formulas, "formulas");
    if (a.formulas && !out.wires.rows.empty()) run.print(out.wires, "wire-formulas");
    if (a.histogram) run.print(out.histogram, "histogram");
    return run.interrupted() ? 1 : 0;
}

std::vector<Plot> stack_figures(const Table& table, const std::string& name) {
    if (table.rows.empty()) return {};
    if (name == "profile") {
        Plot plot = bars(table, "gap", {{"links"}, {"module_links"}}, {"network"});
        plot.x.label = "gap between planes, from below";
        plot.y.label = "vertical links";
        return {std::move(plot)};
    }
    if (name != "histogram") return {};
    Plot plot = bars(table, "length_tiles", {{"wires"}}, {"network"});
    return {std::move(plot)};
}

}  // namespace

Command stack_command() {
    const auto a = std::make_shared<StackArguments>();
    std::vector<Option> all{
        {"networks", &a->networks, {}, true}, {"--tracks", &a->tracks, one_of("counted", "printed")},
        {"--profile", &a->profile},           {"--formulas", &a->formulas},
        {"--histogram", &a->histogram},       out_option(a->out)};
    add_options(all, options_but(physical_options(a->point),
                                 {"--defects", "--vertical-bits", "--wire-cycles", "--clock-ns", "--clock-ghz"}));
    return {std::move(all), [a](Run& run) { return stack(run, *a); }, stack_figures, "--profile or --histogram"};
}

}  // namespace wafernet::cli
