// What the network costs on stacked planes, its yield with spares, its router and its application steps.
#include <fmt/format.h>

#include <algorithm>

#include "../figures.hpp"
#include "wafernet/error.hpp"
#include "wafernet/mapping.hpp"
#include "wafernet/placement.hpp"
#include "wafernet/planar_layout.hpp"
#include "wafernet/router_cost.hpp"
#include "wafernet/technology.hpp"
#include "wafernet/yield.hpp"

namespace wafernet::cli {

namespace {

constexpr double usual_defects_per_cm2 = 0.5;  // of a technology that gives none
constexpr std::uint64_t most_yield_plane = 100'000;  // PEs of a module's plane for which spares make sense
constexpr std::uint32_t most_router_ports = 100'000;

constexpr const char* no_tiles = "the nodes have no digits, so no tiles";

class Page {
public:
    std::vector<Figure> all;
    void add(const char* metric, Value value, const char* unit, std::string_view kind, std::string source, std::string note = "", bool compared = true, std::string counted = "") {
        all.push_back({"wafer stack", metric, std::move(value), unit, std::string(kind), std::move(source), std::move(note), compared, std::move(counted)});
    }
    // Why there is none of a figure.
    void none(const char* metric, std::string reason, const char* unit, std::string_view kind, std::string source) {
        add(metric, Missing{std::move(reason)}, unit, kind, std::move(source));
        all.back().aside = true;
    }
    [[nodiscard]] bool has(std::string_view metric, std::string_view source) const {
        return std::any_of(all.begin(), all.end(), [&](const Figure& f) { return f.metric == metric && f.source == source; });
    }
};

void add_stack(Page& page, const Network& network, const Technology& technology, const FigureChoice& choice) {
    const std::uint64_t planes = choice.planes;
    const std::string on = planes_of(choice) + ", address order";
    const std::string area_source = "rahman2006 Table 3.3, technology " + technology.name;
    const std::uint64_t nodes = network.graph.nodes();
    if (nodes % planes != 0) {
        const std::string why = planes_of(choice) + " do not divide " + std::to_string(nodes) + " nodes, ask 'wafernet stack' for other planes";
        page.add("peak_vertical_links", Missing{why}, "links", kinds::exact, on);
        page.none("layout_area_mm2", why, "mm2", kinds::model, area_source);
        page.none("area_vs_torus2d", why, "1", kinds::model, area_source);
    } else {
        const Placement placement = place(network, planes, PlacementScheme::address);
        const VerticalLinks vertical = count_vertical_links(network, placement);
        page.add("peak_vertical_links", whole(vertical.peak), "links", kinds::exact, on, "bidirectional links over the busiest gap");
        page.add("peak_module_links", whole(vertical.merged_peak), "links", kinds::exact, on, "links between the same two basic modules count as one", false);
        for (const PeakFormula& f : peak_formulas(network, planes)) {
            if (!f.value) continue;
            const bool modules = f.unit == "module links";
            const char* metric = modules ? "peak_module_links" : "peak_vertical_links";
            std::string note(f.formula);
            if (!f.note.empty()) note += "; " + std::string(f.note);
            std::string source = std::string(f.source.document) + ' ' + std::string(f.source.place), there = on;
            if (f.scheme != "address") {
                there = planes_of(choice) + ", placement " + std::string(f.scheme);
                source += ", placement " + std::string(f.scheme);
                if (!page.has(metric, there)) {
                    const VerticalLinks v = count_vertical_links(network, place(network, planes, placement_scheme(f.scheme)));
                    page.add(metric, whole(modules ? v.merged_peak : v.peak), "links", kinds::exact, there, "for the formulas of that placement", false);
                }
            }
            page.add(metric, *f.value, "links", kinds::formula, std::move(source), std::move(note), false, std::move(there));
        }
        if (const auto layout = planar_layout(network, LayoutScheme::quadrant)) {
            const PlaneWiring inside = measure_planes(network, placement, *layout);
            const Area area = layout_area(technology, placement.nodes_per_plane(), static_cast<double>(vertical.peak), static_cast<double>(inside.tracks_x),
                                          static_cast<double>(inside.tracks_y)).total;
            page.add("layout_area_mm2", area.in(units::mm2), "mm2", kinds::model, area_source, technology.note);
            const auto torus = torus_layout_area(technology, nodes, planes);
            page.add("area_vs_torus2d", torus ? Value(number(area / *torus)) : Value(Missing{"no square 2D torus of " + std::to_string(nodes) + " nodes on " + planes_of(choice)}), "1", kinds::model, area_source);
        } else {
            page.none("layout_area_mm2", no_tiles, "mm2", kinds::model, area_source);
            page.none("area_vs_torus2d", no_tiles, "1", kinds::model, area_source);
        }
    }
    if (const auto layout = planar_layout(network, LayoutScheme::quadrant)) {
        const WireLengths wires = measure_wires(network, *layout);
        page.add("max_wire_tiles", whole(wires.longest_tiles), "tiles", kinds::exact, "planar layout quadrant", "the whole network on one plane");
        page.add("mean_wire_tiles", wires.mean_tiles(), "tiles", kinds::exact, "planar layout quadrant");
        for (const WireFormula& f : wire_formulas(network)) {
            if (!f.value) continue;
            const std::string there = "planar layout " + std::string(name(f.layout));
            if (!page.has("max_wire_tiles", there)) {
                page.add("max_wire_tiles", whole(measure_wires(network, *planar_layout(network, f.layout)).longest_tiles), "tiles", kinds::exact, there, "for the formulas of that layout", false);
            }
            page.add("max_wire_tiles", *f.value, "tiles", kinds::formula, std::string(f.source.document) + ' ' + std::string(f.source.place), std::string(f.formula) + "; " + std::string(f.note), false, there);
        }
    } else {
        page.add("max_wire_tiles", Missing{no_tiles}, "tiles", kinds::exact, "planar layout quadrant");
        page.none("mean_wire_tiles", no_tiles, "tiles", kinds::exact, "planar layout quadrant");
    }
}

void add_yield(Page& page, const Network& network, const Technology& technology) {
    const double defects = technology.defect_density ? technology.defect_density->value.in(units::per_cm2) : usual_defects_per_cm2;
    const std::string of = fmt::format("{:g} defects per cm2", defects);
    const std::string source = ", " + of + (technology.name == FigureChoice{}.technology ? "" : ", technology " + technology.name);
    const std::string module_source = "rahman2006 Eqs. 5.1-5.4" + source, level_source = "rahman2006 Eq. 5.5" + source;
    const auto neither = [&](const std::string& why) {
        page.none("yield_bm", why, "1", kinds::model, module_source);
        page.none("yield_level2", why, "1", kinds::model, level_source);
    };
    if (network.addresses.labelled() || network.addresses.radices().empty()) return neither("nodes without address digits have no rows and columns for spares");
    if (!network.terminals.empty()) return neither(std::to_string(network.graph.nodes() - network.terminals.size()) + " of the nodes are no PEs, which spare PEs do not replace");
    if (network.module_size() > most_yield_plane) return neither("more than " + std::to_string(most_yield_plane) + " nodes in a basic module");
    RedundantSystem system = redundant_system(network);
    system.node_area = technology.pe_critical_area();
    system.switch_area_per_tile = technology.switch_critical_area();
    const bool one_level = system.levels.empty();
    // rings of one row or levels of one column would need more spares than they have modules; such systems are not built
    const auto all_spares = [](std::uint64_t spares, std::uint64_t needed) { return std::to_string(spares) + " spares for " + std::to_string(needed) + ", more than there are modules"; };
    if (system.spare_columns > system.columns) return neither(all_spares(system.spare_columns, system.columns));
    for (const SpareGroup& level : system.levels) {
        if (level.spares > level.needed) return neither(all_spares(level.spares, level.needed));
    }
    if (system.rows * (system.columns + system.spare_columns) > most_yield_plane) {
        const std::string why = "more than " + std::to_string(most_yield_plane) + " PEs in a plane of a basic module";
        page.add("yield_bm", Missing{why}, "1", kinds::model, module_source);
        page.none("yield_level2", why, "1", kinds::model, level_source);
        return;
    }
    const SystemYield y = YieldModel(system, {}).at(defects * units::per_cm2);
    const std::string note = of + ", one spare column and one spare row of modules";
    page.add("yield_bm", y.basic_module, "1", kinds::model, module_source, note);
    if (one_level) page.none("yield_level2", "one level, no modules to spare", "1", kinds::model, level_source);
    else page.add("yield_level2", y.levels.front(), "1", kinds::model, level_source, note);
}

void add_router(Page& page, const Network& network, const LatencyChoice& choice) {
    const std::uint64_t vcs = choice.vcs.value_or(2);
    const bool selecting = choice.routing == "ls" || choice.routing == "cs" || choice.routing == "ls+cs";
    const std::string source = "rahman2006 sec. 4.6, " + std::to_string(vcs) + (vcs == 1 ? " VC" : " VCs") + (selecting ? ", " + choice.routing : "");
    const auto neither = [&](const char* why) {
        page.none("router_gates", why, "gates", kinds::model, source);
        page.none("router_setup_ns", why, "ns", kinds::model, source);
    };
    if (network.shared_nodes > 0) return neither("routers on shared channels have two ports and no crossbar");
    const std::uint32_t ports = router_ports(network);
    if (ports < 2) return neither("routers of one port");
    if (ports > most_router_ports) {
        const std::string why = "more than " + std::to_string(most_router_ports) + " ports";
        page.add("router_gates", Missing{why}, "gates", kinds::model, source);
        page.none("router_setup_ns", why, "ns", kinds::model, source);
        return;
    }
    const RouterCost cost = router_cost({ports, ports, vcs, selecting ? RouterKind::selecting : RouterKind::dimension_order});
    const std::string note = std::to_string(ports) + " ports, " + std::to_string(vcs) + (vcs == 1 ? " virtual channel" : " virtual channels") + "; A. A. Chien's model";
    page.add("router_gates", static_cast<std::int64_t>(cost.gates), "gates", kinds::model, source, note);
    page.add("router_setup_ns", cost.setup.in(units::ns), "ns", kinds::model, source, note);
}

void add_applications(Page& page, const Network& network) {
    bool bitonic = false;
    bool maximum = false;
    for (const MappingFormula& f : mapping_formulas(network)) {  // the one that holds comes first
        bool& done = f.application == Application::maximum ? maximum : bitonic;
        if (f.application == Application::fft || (done && !f.steps)) continue;
        page.add(f.application == Application::maximum ? "maximum_steps" : "bitonic_steps", f.steps ? Value(*f.steps) : Value(Missing{"outside the formula's range"}), "steps", kinds::formula,
                 std::string(f.source.document) + ' ' + std::string(f.source.place), std::string(f.formula) + (f.note.empty() ? "" : "; " + std::string(f.note)), !done);
        done = true;
    }
    // The order of the page is that of the formulas; what has none follows.
    for (const auto& [metric, done] : {std::pair{"bitonic_steps", bitonic}, {"maximum_steps", maximum}}) {
        if (!done) page.none(metric, "the documents give no formula", "steps", kinds::formula, "rahman2006 sec. 5.3.5");
    }
}

}  // namespace

std::vector<Figure> wafer_stack_figures(const FigureRequest& request) {
    const Technology technology = read_technology(request.choice.technology);
    Page page;
    add_stack(page, request.network, technology, request.choice);
    add_yield(page, request.network, technology);
    add_router(page, request.network, request.choice.dynamic);
    add_applications(page, request.network);
    return page.all;
}

}  // namespace wafernet::cli
