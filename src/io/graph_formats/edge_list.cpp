// Two names a line: wafernet's own edge list, with the separators, heads and data that others write, and Graph Golf's.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "edge_lines.hpp"
#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

// Both names of a line are places in a grid, 0,1, or none has a comma or semicolon: else a list may be meant.
void check_marks(const EdgeLines& file) {
    const auto marks = [](const Word& word) {
        return word.quoted ? 0 : std::ranges::count_if(word.text, [](char c) { return c == ',' || c == ';'; });
    };
    for (const EdgeLine& line : file.lines) {
        const Word &a = line.words[file.columns.from], &b = line.words[file.columns.to];
        if (file.separator == ' ' && marks(a) != marks(b))
            need(marks(a) > marks(b) ? a : b,
                 "quotes around a name with that mark, or it between all words of all lines, or --file-format "
                 "adjacency");
    }
}

// networkx writes attributes as {'weight': 3, 'latency': 2}: the number after such a name.
void read_data(const Word& word, RawLink& link, AttributeReader& attributes) {
    const std::string& text = word.text;
    Attributes found;
    for (std::size_t i = text.find_first_of("'\""); i != std::string::npos; i = text.find_first_of("'\"", i + 1)) {
        const std::size_t begin = i + 1;
        i = text.find(text[i], begin);
        if (i == std::string::npos) break;
        const std::string_view rest = without_indent(std::string_view(text).substr(i + 1));
        if (!rest.starts_with(':')) continue;
        const std::string_view value = without_indent(rest.substr(1));
        attributes.read(found, text.substr(begin, i - begin),
                        {std::string(value.substr(0, value.find_first_of(",} "))), word.at});
    }
    attributes.set(found, link);
}

// The columns that are no ends of the link.
void read_columns(const Line& line, const EdgeLines& file, RawLink& link, AttributeReader& attributes) {
    const Columns& c = file.columns;
    Attributes found;
    for (std::size_t i = 0; i < line.size() && i < c.names.size(); ++i) {
        const std::string& name = c.names[i];
        if (i == c.type) {
            link.one_way = lower(line[i].text) == "directed";
        } else if (i != c.from && i != c.to) {
            if (line[i].text.empty()) {
                attributes.note(name);
                continue;
            }
            if (kind_of(name) == Kind::weight && !attributes.takes(name) && !file.columns.head &&
                !is_number(line[i].text))
                need(line[i], "a weight, which is a number");
            attributes.read(found, name, line[i]);
        }
    }
    attributes.set(found, link);
}

void read_line(const EdgeLine& edge, const EdgeLines& file, RawGraph& graph) {
    const Columns& c = file.columns;
    const Line& line = edge.words;
    if (line.size() <= std::max(c.from, c.to))
        need(line.back(), c.from == 0 && c.to == 1 ? "two names on a line" : "as many words as there are columns");
    for (const std::size_t end : {c.from, c.to}) {
        if (!can_be_name(line[end]))
            need(line[end], "a name that has a letter or a digit; #, % or // starts a comment");
    }
    RawLink link{graph.node(line[c.from].text), graph.node(line[c.to].text), line[c.to].at};
    link.one_way = edge.arrow == Arrow::forward || edge.arrow == Arrow::backward;
    const std::size_t longest = std::max<std::size_t>(2, c.names.size());
    if (c.names.empty() && line.size() == 3 && is_data(line[2])) read_data(line[2], link, graph.attributes);
    else if (line.size() > longest)
        need(line[longest], "the end of the line, or --columns, which says what its words are");
    else read_columns(line, file, link, graph.attributes);
    graph.links.push_back(link);
}

void read_edge_lines(const EdgeLines& file, RawGraph& graph) {
    const Columns& c = file.columns;
    graph.pairs_are_ways_back = true;
    if (c.head) graph.remarks.push_back(fmt::format("line {} taken for the names of columns", file.head_line));
    else if (graph.options.columns.empty() && c.names.size() == 3 && c.names[2] == "latency")
        graph.remarks.emplace_back("third words taken for latencies");
    if (!c.not_read.empty()) graph.remarks.push_back("columns not read: " + c.not_read);
    for (const EdgeLine& line : file.lines) read_line(line, file, graph);
    if (c.type == no_column) return;
    const auto all_say = [&](std::string_view type) {
        return std::ranges::all_of(file.lines, [&](const EdgeLine& line) {
            return c.type < line.words.size() && lower(line.words[c.type].text) == type;
        });
    };
    if (std::ranges::any_of(graph.links, [](const RawLink& l) { return l.one_way; })) graph.direction = Direction::each;
    if (!all_say("undirected")) return;
    graph.direction = Direction::both_ways;
    graph.says_so = file.lines[0].words[c.type].at;
}

// The head that write_graph gives its edge lists.
bool begins_as_edges(const Source& source) {
    constexpr std::string_view own = ": an edge list, for --file-format edges";
    const std::size_t at = source.text.find(own);
    return at < 4000 && source.line(source.place(at).line).starts_with('#');
}

void read_edges(const Source& source, RawGraph& graph) {
    GraphFileOptions options = graph.options;
    if (begins_as_edges(source)) options.format = "edges";
    const EdgeLines file = edge_lines(source, options);
    if (file.lines.empty()) need_lines("a graph: 'router 0 node 0 router 1' or two names a line");
    const bool plain = options.format.empty() && options.columns.empty();
    if (plain) check_lines(source, file, options.directed);
    read_edge_lines(file, graph);
    if (plain) check_graph(source, file, graph);
    check_marks(file);
}

void read_counted_edges(const Source& source, RawGraph& graph) {
    EdgeLines file = edge_lines(source, graph.options);
    if (file.lines.empty()) need_lines("the counts of nodes and links");
    Line first = file.lines[0].words;
    if (first.size() != 2) need(first[0], "the counts of nodes and links, and nothing else, on the first line");
    file.lines.erase(file.lines.begin());
    // hMETIS counts links first.
    const std::string found = std::to_string(file.lines.size());
    if (first[0].text == found && first[1].text != found) std::swap(first[0], first[1]);
    const std::uint32_t nodes = whole_number(first[0], 1, most, "a count of nodes");
    const std::uint32_t links = whole_number(first[1], 1, most, "a count of links");
    if (file.lines.size() != links) need(first[1], "the " + found + " links that follow");
    read_edge_lines(file, graph);
    check_marks(file);
    if (graph.names.size() > nodes)
        need(first[0], fmt::format("at least the {} nodes that follow", graph.names.size()));
    if (graph.names.size() == nodes) return;
    // Nodes without a link: their names are known where all are numbers from 0 or from 1.
    if (std::ranges::all_of(graph.names, is_whole)) graph.add_numbered(first[0], graph.has("0") ? 0 : 1, nodes, links);
    if (graph.names.size() != nodes)
        need(first[0], fmt::format("the {} nodes that have a link, or nodes numbered from 0 or 1", graph.names.size()));
}

void read_graph_golf(const Source& source, RawGraph& graph) {
    const std::vector<Line> lines = words_of_lines(source);
    if (lines.empty()) need_lines("two numbers a line");
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const Line& line : lines) {
        if (line.size() != 2) need(line.back(), "two nodes a line and nothing else");
        for (const Word& word : line) {
            if (word.text.find_first_not_of("0123456789,") != std::string::npos)
                need(word, "a node number, or its place in a grid as in 3,0");
        }
        const RawLink link{graph.node(line[0].text), graph.node(line[1].text), line[1].at};
        if (!seen.insert(std::minmax(link.a, link.b)).second) need(line[1], "no link twice, this one is there already");
        graph.links.push_back(link);
    }
    graph.direction = Direction::both_ways;
}

}  // namespace

const GraphFormat edges_format{"edges", "edge list",     "two names a line; other columns by a head or --columns",
                               "",      begins_as_edges, read_edges};
const GraphFormat counted_edges_format{
    "counted-edges",   "edge list with its counts first", "n m or m n, then two names a line", "", nullptr,
    read_counted_edges};
const GraphFormat graph_golf_format{"graph-golf", "Graph Golf", "two numbers a line, no link twice",
                                    "",           nullptr,      read_graph_golf};

}  // namespace wafernet::graph_formats
