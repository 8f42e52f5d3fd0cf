// A user's own graph from a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// What numbers in a file that have no other meaning are.
enum class FileWeights : std::uint8_t {
    latency,  ///< cycles of the link, 1 to most_link_cycles
    ignored,  ///< of no effect
};

/// How a graph file is read where its content does not say it.
struct GraphFileOptions {
    std::string format;       ///< a name of graph_file_formats(); empty: by content
    bool directed = false;    ///< every link goes one way, from the first name to the second
    bool drop_loops = false;  ///< links of a node to itself are left out; else they are refused
    std::string
        terminals;  ///< "all", "leaves" (nodes with one link) or names with commas between; empty: what the file says
    std::optional<FileWeights> weights{};  ///< empty: latencies are read, weights left aside
    /// The columns of an edge list, "from,to,latency": from, to, latency, weight or ignore each, after "header" where
    /// the first line is none; empty: two names a line, or what the first line says.
    std::string columns{};
};

/// A network word "file:PATH", or "file+OPTION+OPTION:PATH", taken apart.
struct GraphFileWord {
    std::string path;
    GraphFileOptions options;
};

/// Whether the word names a graph file: "file:" or "file+".
bool is_graph_file_word(std::string_view word);
/// Returns the path and the options of a word; the options are a format's name, "directed", "drop-loops",
/// "weights=latency", "weights=ignore", "columns=from,to,latency" and "terminals=all", "terminals=leaves" or
/// "terminals=a,b,c". In names %XX stands for a byte, as in %3A for a colon. Throws InputError for anything else.
GraphFileWord parse_graph_file_word(std::string_view word);
/// Returns the word with the options of `more` added where it has none of its own: what --file-format and its like do
/// to a word. A word that names no graph file comes back unchanged.
std::string with_graph_file_options(std::string_view word, const GraphFileOptions& more);

/// Returns the formats that are read, each with what it is.
std::vector<std::pair<std::string_view, std::string_view>> graph_file_formats();

/// Returns the network in the file at `path`; `family` is null, the word "file:PATH" with its options, and
/// Network::read_as says how the file was read. Its signature or its ending says the format; without one it must be an
/// edge list. What can be something else is refused with the options that choose.
///
/// Nodes are numbered by their names: whole numbers by value, others in natural order, n2 before n10. Links are in the
/// order of their ends. So neither depends on the order of lines. Names are UTF-8.
///
/// Edge list: exactly two names a line, between blanks, commas, semicolons or tabs, and further columns where the first
/// line ("from to latency") or `columns` names them; names may be in quotes. In the format "edges", named by an option,
/// a third word is the latency in cycles of both directions. Repeated lines are parallel links; a line with the same
/// two names in the other order is the way back of the same link, and a latency there that of the way back. `a > b` is
/// a one-way link. #, % or // at the start of a word begins a comment.
///
/// BookSim `anynet`, where lines are "router 0 node 0 router 1 10 router 2": a link between two routers goes both ways.
/// The number after it is the latency in cycles of the channel from the head of the line to the named router; the way
/// back has latency 1 unless a line of its own gives another, as in BookSim. A node belongs to one router. Nodes are
/// numbered in the order of their numbers in the file, routers without a node follow. Where every router has at most
/// one node and no node a latency, a router and its node are one node of the network: called by their number where all
/// have the same, else node0, and a router without a node router0. Otherwise every node is a node of the network of its
/// own, joined to its router by a link, and they are called node0 and router0. Routers without a node send nothing;
/// where the file names no node all routers are terminals.
///
/// The other formats follow their own documents. `channel_latency_cycles` is empty where every latency is 1.
/// Throws InputError "path:line:column: found .., need .." for anything else.
Network read_graph_file(const std::string& path, const GraphFileOptions& options = {});

/// Returns the text of a file in the format "edges", "dot", "graphml" or "anynet" that read_graph_file reads back as
/// the same nodes, links and latencies; the names are those of the addresses, in anynet the numbers of the nodes. Which
/// nodes send and receive is said by anynet alone. Throws InputError where the format cannot hold the graph: links of
/// both kinds in DOT or GraphML, one-way or parallel links in anynet, a node without a link in an edge list.
std::string write_graph(const Network& network, std::string_view format);

}  // namespace wafernet
