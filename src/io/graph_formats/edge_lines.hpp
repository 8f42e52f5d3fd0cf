// Lines of an edge list, and what their columns are.
#pragma once

#include <vector>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

inline constexpr std::size_t no_column = static_cast<std::size_t>(-1);

/// Which words of a line name the ends of a link, and what the others are called.
struct Columns {
    std::size_t from = 0;
    std::size_t to = 1;
    std::size_t type = no_column;      ///< "Directed" or "Undirected", as Gephi writes it
    std::vector<std::string> names{};  ///< of all columns, by the head or the options; empty: two names a line
    std::string not_read{};            ///< names with commas between
    bool head = false;                 ///< the first line is no link
};

/// Which way a link goes by the word between its names: > or -> one way, <- the other, -- or <-> both.
enum class Arrow : std::uint8_t { none, both, forward, backward };
Arrow arrow_of(const Word& word);

struct EdgeLine {
    Line words;                 ///< without the arrow, in its direction
    Arrow arrow = Arrow::none;  ///< that stood after the first word
};

struct EdgeLines {
    char separator = ' ';
    Columns columns;
    std::size_t head_line = 0;    ///< that names the columns, where the file has one
    std::vector<EdgeLine> lines;  ///< all others
};

EdgeLines edge_lines(const Source& source, const GraphFileOptions& options);
/// Returns what separates the words, a comma, a semicolon or a tab where every line has it, else blanks; and what ends
/// the lines.
WordRules rules_of(const Source& source);
/// Whether the word is {'weight': 3}, as networkx writes the attributes of a link.
bool is_data(const Word& word);
/// Whether the word can be a name: it has a letter or a digit, or quotes.
bool can_be_name(const Word& word);
/// Throws where the file is no plain edge list, with the options that read it: first by its lines, then by the graph of
/// all lines, which may be a table or have counts before it.
void check_lines(const Source& source, const EdgeLines& file, bool directed);
void check_graph(const Source& source, const EdgeLines& file, const RawGraph& graph);

}  // namespace wafernet::graph_formats
