#include "handover.hpp"

#include <algorithm>

#include "base/embedded.hpp"
#include "base/text.hpp"
#include "pictures.hpp"
#include "report/layout.hpp"
#include "values.hpp"

namespace wafernet::cli {

namespace {

constexpr Node most_page_nodes = 1024;  // in a picture of a page
constexpr int curve_points = 20;

KeyFigures key_figures(const std::vector<Figure>& figures) {
    KeyFigures out;
    for (const std::string_view key : split(embedded::key_figures, '\n')) {  // in the order in which a designer asks
        const auto found = std::ranges::find_if(figures, [&](const Figure& f) { return f.metric == key && !f.aside; });
        if (found == figures.end() || std::holds_alternative<Missing>(found->value)) continue;
        const auto [label, unit] = label_and_unit(words_of_column(key));
        out.all.push_back({label, shown(found->value, {}), unit});
    }
    return out;
}

std::string section_title(std::string text) {
    if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

}  // namespace

DesignPictures design_pictures(const FigureRequest& request) {
    DesignPictures out;
    const Design& design = request.design;
    const Network& network = design.network();
    if (!request.shown.latency) {
        const Value why = left_out(request, request.seconds.latency);
        out.no_curve = "the latency curve is " + std::get<Missing>(why).reason;
    } else {
        try {
            out.saturation = design.saturation().load;
            std::vector<double> loads;
            for (int i = 1; i <= curve_points; ++i) loads.push_back(*out.saturation * i / curve_points);
            PlotSeries series{network.word, {}};
            for (const EstimatedPoint& point : design.curve(loads)) {
                if (point.latency) series.points.push_back({point.load, *point.latency, {}});
            }
            out.curve = std::move(series);
            out.ns_per_cycle = design.ns(1.0);
            out.gbit_per_flit = design.gbit_per_s(1.0);
        } catch (const Error& error) {
            out.no_curve = std::string("no latency curve: ") + error.what();
        }
    }
    const Graph& graph = network.graph;
    if (graph.nodes() <= most_page_nodes && graph.links() <= 8 * most_page_nodes) {
        std::string note;
        NodePlaces places;
        try {
            places = node_places(network, "auto", note);
        } catch (const ComputationError&) {
            places = circle_places(network);
        }
        out.pictures.push_back({graph_picture(network, places, {}, network.word),
                                "the network; a pointer over a node shows its name", false});
    }
    try {
        const DesignStack& stack = design.stack();
        Shown one_plane;
        one_plane.plane = 0;
        if (stack.placement.planes <= most_drawn_planes)
            out.pictures.push_back({stack_svg(network, stack.placement, network.word + ", stack", nullptr),
                                    "links through every gap of the stack", false});
        if (stack.layout && stack.placement.nodes_per_plane() <= most_page_nodes && graph.links() <= most_drawn_links)
            out.pictures.push_back({layout_svg(network, stack.placement, std::string(name(*stack.layout)), one_plane,
                                               network.word, nullptr),
                                    "tiles and wires of a plane", false});
    } catch (const InputError&) {  // the figures of the stack say why there is none
    }
    return out;
}

PagePicture curves_of(const std::vector<DesignPictures>& designs, const std::vector<std::string>& names) {
    bool unlike = false, known = true;
    const DesignPictures* first = nullptr;
    for (const DesignPictures& d : designs) {
        if (!d.curve) continue;
        if (first == nullptr) first = &d;
        known = known && d.ns_per_cycle > 0.0;
        unlike = unlike || d.ns_per_cycle != first->ns_per_cycle || d.gbit_per_flit != first->gbit_per_flit;
    }
    const bool physical = unlike && known;
    Plot plot;
    plot.title = "latency over load, by the queueing model";
    plot.x.label = physical ? "offered load (Gbit/s/node)" : "offered load (flits/node/cycle)";
    plot.y.label = physical ? "latency (ns)" : "latency (cycles)";
    for (std::size_t i = 0; i < designs.size(); ++i) {
        if (!designs[i].curve) continue;
        plot.series.push_back(*designs[i].curve);
        plot.series.back().name = names[i];
        for (PlotPoint& p : plot.series.back().points) {
            if (physical) p.x *= designs[i].gbit_per_flit, p.y *= designs[i].ns_per_cycle;
        }
    }
    if (plot.series.empty()) return {};
    if (designs.size() == 1 && designs[0].saturation) {
        double most = 0.0;
        for (const PlotPoint& point : plot.series.front().points) most = std::max(most, point.y);
        plot.series.push_back({"saturation", {{*designs[0].saturation, 0.0, {}}, {*designs[0].saturation, most, {}}}});
    }
    return plot_picture({&plot, 1});
}

std::vector<std::string> assumptions_of(const Design& design) {
    const Technology& technology = design.technology();
    std::vector<std::string> all;
    for (const auto* some : {&technology.assumptions, &technology.price_assumptions, &technology.energy_assumptions})
        all.insert(all.end(), some->begin(), some->end());
    const std::vector<std::string>& switches = technology.switches.assumptions;
    if (!design.network().terminals.empty()) all.insert(all.end(), switches.begin(), switches.end());
    return all;
}

std::string estimate_page(const FigureRequest& request, const std::vector<Figure>& figures, const std::string& heading,
                          const Provenance* made_by) {
    const Network& network = request.network();
    Page page{network.word, "", {}};
    // The heading ends with what the design point begins with.
    page.subtitle = heading + design_point(request).substr(stack_of(request.point()).size());
    page.parts.emplace_back(key_figures(figures));
    const DesignPictures pictures = design_pictures(request);
    page.parts.emplace_back(Heading{"Latency over load"});
    if (pictures.curve) page.parts.emplace_back(curves_of({pictures}, {network.word}));
    else page.parts.emplace_back(Lines{pictures.no_curve});
    page.parts.emplace_back(Heading{"Network, stack and layout"});
    if (pictures.pictures.empty())
        page.parts.emplace_back(Lines{"too large for pictures on a page, 'wafernet draw' shows more"});
    for (const PagePicture& picture : pictures.pictures) page.parts.emplace_back(picture);
    for (std::size_t i = 0; i < figures.size();) {
        const std::string& section = figures[i].section;
        Table table{"", {"metric", "value", "unit", "kind", "source"}};
        for (; i < figures.size() && figures[i].section == section; ++i) {
            const Figure& f = figures[i];
            if (!f.aside) table.add({f.metric, f.value, f.unit, f.kind, f.source});
        }
        if (table.rows.empty()) continue;
        page.parts.emplace_back(Heading{section_title(section)});
        page.parts.emplace_back(std::move(table));
    }
    page.parts.emplace_back(Heading{"Kinds of figures"});
    page.parts.emplace_back(
        Lines{"exact: counted on the graph; routed: along the paths of the routing; formula: published or derived; "
              "bound: proven; model and simulated: estimates"});
    if (const std::vector<std::string> assumptions = assumptions_of(request.design); !assumptions.empty()) {
        page.parts.emplace_back(Heading{"Assumptions of technology " + request.design.technology().name});
        page.parts.emplace_back(Lines{"values without a source: " + joined(assumptions)});
    }
    return html_page(page, made_by);
}

std::string comparison_page(const std::vector<ComparedDesign>& rows, const std::vector<std::size_t>& order,
                            const Table& table, const Provenance* made_by) {
    Page out{"", "", {}};
    std::vector<DesignPictures> pictures;
    std::vector<std::string> names, assumptions;
    Table turned{"", {"figure"}, {}, table.notes};
    for (const std::size_t i : order) {
        out.title += (out.title.empty() ? "" : ", ") + rows[i].network;
        turned.columns.push_back({rows[i].network, ""});
        pictures.push_back(rows[i].pictures);
        names.push_back(rows[i].network);
        for (const std::string& line : rows[i].assumptions) {
            if (std::ranges::find(assumptions, line) == assumptions.end()) assumptions.push_back(line);
        }
    }
    out.subtitle = (order.size() == 1 ? "one network" : std::to_string(order.size()) + " networks side by side") +
                   table.title.substr(table.title.find(" on "));
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
        const std::string& title = table.columns[c].title;
        std::vector<Value> row{title.empty() ? table.columns[c].name : title};
        for (const auto& values : table.rows) row.push_back(values[c]);
        turned.add(std::move(row));
    }
    out.parts.emplace_back(Heading{"Figures"});
    out.parts.emplace_back(std::move(turned));
    out.parts.emplace_back(Heading{"Latency over load"});
    out.parts.emplace_back(curves_of(pictures, names));
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        if (!pictures[i].curve) out.parts.emplace_back(Lines{names[i] + ": " + pictures[i].no_curve});
    }
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        out.parts.emplace_back(Heading{names[i]});
        out.parts.emplace_back(Lines{rows[order[i]].design_point});
        for (const PagePicture& picture : pictures[i].pictures) out.parts.emplace_back(picture);
    }
    if (!assumptions.empty()) {
        out.parts.emplace_back(Heading{"Assumptions of the technology"});
        out.parts.emplace_back(Lines{"values without a source: " + joined(assumptions)});
    }
    return html_page(out, made_by);
}

}  // namespace wafernet::cli
