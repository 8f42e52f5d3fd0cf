#include "registry.hpp"

#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr GraphFormat all[] = {
    {"graphml", "GraphML", "XML with <graph edgedefault=..>", ".graphml", begins_as_graphml, read_graphml},
    {"matrix-market", "Matrix Market", "%%MatrixMarket matrix coordinate ..", ".mtx", begins_as_matrix_market,
     read_matrix_market},
    {"json", "JSON", "node-link data, networkx adjacency data or Cytoscape: {\"nodes\": [..], \"links\": [..]}",
     ".json", begins_as_json, read_json},
    {"gml", "GML", "graph [ node [ id 0 ] edge [ source 0 target 1 ] ]", ".gml", begins_as_gml, read_gml},
    {"dot", "DOT", "graph { a -- b } or digraph { a -> b }", ".dot .gv", begins_as_dot, read_dot},
    {"pajek", "Pajek", "*Vertices n, then *Edges or *Arcs", ".paj", begins_as_pajek, read_pajek},
    {"dimacs", "DIMACS", "p edge n m, then e u v or a u v", ".dimacs .col", begins_as_dimacs, read_dimacs},
    {"konect", "KONECT", "% sym unweighted, then two numbers a line", "", begins_as_konect, read_konect},
    {"snap", "SNAP", "# Directed graph: .., then two numbers a line", "", begins_as_snap, read_snap},
    {"anynet", "anynet", "BookSim2's: router 0 node 0 router 1", ".anynet", begins_as_anynet, read_anynet},
    {"metis", "METIS", "n m, then the neighbours of node i on line i", ".metis .graph", nullptr, read_metis},
    {"edges", "edge list", "two names a line; other columns by a head or --columns", "", begins_as_edges, read_edges},
    {"counted-edges", "edge list with its counts first", "n m or m n, then two names a line", "", nullptr,
     read_counted_edges},
    {"graph-golf", "Graph Golf", "two numbers a line, no link twice", "", nullptr, read_graph_golf},
    {"adjacency", "adjacency list", "a node and its neighbours a line, as networkx writes them", ".adj .adjlist",
     begins_as_adjacency, read_adjacency},
    {"matrix", "adjacency matrix", "a row of numbers a node, 0 for no link; names above and before them", ".map",
     nullptr, read_matrix},
};

}  // namespace

std::span<const GraphFormat> formats() { return all; }

const GraphFormat& format_named(std::string_view name) {
    std::vector<std::string_view> names;
    std::string list;
    for (const GraphFormat& format : all) {
        if (format.name == name) return format;
        names.push_back(format.name);
        list += (list.empty() ? "" : ", ") + std::string(format.name);
    }
    throw InputError("unknown file format '" + shown(name) + "'" + did_you_mean(name, names) + ", need one of " + list);
}

}  // namespace wafernet::graph_formats
