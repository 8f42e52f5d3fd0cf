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
};

struct EdgeLines {
    Separator separator = Separator::blanks;
    Columns columns;
    Line head;                ///< the line that names the columns, where the file has one
    std::vector<Line> lines;  ///< all others
};

EdgeLines edge_lines(const Source& source, const GraphFileOptions& options);
/// Returns what separates the words, a comma, a semicolon or a tab where every line has it, else blanks; and what ends
/// the lines.
WordRules rules_of(const Source& source);
/// Returns the columns that the options or the first line name; `head` tells whether the first line is no link. Throws
/// InputError where the first line names a column that is not known.
Columns columns_of(const Source& source, const std::vector<Line>& lines, const GraphFileOptions& options, bool& head);
/// Which way a link goes by the word between its names: > or -> one way, <- the other, -- or <-> both.
enum class Arrow : std::uint8_t { none, both, forward, backward };
Arrow arrow_of(const Word& word);
inline bool is_arrow(const Word& word) { return arrow_of(word) != Arrow::none; }
/// Whether the word is {'weight': 3}, as networkx writes the attributes of a link.
bool is_data(const Word& word);
/// Whether the word can be a name: it has a letter or a digit, or quotes.
bool can_be_name(const Word& word);
/// Throws InputError where the file is no plain edge list, or might be something else, with the options that read it.
void check_plain(const Source& source, const EdgeLines& file, const GraphFileOptions& options);

}  // namespace wafernet::graph_formats
