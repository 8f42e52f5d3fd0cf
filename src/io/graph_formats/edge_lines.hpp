// Lines of an edge list, and what their columns are.
#pragma once

#include <vector>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

inline constexpr std::size_t no_column = static_cast<std::size_t>(-1);

/// Which words of a line name the ends of a link.
struct Columns {
    bool head = false;  ///< the first line names the columns
    std::size_t from = 0;
    std::size_t to = 1;
    std::size_t type = no_column;  ///< "Directed" or "Undirected", as Gephi writes it
};

struct EdgeLines {
    Separator separator = Separator::blanks;
    Columns columns;
    Line head;                ///< the names of the columns, where the file has them
    std::vector<Line> lines;  ///< all others
};

/// What the third word of a line without a head is.
enum class ThirdColumn : std::uint8_t { latency, weight };

EdgeLines edge_lines(const Source& source, const GraphFileOptions& options);
/// Returns what separates the words, a comma, a semicolon or a tab where every line has it, else blanks; and what ends
/// the lines.
WordRules rules_of(const Source& source);
/// Returns the columns: a first line such as "source,target,weight" names them. Throws InputError where it may be a
/// link as well, unless it is one for sure.
Columns columns_of(const Source& source, const std::vector<Line>& lines, bool links_for_sure);
/// Returns what the third column is: what the options say, a weight where some number has a decimal point, else a
/// latency.
ThirdColumn third_column(const EdgeLines& file, const GraphFileOptions& options);
/// Which way a link goes by the word between its names: > or -> one way, <- the other, -- or <-> both.
enum class Arrow : std::uint8_t { none, both, forward, backward };
Arrow arrow_of(const Word& word);
inline bool is_arrow(const Word& word) { return arrow_of(word) != Arrow::none; }
/// Whether the word can be a name: it has a letter or a digit, or quotes.
bool can_be_name(const Word& word);

RawGraph read_edge_lines(const Source& source, const EdgeLines& file, ThirdColumn third,
                         const GraphFileOptions& options);

}  // namespace wafernet::graph_formats
