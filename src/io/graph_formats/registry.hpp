// The formats of graph files: one list.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

/// A format by name. Its file defines it.
struct GraphFormat {
    std::string_view name;   ///< as --file-format takes it: "metis"
    std::string_view title;  ///< as a note says it: "METIS"
    std::string_view about;  ///< how it looks
    /// Endings of paths that say the format, with blanks between: ".gml"; empty: none does.
    std::string_view endings;
    /// Whether the file begins as only this format does. Null: lines of bare words.
    bool (*recognise)(const Source&) = nullptr;
    /// Fills an empty graph from the file. Throws a Complaint.
    void (*read)(const Source&, RawGraph&) = nullptr;
};

extern const GraphFormat graphml_format, matrix_market_format, json_format, gml_format, dot_format, pajek_format,
    fabric_format, anynet_format, metis_format, edges_format, counted_edges_format, graph_golf_format, adjacency_format,
    matrix_format;

/// Returns all formats; those that begin with a mark of their own are asked in this order, then endings.
std::span<const GraphFormat* const> formats();
/// Returns the format called `name`. Throws InputError with the nearest name where there is none.
const GraphFormat& format_named(std::string_view name);
/// Returns "looks like .., which is not read: .." where the file is of a known format that is not read, with how to
/// convert it; else nothing. `refused` asks for what is no sign by itself, for a file that no reader takes.
std::string unread_format(const Source& source, bool refused);

}  // namespace wafernet::graph_formats
