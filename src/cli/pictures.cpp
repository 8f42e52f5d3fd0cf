#include "pictures.hpp"

#include "base/program.hpp"
#include "graphviz.hpp"
#include "values.hpp"
#include "wafernet/report/plot_table.hpp"

namespace wafernet::cli {

namespace {

constexpr Node neato_nodes = 300;     // its time grows with the square of the nodes
constexpr Link engine_links = 20000;  // beyond, the engines take longer than one waits for a picture

}  // namespace

const Provenance* made_by(const Run& run) {
    const auto& made = run.common().render.provenance;
    return made ? &*made : nullptr;
}

NodePlaces node_places(const Network& network, const std::string& engine, std::string& note) {
    if (engine == "circle") return circle_places(network);
    if (engine != "auto") return graphviz_places(network, engine);
    if (auto places = family_places(network)) return std::move(*places);
    const char* fitting = network.graph.nodes() <= neato_nodes ? "neato" : "sfdp";
    if (network.graph.links() > engine_links) {
        note = network.word + ": more than " + std::to_string(engine_links) +
               " links, so its nodes stand round a circle; --engine sfdp takes the time";
        return circle_places(network);
    }
    if (!found_program(fitting)) {
        note = "Graphviz is not installed (Debian: graphviz), so the nodes stand round a circle";
        return circle_places(network);
    }
    return graphviz_places(network, fitting);
}

std::string layout_svg(const Network& network, const Placement& placement, const std::string& layout,
                       const Shown& shown, const std::string& title, const Provenance* made_by,
                       std::optional<std::uint32_t> only) {
    std::optional<PlanarLayout> tiles;
    std::string scheme = layout;
    if (layout == "best") {
        if (const auto best = best_layout(network, placement)) {
            tiles = best->layout;
            scheme = name(best->scheme);
        }
    } else {
        tiles = planar_layout(network, layout_scheme(layout), placement);
    }
    if (!tiles) throw InputError(network.word + ": " + no_tiles(network));
    const std::vector<Tile> tile = tiles_on_planes(network, placement, *tiles);
    std::vector<TilePlane> planes(placement.planes);
    for (std::size_t p = 0; p < planes.size(); ++p) planes[p].name = "plane " + std::to_string(p + 1);
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        TilePlane& plane = planes[placement.plane_of[v]];
        plane.nodes.push_back(v);
        plane.at.emplace_back(tile[v].x, tile[v].y);
    }
    if (only) planes = {planes.at(*only)};
    const std::string where = only ? "plane " + std::to_string(*only + 1) + " of " + std::to_string(placement.planes)
                                   : std::to_string(placement.planes) + (placement.planes == 1 ? " plane" : " planes");
    return tiles_picture(network, planes, shown, title + ", layout " + scheme + " on " + where, made_by);
}

std::string stack_svg(const Network& network, const Placement& placement, const std::string& title,
                      const Provenance* made_by) {
    const VerticalLinks vertical = count_vertical_links(network, placement);
    std::vector<std::string> notes;
    if (placement.planes > 1)
        notes.push_back(std::to_string(vertical.crossing) + " links have their ends on two planes, the longest over " +
                        std::to_string(vertical.longest_planes) + (vertical.longest_planes == 1 ? " gap" : " gaps"));
    return stack_picture({placement.nodes_per_plane(), vertical.gaps, uneven_planes(placement)}, notes, title, made_by);
}

std::vector<Plot> comparison(const Table& table, const std::vector<std::string>& over) {
    if (over.size() == 2) {
        Plot plot = curves(table, over[0], {{over[1], "", false}}, {"network"});
        plot.title = axis_label(over[1]) + " over " + axis_label(over[0]);
        return {std::move(plot)};
    }
    std::vector<Plot> plots;
    for (const Column& column : table.columns) {
        Plot plot = bars(table, "network", {{column.name}}, {});
        if (plot.series.empty()) continue;
        plot.series.front().name.clear();
        plot.title = column.title.empty() || column.name == "cost" ? plot.y.label : column.title;
        plot.x.label.clear();
        plots.push_back(std::move(plot));
    }
    return plots;
}

}  // namespace wafernet::cli
