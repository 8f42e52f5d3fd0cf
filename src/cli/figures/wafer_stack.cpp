// What the network costs on 16 stacked planes, its yield with spares, its router and its application steps.
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

constexpr std::uint64_t planes = 16;  // what the documents stack
constexpr double defects_per_cm2 = 0.5;
constexpr std::uint64_t most_yield_plane = 100'000;  // PEs of a module's plane for which spares make sense
constexpr const char* yield_source = "rahman2006 Eqs. 5.1-5.4, 0.5 defects per cm2";
constexpr std::uint32_t most_router_ports = 100'000;

class Page {
public:
    std::vector<Figure> all;
    void add(const char* metric, Value value, const char* unit, std::string_view kind, std::string source, std::string note = "", bool compared = true, std::string counted = "") {
        all.push_back({"wafer stack", metric, std::move(value), unit, std::string(kind), std::move(source), std::move(note), compared, std::move(counted)});
    }
    [[nodiscard]] bool has(std::string_view metric, std::string_view source) const {
        return std::any_of(all.begin(), all.end(), [&](const Figure& f) { return f.metric == metric && f.source == source; });
    }
};

void add_stack(Page& page, const Network& network, const Technology& technology) {
    const std::string on = "16 planes, address order";
    const std::string area_source = "rahman2006 Table 3.3, technology " + technology.name;
    const std::uint64_t nodes = network.graph.nodes();
    if (nodes % planes != 0) {
        page.add("peak_vertical_links", Missing{"16 planes do not divide " + std::to_string(nodes) + " nodes, ask 'wafernet stack' for other planes"}, "links", kinds::exact, on);
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
                there = "16 planes, placement " + std::string(f.scheme);
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
            page.add("area_vs_torus2d", torus ? Value(number(area / *torus)) : Value(Missing{"no square 2D torus of " + std::to_string(nodes) + " nodes on 16 planes"}), "1", kinds::model, area_source);
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
        page.add("max_wire_tiles", Missing{"the nodes have no digits, so no tiles"}, "tiles", kinds::exact, "planar layout quadrant");
    }
}

void add_yield(Page& page, const Network& network, const Technology& technology) {
    if (network.addresses.labelled() || network.addresses.radices().empty() || !network.terminals.empty() || network.module_size() > most_yield_plane) return;
    RedundantSystem system = redundant_system(network);
    system.node_area = technology.pe_critical_area();
    system.switch_area_per_tile = technology.switch_critical_area();
    const bool one_level = system.levels.empty();
    // rings of one row or levels of one column would need more spares than they have modules; such systems are not built
    if (system.spare_columns > system.columns) return;
    for (const SpareGroup& level : system.levels) {
        if (level.spares > level.needed) return;
    }
    if (system.rows * (system.columns + system.spare_columns) > most_yield_plane) {
        page.add("yield_bm", Missing{"more than " + std::to_string(most_yield_plane) + " PEs in a plane of a basic module"}, "1", kinds::model, yield_source);
        return;
    }
    const SystemYield y = YieldModel(system, {}).at(defects_per_cm2 * units::per_cm2);
    const std::string note = "0.5 defects per cm2, one spare column and one spare row of modules";
    page.add("yield_bm", y.basic_module, "1", kinds::model, yield_source, note);
    if (!one_level) page.add("yield_level2", y.levels.front(), "1", kinds::model, "rahman2006 Eq. 5.5, 0.5 defects per cm2", note);
}

void add_router(Page& page, const Network& network) {
    if (network.shared_nodes > 0) return;  // routers of two ports without a crossbar
    const std::uint32_t ports = router_ports(network);
    if (ports < 2) return;
    if (ports > most_router_ports) {
        page.add("router_gates", Missing{"more than " + std::to_string(most_router_ports) + " ports"}, "gates", kinds::model, "rahman2006 sec. 4.6, 2 VCs");
        return;
    }
    const RouterCost cost = router_cost({ports, ports, 2, RouterKind::dimension_order});
    const std::string note = std::to_string(ports) + " ports, 2 virtual channels; A. A. Chien's model";
    page.add("router_gates", static_cast<std::int64_t>(cost.gates), "gates", kinds::model, "rahman2006 sec. 4.6, 2 VCs", note);
    page.add("router_setup_ns", cost.setup.in(units::ns), "ns", kinds::model, "rahman2006 sec. 4.6, 2 VCs", note);
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
}

}  // namespace

std::vector<Figure> wafer_stack_figures(const FigureRequest& request) {
    const Technology technology = read_technology("thesis");
    Page page;
    add_stack(page, request.network, technology);
    add_yield(page, request.network, technology);
    add_router(page, request.network);
    add_applications(page, request.network);
    return page.all;
}

}  // namespace wafernet::cli
