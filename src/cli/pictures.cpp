#include "pictures.hpp"

#include <algorithm>

#include "base/number_in.hpp"
#include "base/program.hpp"
#include "base/text.hpp"
#include "values.hpp"
#include "wafernet/report/plot_table.hpp"

namespace wafernet::cli {

namespace {

constexpr Node neato_nodes = 300;     // its time grows with the square of the nodes
constexpr Link engine_links = 20000;  // beyond, the engines take longer than one waits for a picture

// The places that an engine of Graphviz gives the nodes, where it is installed. It is run without a shell, and sees
// numbers of nodes and no names.
NodePlaces graphviz_places(const Network& network, const std::string& engine) {
    const std::optional<std::string> program = found_program(engine);
    if (!program) throw InputError("'" + engine + "' of Graphviz is not installed, need the package graphviz");
    std::string text = "graph {\nnode [shape=point, width=0.1]; overlap=scale;\n";
    for (Node v = 0; v < network.graph.nodes(); ++v) text += std::to_string(v) + ";\n";
    for (Link l = 0; l < network.graph.links(); ++l)
        text +=
            std::to_string(network.graph.source(2 * l)) + "--" + std::to_string(network.graph.target(2 * l)) + ";\n";
    const ProgramOutput placed = run_program(*program, {"-Tplain"}, text + "}\n", &Run::interrupted);
    if (placed.code != 0) throw ComputationError(*program + " failed with exit code " + std::to_string(placed.code));
    NodePlaces places{std::vector<Point>(network.graph.nodes()), "by " + engine + " of Graphviz"};
    std::size_t found = 0;
    for (const std::string_view line : split(placed.text, '\n')) {
        const std::vector<std::string_view> words = split(line, ' ');
        if (words.size() < 4 || words[0] != "node") continue;
        const auto node = number_in<double>(words[1]), x = number_in<double>(words[2]), y = number_in<double>(words[3]);
        if (!node || !x || !y || *node < 0 || *node >= network.graph.nodes()) continue;
        places.at[static_cast<Node>(*node)] = {*x, -*y};
        ++found;
    }
    if (found != network.graph.nodes())
        throw ComputationError(*program + " placed " + std::to_string(found) + " of " +
                               std::to_string(network.graph.nodes()) + " nodes");
    return places;
}

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
                       const Shown& shown, const std::string& title, const Provenance* made_by) {
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
    if (!tiles || network.shared_nodes > 0) throw InputError(network.word + ": " + no_tiles(network));
    const std::vector<Tile> tile = tiles_on_planes(network, placement, *tiles);
    std::vector<TilePlane> planes(placement.planes);
    for (std::size_t p = 0; p < planes.size(); ++p) planes[p].name = "plane " + std::to_string(p + 1);
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        TilePlane& plane = planes[placement.plane_of[v]];
        plane.nodes.push_back(v);
        plane.at.emplace_back(tile[v].x, tile[v].y);
    }
    const auto only = shown.plane;
    if (only) planes = {planes.at(*only)};
    const std::string where = only ? "plane " + std::to_string(*only + 1) + " of " + std::to_string(placement.planes)
                                   : with_noun(placement.planes, "plane");
    return tiles_picture(network, planes, shown, title + ", layout " + scheme + " on " + where, made_by);
}

std::string stack_svg(const Network& network, const Placement& placement, const std::string& title,
                      const Provenance* made_by) {
    const VerticalLinks vertical = count_vertical_links(network, placement);
    std::vector<std::string> notes;
    if (placement.planes > 1)
        notes.push_back(std::to_string(vertical.crossing) + " links have their ends on two planes, the longest over " +
                        with_noun(vertical.longest_planes, "gap"));
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
    const auto constant = [](const Plot& plot) {
        const std::vector<PlotPoint>& all = plot.series.front().points;
        return all.size() > 1 && std::ranges::all_of(all, [&](const PlotPoint& p) { return p.y == all.front().y; });
    };
    if (!std::ranges::all_of(plots, constant)) std::erase_if(plots, constant);  // the table says them once
    return plots;
}

}  // namespace wafernet::cli
