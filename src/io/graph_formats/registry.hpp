// The formats of graph files: one list.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

/// A format by name. Its file defines the two functions.
struct GraphFormat {
    std::string_view name;   ///< as --file-format takes it: "metis"
    std::string_view title;  ///< as a note says it: "METIS"
    std::string_view about;  ///< how it looks
    /// Endings of paths that say the format, with blanks between: ".gml"; empty: none does.
    std::string_view endings;
    /// Whether the file begins as only this format does. Null: lines of bare words.
    bool (*recognise)(const Source&) = nullptr;
    Network (*read)(const Source&, const GraphFileOptions&, std::string_view title) = nullptr;
};

/// Returns all formats; those that begin with a mark of their own are asked in this order, then endings.
std::span<const GraphFormat> formats();
/// Returns the format called `name`. Throws InputError with the nearest name where there is none.
const GraphFormat& format_named(std::string_view name);
/// Returns "looks like .., which is not read: .." where the file is of a known format that is not read, with how to
/// convert it; else nothing. `refused` asks for what is no sign by itself, for a file that no reader takes.
std::string unread_format(const Source& source, bool refused);

Network read_anynet(const Source&, const GraphFileOptions&, std::string_view title);
Network read_edges(const Source&, const GraphFileOptions&, std::string_view title);
Network read_counted_edges(const Source&, const GraphFileOptions&, std::string_view title);
Network read_graph_golf(const Source&, const GraphFileOptions&, std::string_view title);
Network read_adjacency(const Source&, const GraphFileOptions&, std::string_view title);
Network read_matrix(const Source&, const GraphFileOptions&, std::string_view title);
Network read_metis(const Source&, const GraphFileOptions&, std::string_view title);
Network read_snap(const Source&, const GraphFileOptions&, std::string_view title);
Network read_konect(const Source&, const GraphFileOptions&, std::string_view title);
Network read_matrix_market(const Source&, const GraphFileOptions&, std::string_view title);
Network read_dimacs(const Source&, const GraphFileOptions&, std::string_view title);
Network read_pajek(const Source&, const GraphFileOptions&, std::string_view title);
Network read_graphml(const Source&, const GraphFileOptions&, std::string_view title);
Network read_gml(const Source&, const GraphFileOptions&, std::string_view title);
Network read_dot(const Source&, const GraphFileOptions&, std::string_view title);
Network read_json(const Source&, const GraphFileOptions&, std::string_view title);

bool begins_as_anynet(const Source&);
bool begins_as_edges(const Source&);
bool begins_as_adjacency(const Source&);
bool begins_as_snap(const Source&);
bool begins_as_konect(const Source&);
bool begins_as_matrix_market(const Source&);
bool begins_as_dimacs(const Source&);
bool begins_as_pajek(const Source&);
bool begins_as_graphml(const Source&);
bool begins_as_gml(const Source&);
bool begins_as_dot(const Source&);
bool begins_as_json(const Source&);

}  // namespace wafernet::graph_formats
