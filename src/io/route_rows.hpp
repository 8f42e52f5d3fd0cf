// The formats of files with routes: what their words mean.
#pragma once

#include <array>
#include <unordered_map>

#include "io/graph_formats/source.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/routing/route_table.hpp"

namespace wafernet {

/// The ports of a network's nodes, and guids.
struct Ports {
    std::string by_order;  ///< what a table says whose ports are links in their order, guids node numbers from 1;
                           ///< empty: they are those of the fabric's file
    std::vector<std::uint32_t> number;             ///< of channels
    std::vector<std::uint64_t> guid;               ///< of nodes; 0: not known
    std::unordered_map<std::uint64_t, Node> node;  ///< of guids
};
Ports ports_of(const Network& network);

/// Reads one file for a network.
class RouteReader {
public:
    /// `lenient`: links that do not exist are no_such_link; else they are refused.
    RouteReader(const std::string& name, const Network& network, bool lenient)
        : file_(graph_formats::read_source(name, "file of routes")),
          network_(network),
          names_(network),
          lenient_(lenient) {
        for (Node v = 0; network.family == nullptr && v < network.graph.nodes(); ++v)
            known_.emplace(network.addresses.print(v), v);
    }

    /// Returns the rows of the file, whatever its format: by its ending (.nrl), else by what is in it.
    std::vector<RouteEntry> read();
    PairVcs vc_matrix();
    /// Returns the VCs of pairs, or sets those of the entries by rows for routers.
    PairVcs vc_csv(std::vector<RouteEntry>& entries);

private:
    std::vector<RouteEntry> csv();
    std::vector<RouteEntry> next_hop_list();
    std::vector<RouteEntry> forwarding_tables();
    std::vector<RouteEntry> chiplet_table();
    std::vector<RouteEntry> noxim_table();
    Node chiplet(const std::string& text, graph_formats::Place at);
    /// The node of the guid behind the mark, else of the name behind it; any_node where there is none.
    Node addressed(const Ports& ports, std::string_view line, std::string_view mark) const;

    using Word = graph_formats::Word;
    enum Column : std::uint8_t { router, source, input, destination, next, vc, path, columns };

    /// The rows below a header, each with a word for every column; empty ones where there is no such column. Sets
    /// paths_, and needs what goes with a path, where there is a column of them.
    std::vector<std::array<Word, columns>> rows(std::vector<Column> needed);
    /// Rows of whole numbers without brackets and commas, and without a first line of a title.
    std::vector<graph_formats::Line> numbers();
    void check_width(const graph_formats::Line& line, std::size_t width) const;
    Node node(const Word& word);
    Node number(std::size_t number) { return node({std::to_string(number), {1, 1}}); }
    /// The node and the number of "b#2"; 0 where there is none.
    std::pair<Node, std::uint32_t> numbered(const Word& word);
    Channel link(Node from, Node to, std::uint32_t number, const Word& word);
    void set_next(RouteEntry& entry, const Word& word);
    void set_destinations(RouteEntry& entry, const Word& word);
    VcSet vcs(const Word& word);
    void add_path(RouteEntry hop, const Word& word, std::vector<RouteEntry>& entries);

    graph_formats::Source file_;
    const Network& network_;
    NodeNames names_;
    bool lenient_, paths_ = false;
    std::unordered_map<std::string, Node> known_;  // the names of a file, and words that have come
};

}  // namespace wafernet
