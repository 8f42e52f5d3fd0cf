// Formats that are known and not read, each with how to make one that is.
#include <algorithm>
#include <set>

#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr std::string_view by_networkx = "networkx reads it and write_graphml writes GraphML";

constexpr std::string_view by_arrows = "write two names and --> between them on every line, without its first line";
constexpr std::string_view by_arcs = "its lines below @arcs or @edges are links: write two names a line";
constexpr std::string_view by_python = "write two names a line, as a few lines of Python with yaml do";

struct Unread {
    std::string_view begin;  ///< of the file, in lower case
    std::string_view title;
    std::string_view conversion;
};

constexpr Unread known[] = {
    {">>graph6<<", "graph6", by_networkx},
    {">>sparse6<<", "sparse6", by_networkx},
    {">>digraph6<<", "digraph6", by_networkx},
    {"leda.graph", "LEDA", by_networkx},
    {"nodedef>", "GDF", "Gephi opens it and exports GraphML"},
    {"dl n=", "UCINET DL", "Gephi or Pajek opens it and exports GraphML or Pajek"},
    {"dl n =", "UCINET DL", "Gephi or Pajek opens it and exports GraphML or Pajek"},
    {"*node data", "VNA", "Gephi opens it and exports GraphML"},
    {"id,label", "a table of nodes", "give the table of links"},
    {"id;label", "a table of nodes", "give the table of links"},
    {"id\tlabel", "a table of nodes", "give the table of links"},
    {"topology: (", "BRITE", "take its edges as two names a line: awk '/^Edges/ { e = 1; next } e { print $2, $3 }'"},
    {"%matrixmarket", "Matrix Market", "its first line begins with %%MatrixMarket, two signs"},
    {"@nodes", "LEMON's LGF", by_arcs},
    {"@edges", "LEMON's LGF", by_arcs},
    {"@arcs", "LEMON's LGF", by_arcs},
    {"33d32945 stp", "SteinLib's STP", "write its lines E as 'e NODE NODE' below 'p edge NODES LINKS'"},
    {"flowchart ", "Mermaid", by_arrows},
    {"graph td", "Mermaid", by_arrows},
    {"graph tb", "Mermaid", by_arrows},
    {"graph lr", "Mermaid", by_arrows},
    {"graph rl", "Mermaid", by_arrows},
    {"graph bt", "Mermaid", by_arrows},
    {"@startuml", "PlantUML", "write two names and --> between them on every line, without the lines with @"},
    {"---\n", "YAML", by_python},
    {"network:\n", "YAML", by_python},
    {"topology:\n", "YAML", by_python},
    {"nodes:\n", "YAML", by_python},
    {"links:\n", "YAML", by_python},
    {"?sndlib", "SNDlib", "its XML form can be turned into GraphML; or write two names a line"},
    {"%pdf", "PDF", "a graph is needed, as text"},
    {"%!ps", "PostScript", "a graph is needed, as text"},
    {"#!/", "a script", "run it and give what it writes"},
    {"#include <", "a C++ program", "run it and give what it writes"},
    {"import m5", "a gem5 configuration", "gem5 writes the topology as config.dot"},
    {"from m5", "a gem5 configuration", "gem5 writes the topology as config.dot"},
};

constexpr Unread roots[] = {
    {"gexf", "GEXF", "Gephi or networkx reads it and writes GraphML"},
    {"svg", "SVG", "a picture has no links, take the file it was made from"},
    {"html", "HTML", "a page is no graph, download the file itself"},
    {"mxfile", "draw.io", "write the links as two names a line"},
    {"dynetml", "DyNetML", "igraph or ORA converts it to GraphML"},
    {"gxl", "GXL", "gxl2dot of Graphviz writes DOT"},
    {"network", "SNDlib XML", "write the links as two names a line"},
    {"osm", "OpenStreetMap", "osmnx reads it and writes GraphML"},
};

[[noreturn]] void refuse(const Source& source, std::string_view title, std::string_view conversion) {
    fail(source, {1, 1}, "looks like " + std::string(title) + ", which is not read: " + std::string(conversion));
}

// TGF: lines "id label", a line that is #, lines "id id label" of ids that stand before it. In an edge list such a line
// is an empty comment.
bool is_tgf(const Source& source) {
    const std::string& text = source.text;
    const std::size_t mark = std::min(text.find("\n#\n"), text.find("\n#\r\n"));
    if (mark == std::string::npos || text.find('#') < mark) return false;
    try {
        std::set<std::string> ids;
        for (const Line& line : words_of_lines({source.path, text.substr(0, mark), {}}, {Separator::blanks, false})) {
            if (!ids.insert(line[0].text).second) return false;
        }
        const std::vector<Line> links =
            words_of_lines({source.path, text.substr(mark + 3), {}}, {Separator::blanks, false});
        return !links.empty() && std::all_of(links.begin(), links.end(), [&](const Line& line) {
            return line.size() > 1 && ids.contains(line[0].text) && ids.contains(line[1].text);
        });
    } catch (const InputError&) {
        return false;  // who reads the whole file says where
    }
}

// As many lines as words on each: all 0 or 1, or numbers with nothing on the diagonal. A line of names may stand above,
// and a name before each.
bool is_matrix(const Source& source) {
    const std::size_t first = source.text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || source.text.find_first_of("#%{", first) < source.text.find('\n', first))
        return false;
    const auto newlines = static_cast<std::size_t>(std::count(source.text.begin(), source.text.end(), '\n'));
    const std::string_view line = std::string_view(source.text).substr(first, source.text.find('\n', first) - first);
    if (line.size() / 2 > 2 * newlines + 2 || line.size() * 20 < newlines) return false;  // far from square
    try {
        const std::vector<Line> lines = words_of_lines(source, rules_of(source));
        if (lines.empty()) return false;
        const auto bit = [](const Word& w) { return w.text == "0" || w.text == "1"; };
        const auto nothing = [](const Word& w) {
            const std::string text = lower(w.text);
            return text == "0" || text == "0.0" || text == "-1" || text == "inf" || text == "nan" || text == "-";
        };
        const auto matrix = [&](std::size_t above, std::size_t before) {
            const std::size_t rows = lines.size() - std::min(above, lines.size());
            bool bits = rows >= 3, numbers = bits;
            for (std::size_t r = 0; numbers && r < rows; ++r) {
                const Line& l = lines[r + above];
                numbers = l.size() == rows + before;
                for (std::size_t c = 0; numbers && c < rows; ++c) {
                    const Word& w = l[c + before];
                    bits = bits && bit(w);
                    numbers = bit(w) || (is_number(w.text) && (c != r || nothing(w))) || (c == r && nothing(w));
                    if (!bits && c == r) numbers = numbers && nothing(w);
                }
            }
            return numbers && (bits || rows + before > 3);
        };
        return matrix(0, 0) || matrix(1, 1) || matrix(1, 0);
    } catch (const InputError&) {
    }
    return false;  // who reads the whole file says where
}

// Inet: "n m LINKS", then "i x y" for every node, then the links; Orbis and ns-3 read it.
bool is_inet(const Source& source) {
    const std::size_t end = source.text.find('\n');
    if (end == std::string::npos || end > 200) return false;
    try {
        const auto is_head = [](const Line& l) {
            return l.size() == 2 && is_whole(l[0].text) && l[0].text.size() < 10;
        };
        // Nearly all other files are told apart by their first two lines.
        const std::string top = source.text.substr(0, source.text.find('\n', end + 1));
        const std::vector<Line> begin = words_of_lines({source.path, top, {}}, {});
        if (begin.size() == 2 && (!is_head(begin[0]) || begin[1].size() != 3)) return false;
        const std::vector<Line> lines = words_of_lines(source, {});
        if (lines.size() < 4 || !is_head(lines[0])) return false;
        const std::size_t nodes = std::stoul(lines[0][0].text), rest = lines.size() - 1;
        if (nodes == 0 || nodes > rest || lines[0][1].text != std::to_string(rest - nodes)) return false;
        for (std::size_t v = 0; v < nodes; ++v) {
            if (lines[v + 1].size() != 3 || lines[v + 1][0].text != std::to_string(v)) return false;
        }
        return true;
    } catch (const InputError&) {
        return false;  // who reads the whole file says where
    }
}

}  // namespace

void refuse_unread(const Source& source) {
    const std::size_t first = std::min(source.text.find_first_not_of(" \t\r\n"), source.text.size());
    const std::string begin = lower(std::string_view(source.text).substr(first, 200));
    for (const Unread& format : known) {
        if (begin.starts_with(format.begin)) refuse(source, format.title, format.conversion);
    }
    if (begin.starts_with('<') && !begins_as_graphml(source)) {
        const std::string head = lower(std::string_view(source.text).substr(first, 4000));
        for (const Unread& format : roots) {
            const std::size_t at = head.find("<" + std::string(format.begin));
            if (at != std::string::npos) refuse(source, format.title, format.conversion);
        }
        if (begin.starts_with("<?xml") || begin.starts_with("<!") || source.text.find("</") != std::string::npos)
            refuse(source, "XML, but not like GraphML", "write the links as GraphML, or two names a line");
    }
    if (begin.starts_with("topology") && begin.find('=') < 20)
        refuse(source, "a configuration of BookSim2",
               "give its network_file, or the configuration itself to --booksim");
    if (is_inet(source)) refuse(source, "Inet", "take its last lines, the links, as two names a line");
    const std::string_view top = std::string_view(source.text).substr(first, source.text.find('\n', first) - first);
    if (top.find(" @") != std::string_view::npos && top.find("->") != std::string_view::npos &&
        top.find('<') != std::string_view::npos)
        refuse(source, "Rocketfuel", "write its edges as two names a line, or take its .weights");
    if (begin.find("dimension") != std::string::npos && begin.find("type") != std::string::npos &&
        begin.starts_with("name"))
        refuse(source, "TSPLIB", "networkx and tsplib95 read it; write two names a line");
    if (lower(source.path).ends_with(".grf"))
        refuse(source, "Scotch", "gmk_msh and gtst of Scotch, or write it as METIS: 'n m', then neighbours from 1");
    for (const std::string_view ending : {".g6", ".graph6", ".s6", ".sparse6", ".d6"})
        if (lower(source.path).ends_with(ending)) refuse(source, "graph6 or sparse6", by_networkx);
    if (is_tgf(source))
        refuse(source, "TGF", "take what stands after the line # as links: awk 'e { print $1, $2 } /^#/ { e = 1 }'");
    const std::string_view line = std::string_view(source.text).substr(first, source.text.find('\n', first) - first);
    if (std::count(line.begin(), line.end(), '|') >= 2 && line.find_first_of(" \t,;") == std::string_view::npos) {
        refuse(source, "CAIDA's AS relations", "write two names a line: awk -F'|' '!/^#/ { print $1, $2 }'");
    }
    if (is_matrix(source))
        refuse(source, "an adjacency matrix",
               "write two names a line; networkx reads it from numpy.loadtxt by from_numpy_array and writes GraphML");
    if (begin.starts_with('[') && begin.find('=') != std::string::npos && begin.find('=') > begin.find(']'))
        refuse(source, "TOML", "a model of a network is given as @FILE");
}

}  // namespace wafernet::graph_formats
