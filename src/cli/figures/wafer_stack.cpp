// What the network costs on stacked planes, its yield with spares, its router and its application steps.
#include <algorithm>

#include <fmt/format.h>

#include "../figures.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/wsi/mapping.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"
#include "wafernet/wsi/router_cost.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet::cli {

namespace {

constexpr std::uint64_t most_yield_plane = 100'000;  // PEs of a module's plane for which spares make sense
constexpr std::uint32_t most_router_ports = 100'000;

class Page {
public:
    std::vector<Figure> all;
    Figure& add(const std::string& metric, Value value, const char* unit, const char* kind, std::string source,
                std::string note = "") {
        return all.emplace_back(
            Figure{"wafer stack", metric, std::move(value), unit, kind, std::move(source), std::move(note)});
    }
    void none(const char* metric, std::string reason, const char* unit, const char* kind, std::string source) {
        add(metric, Missing{std::move(reason)}, unit, kind, std::move(source)).aside = true;
    }
    // A formula beside what was counted in the same way, which is a figure for it alone.
    void add_formula(const char* metric, double value, const char* unit, const auto& f, std::string counted) {
        Figure& figure =
            add(metric, value, unit, kinds::formula, std::string(f.source.document) + ' ' + std::string(f.source.place),
                std::string(f.formula) + (f.note.empty() ? "" : "; " + std::string(f.note)));
        figure.compared = false;
        figure.counted = std::move(counted);
    }
    [[nodiscard]] bool has(std::string_view metric, std::string_view source) const {
        return std::ranges::any_of(all, [&](const Figure& f) { return f.metric == metric && f.source == source; });
    }
};

void add_peak_formulas(Page& page, const Network& network, const DesignPoint& point, const std::string& on) {
    for (const PeakFormula& f : peak_formulas(network, *point.planes)) {
        if (!f.value || *point.planes == 1) continue;
        const bool modules = f.unit == "module links";
        const char* metric = modules ? "peak_module_links" : "peak_vertical_links";
        const bool own = f.scheme == point.placement;
        const std::string placement = ", placement " + std::string(f.scheme),
                          there = own ? on : planes_of(point) + placement;
        if (!own && !page.has(metric, there)) {
            const VerticalLinks v =
                count_vertical_links(network, place(network, *point.planes, placement_scheme(f.scheme)));
            page.add(metric, whole(modules ? v.merged_peak : v.peak), "links", kinds::exact, there,
                     "for the formulas of that placement")
                .compared = false;
        }
        page.add_formula(metric, *f.value, "links", f, there);
        if (!own) page.all.back().source += placement;
    }
}

// The documents' formulas are for the whole network on one plane in a layout of their own.
void add_wire_formulas(Page& page, const Network& network) {
    for (const WireFormula& f : wire_formulas(network)) {
        if (!f.value) continue;
        const std::string there = "one plane, layout " + std::string(name(f.layout));
        if (!page.has("max_wire_tiles", there))
            page.add("max_wire_tiles", whole(measure_wires(network, *planar_layout(network, f.layout)).longest_tiles),
                     "tiles", kinds::exact, there, "for the formulas of that layout")
                .compared = false;
        page.add_formula("max_wire_tiles", *f.value, "tiles", f, there);
    }
}

void add_stack(Page& page, const FigureRequest& request) {
    const Network& network = request.network();
    const Technology& technology = request.design.technology();
    const DesignPoint& point = request.point();
    const std::uint64_t planes = *point.planes,
                        nodes = network.shared_nodes > 0 ? network.terminals.size() : network.graph.nodes();
    std::string on =
        planes_of(point) + (point.placement == "address" ? ", address order" : ", placement " + point.placement);
    const std::string area_source = std::string("rahman2006 Table 3.3") +
                                    (technology.vertical_area == VerticalArea::array ? " with vias in the tiles" : "") +
                                    ", technology " + technology.name;
    const auto no_layout = [&](const std::string& why) {
        for (const char* metric : {"layout_area_mm2", "plane_area_mm2", "stack_area_mm2"})
            page.none(metric, why, "mm2", kinds::model, area_source);
        page.none("area_vs_torus2d", why, "1", kinds::model, area_source);
        page.add("max_wire_tiles", Missing{why}, "tiles", kinds::exact, on);
        page.none("mean_wire_tiles", why, "tiles", kinds::exact, on);
    };
    try {
        const DesignStack& stack = request.design.stack();
        const std::string uneven = uneven_planes(stack.placement);
        if (!uneven.empty()) on += ", " + uneven;
        const char* one_plane =
            uneven.empty() ? "mm2 of one plane without spares" : "mm2 of the fullest plane without spares";
        page.add("peak_vertical_links", whole(stack.vertical.peak), "links", kinds::exact, on,
                 "bidirectional links over the busiest gap");
        page.add("peak_module_links", whole(stack.vertical.merged_peak), "links", kinds::exact, on,
                 "links between the same two basic modules count as one");
        add_peak_formulas(page, network, point, on);
        if (stack.plane) {
            const Area area = stack.plane->total;
            const std::string wires = planes_of(point) + ", layout " + std::string(name(*stack.layout));
            page.add("layout_area_mm2", area.in(units::mm2), one_plane, kinds::model, area_source, technology.note);
            page.add("plane_area_mm2", stack.made->total.in(units::mm2),
                     uneven.empty() ? "mm2 of one plane with spares" : "mm2 of the fullest plane with spares",
                     kinds::model, area_source, "what is made, tested and paid for");
            page.add("stack_area_mm2", (static_cast<double>(planes) * stack.made->total).in(units::mm2),
                     "mm2 of all planes with spares", kinds::model, area_source);
            const auto torus = torus_layout_area(technology, nodes, planes);
            page.add("area_vs_torus2d",
                     torus ? Value(number(area / *torus))
                           : Value(Missing{"no square 2D torus of " + std::to_string(nodes) + " nodes on " +
                                           planes_of(point)}),
                     "1", kinds::model, area_source);
            page.add("max_wire_tiles", whole(stack.inside.wires.longest_tiles), "tiles", kinds::exact, wires,
                     "the longest wire within a plane");
            page.add("mean_wire_tiles", stack.inside.wires.mean_tiles(), "tiles", kinds::exact, wires);
        } else {
            no_layout(no_tiles(network));
        }
    } catch (const InputError& error) {
        page.add("peak_vertical_links", Missing{error.what()}, "links", kinds::exact, on);
        no_layout(error.what());
    }
    add_wire_formulas(page, network);
}

// The documents' own scheme, whose units differ from family to family.
void add_module_yield(Page& page, const Network& network, const Technology& technology, double defects,
                      const std::string& source) {
    const std::string module_source = "rahman2006 Eqs. 5.1-5.4" + source, level_source = "rahman2006 Eq. 5.5" + source;
    const auto neither = [&](const std::string& why) {
        page.none("yield_bm", why, "1", kinds::model, module_source);
        page.none("yield_level2", why, "1", kinds::model, level_source);
    };
    if (network.addresses.labelled() || network.addresses.radices().empty())
        return neither("nodes without address digits have no rows and columns for spares");
    if (!network.terminals.empty())
        return neither(std::to_string(network.graph.nodes() - network.terminals.size()) +
                       " of the nodes are no PEs, which spare PEs do not replace");
    if (network.module_size() > most_yield_plane)
        return neither("more than " + std::to_string(most_yield_plane) + " nodes in a basic module");
    RedundantSystem system = redundant_system(network);
    system.node_area = technology.pe_critical_area();
    system.switch_area_per_tile = technology.switch_critical_area();
    const bool one_level = system.levels.empty();
    // rings of one row or levels of one column would need more spares than they have modules; such systems are not
    // built
    const auto all_spares = [](std::uint64_t spares, std::uint64_t needed) {
        return std::to_string(spares) + " spares for " + std::to_string(needed) + ", more than there are modules";
    };
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
    const std::string note = "a basic module of " + std::to_string(network.module_size()) +
                             " nodes, one spare column and one spare row of modules";
    page.add("yield_bm", y.basic_module, "1", kinds::model, module_source, note);
    if (one_level) page.none("yield_level2", "one level, no modules to spare", "1", kinds::model, level_source);
    for (std::size_t i = 0; i < y.levels.size(); ++i)
        page.add(i == 0 ? "yield_level2" : fmt::format("yield_level{}", i + 2), y.levels[i], "1", kinds::model,
                 level_source, note)
            .compared = i == 0;
}

void add_yield(Page& page, const FigureRequest& request) {
    const Technology& technology = request.design.technology();
    const double defects = defects_per_cm2(request.point(), technology);
    const std::string of = fmt::format("{:g} defects per cm2", defects);
    const auto no_yield = [&](const std::string& why) {
        for (const char* metric :
             {"yield_system", "yield_planes", "yield_bonds", "yield_vertical_wires", "yield_stack"})
            page.none(metric, why, "1", kinds::model, of);
    };
    if (request.network().level_sizes.size() < 2) {
        for (const char* metric : {"yield_bm", "yield_level2"})
            page.none(metric, "one level, no modules; 'wafernet yield --spare-columns 1' takes it as one", "1",
                      kinds::model, of);
    } else
        add_module_yield(page, request.network(), technology, defects,
                         ", " + of + (technology.name == "thesis" ? "" : ", technology " + technology.name));
    try {
        const DesignYield& y = request.design.yield();
        const std::string spares = fmt::format("{} + {} blocks of {} + {} nodes a plane, {}", y.spares.blocks,
                                               y.spares.spare_blocks, y.spares.block_nodes, y.spares.block_spares, of);
        const auto add = [&](const char* metric, const std::optional<double>& value, const char* note) {
            if (value) page.add(metric, *value, "1", kinds::model, spares, note);
            else
                page.add(metric, Missing{"technology " + technology.name + " gives no bond_yield or no wire_failure"},
                         "1", kinds::model, spares);
        };
        add("yield_system", y.system, "planes x bonds x vertical wires; 'wafernet yield' says more");
        add("yield_node", y.node, "one PE");
        add("yield_planes", y.planes,
            y.tested ? "all planes, of those that pass the test before bonding" : "all planes as they are made");
        add("yield_bonds", y.bonds, "all bonds");
        add("yield_vertical_wires", y.wires, "all vertical wires of all interfaces");
        add("yield_stack", y.system, "the old name of yield_system");
        page.all.back().aside = true;
    } catch (const InputError& error) {
        no_yield(error.what());
    }
}

void add_router(Page& page, const FigureRequest& request) {
    const Network& network = request.network();
    const std::string origin = "rahman2006 sec. 4.6";
    const auto none = [&](const std::string& why) {
        for (const auto& [metric, unit] : {std::pair{"router_ports", "ports"},
                                           {"router_gates", "gates"},
                                           {"router_setup_ns", "ns"},
                                           {"router_buffer_bits", "bits"},
                                           {"clock_ns", "ns"},
                                           {"clock_stage", "stage"},
                                           {"router_stages", "stages"}}) {
            page.add(metric, Missing{why}, unit, kinds::model, origin);
        }
    };
    try {
        if (widest_router(network).ports > most_router_ports)
            return none("more than " + std::to_string(most_router_ports) + " ports");
        const DesignRouter& router = request.design.router();
        const std::uint64_t vcs = router.parameters.vcs;
        const std::string of =
            with_noun(vcs, "VC") +
            (router.parameters.kind == RouterKind::selecting ? ", " + request.point().dynamic.routing : "");
        const Technology& technology = request.design.technology();
        const std::string delays =
            origin + ", " + of + (technology.fo4 ? ", gates of technology " + technology.name : "");
        const bool shared = router.parameters.kind == RouterKind::shared;
        const std::string note =
            std::to_string(router.parameters.ports) + " ports, " + with_noun(vcs, "virtual channel") +
            "; A. A. Chien's model" +
            (shared ? fmt::format(" without crossbar and channel arbiters, {} ways", router.parameters.freedom) : "");
        page.add("router_ports", whole(router.parameters.ports), "ports", kinds::exact, "graph",
                 shared ? "interfaces of a router to its channels, and to a processor inside"
                        : "of the widest router, the processor's included");
        page.add("router_gates", static_cast<std::int64_t>(router.cost.gates), "gates", kinds::model,
                 origin + ", " + of, note);
        page.add("router_setup_ns", router.cost.setup.in(units::ns), "ns", kinds::model, delays, note);
        page.add("router_buffer_bits", whole(router.buffer_bits), "bits", kinds::exact, "design point",
                 "ports x VCs x flits of a buffer x bits of a flit");
        const auto warning = too_fast(router.timing);
        const bool given = given_clock(request.point()).has_value();
        page.add(
            "clock_ns", router.clock.in(units::ns), "ns", kinds::model, given ? "design point" : delays,
            warning ? *warning : "the slowest stage with latch, skew and jitter, no less than the technology's floor");
        page.add("clock_stage", router.timing.stage, "stage", kinds::model, delays,
                 fmt::format("takes {:.4g} ns", router.timing.needed.in(units::ns)));
        page.add("router_stages", whole(router.timing.stages), "stages", kinds::exact,
                 "preset " + request.design.configured().preset, "from buffer to buffer, that of the link included");
    } catch (const InputError& error) {
        none(error.what());
    }
}

void add_applications(Page& page, const Network& network) {
    bool bitonic = false;
    bool maximum = false;
    for (const MappingFormula& f : mapping_formulas(network)) {  // the one that holds comes first
        bool& done = f.application == Application::maximum ? maximum : bitonic;
        if (f.application == Application::fft || (done && !f.steps)) continue;
        page.add(f.application == Application::maximum ? "maximum_steps" : "bitonic_steps",
                 value_or(f.steps, {"outside the formula's range"}), "steps", kinds::formula,
                 std::string(f.source.document) + ' ' + std::string(f.source.place),
                 std::string(f.formula) + (f.note.empty() ? "" : "; " + std::string(f.note)))
            .compared = !done;
        done = true;
    }
    // The order of the page is that of the formulas; what has none follows.
    for (const auto& [metric, done] : {std::pair{"bitonic_steps", bitonic}, {"maximum_steps", maximum}}) {
        if (!done) page.none(metric, "the documents give no formula", "steps", kinds::formula, "rahman2006 sec. 5.3.5");
    }
}

}  // namespace

std::vector<Figure> wafer_stack_figures(const FigureRequest& request) {
    Page page;
    add_stack(page, request);
    add_yield(page, request);
    add_router(page, request);
    add_applications(page, request.network());
    return page.all;
}

}  // namespace wafernet::cli
