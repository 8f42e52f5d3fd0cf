// Two names a line: wafernet's own edge list, with the separators, heads and data that others write, and Graph Golf's.
#include <algorithm>
#include <optional>
#include <set>

#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

// A name in an edge list: not the remains of another format's punctuation.
void check_name(const Source& source, const Word& word) {
    if (can_be_name(word)) return;
    fail_at(source, word.at, word.text, "a name that has a letter or a digit; #, % or // starts a comment");
}

// Both names of a line are places in a grid, 0,1, or none has a comma or semicolon: else a list may be meant.
void check_marks(const Source& source, const Word& a, const Word& b) {
    const auto marks = [](const Word& word) {
        return word.quoted ? 0
                           : std::count(word.text.begin(), word.text.end(), ',') +
                                 std::count(word.text.begin(), word.text.end(), ';');
    };
    if (marks(a) == marks(b)) return;
    const Word& word = marks(a) > marks(b) ? a : b;
    fail_at(source, word.at, word.text,
            "quotes around a name with that mark, or it between all words of all lines, or "
            "--file-format adjacency");
}

// Gephi's column Type: whether its word says that a link goes one way.
std::optional<bool> says_one_way(const Word& word) {
    const std::string text = lower(word.text);
    return text == "directed" ? std::optional(true) : text == "undirected" ? std::optional(false) : std::nullopt;
}

// networkx writes attributes as {'weight': 3, 'latency': 2}: the number after such a name.
void read_data(const Word& word, LatencyReader& latency, RawLink& link) {
    const std::string& text = word.text;
    LatencyText found;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\'' && text[i] != '"') continue;
        const std::size_t end = text.find(text[i], i + 1);
        if (end == std::string::npos) break;
        const std::string name = text.substr(i + 1, end - i - 1);
        const std::size_t colon = text.find_first_not_of(' ', end + 1);
        i = end;
        if (colon == std::string::npos || text[colon] != ':') continue;
        const std::size_t begin = text.find_first_not_of(' ', colon + 1);
        if (begin == std::string::npos) break;
        latency.read(found, name, text.substr(begin, text.find_first_of(",} ", begin) - begin), word.at);
    }
    latency.set(found, link);
}

// One line of an edge list, without its arrow.
class LineReader {
public:
    LineReader(const Source& source, const EdgeLines& file, const GraphFileOptions& options)
        : source_(source), file_(file), latency_(source, options) {}

    void read(Line line, RawGraph& graph) {
        const Columns& c = file_.columns;
        RawLink link;
        if (const Arrow arrow = line.size() > 2 ? arrow_of(line[1]) : Arrow::none; arrow != Arrow::none) {
            link.one_way = arrow != Arrow::both;
            if (arrow == Arrow::backward) std::swap(line[0], line[2]);
            line.erase(line.begin() + 1);
        }
        if (line.size() <= std::max(c.from, c.to))
            fail_at(source_, line.back().at, line.back().text,
                    c.from == 0 && c.to == 1 ? "two names on a line" : "as many words as there are columns");
        const Word &a = line[c.from], &b = line[c.to];
        check_name(source_, a);
        check_name(source_, b);
        if (file_.separator == Separator::blanks) check_marks(source_, a, b);
        link.a = graph.node(a.text);
        link.b = graph.node(b.text);
        link.at = b.at;
        const bool data = c.names.empty() && line.size() == 3 && is_data(line.back());
        if (data) {
            read_data(line.back(), latency_, link);
        } else {
            const std::size_t most = std::max<std::size_t>(2, c.names.size());
            if (line.size() > most)
                fail_at(source_, line[most].at, line[most].text,
                        "the end of the line, or --columns, which says what its words are");
            attributes(line, link, graph);
        }
        graph.links.push_back(link);
    }

    void finish(RawGraph& graph) const {
        const Columns& c = file_.columns;
        if (undirected_ && c.type < file_.head.size()) {
            graph.direction = Direction::both_ways;
            graph.says_so = file_.lines.front()[std::min(c.type, file_.lines.front().size() - 1)].at;
        }
        std::string aside;
        for (std::size_t i = 0; i < file_.head.size() && i < c.names.size(); ++i) {
            const bool used = i == c.from || i == c.to || i == c.type || latency_.takes(c.names[i]) ||
                              LatencyReader::weight(c.names[i]) || LatencyReader::like_one(c.names[i]) ||
                              one_of(c.names[i], {"", "ignore"});
            if (!used) aside += (aside.empty() ? "" : ", ") + shown(c.names[i]);
        }
        if (!aside.empty()) graph.remarks.push_back("columns not read: " + aside);
        latency_.finish(graph);
    }

private:
    void attributes(const Line& line, RawLink& link, RawGraph& graph) {
        const Columns& c = file_.columns;
        LatencyText found;
        for (std::size_t i = 0; i < line.size() && i < c.names.size(); ++i) {
            if (i == c.from || i == c.to) continue;
            const Word& word = line[i];
            if (i == c.type) {
                link.one_way = says_one_way(word).value_or(false);
                undirected_ = undirected_ && says_one_way(word) == false;
                if (link.one_way) graph.direction = Direction::each;
            } else if (word.text.empty()) {
                latency_.note(c.names[i]);
            } else {
                if (LatencyReader::weight(c.names[i]) && !latency_.takes(c.names[i]) && file_.head.empty() &&
                    !is_number(word.text))
                    fail_at(source_, word.at, word.text, "a weight, which is a number");
                latency_.read(found, c.names[i], word.text, word.at);
            }
        }
        latency_.set(found, link);
    }

    const Source& source_;
    const EdgeLines& file_;
    LatencyReader latency_;
    bool undirected_ = true;  // every line says so
};

RawGraph read_edge_lines(const Source& source, const EdgeLines& file, const GraphFileOptions& options) {
    RawGraph graph;
    graph.pairs_are_ways_back = true;
    if (!file.head.empty())
        graph.remarks.push_back("line " + std::to_string(file.head.front().at.line) +
                                " taken for the names of columns");
    else if (options.columns.empty() && file.columns.names.size() == 3 && file.columns.names[2] == "latency")
        graph.remarks.emplace_back("third words taken for latencies");
    LineReader reader(source, file, options);
    for (const Line& line : file.lines) reader.read(line, graph);
    reader.finish(graph);
    return graph;
}

}  // namespace

EdgeLines edge_lines(const Source& source, const GraphFileOptions& options) {
    EdgeLines out;
    const WordRules rules = rules_of(source);
    out.separator = rules.separator;
    out.lines = words_of_lines(source, rules);
    // Spreadsheets fill lines up with empty cells, and leave lines of nothing else.
    const auto empty = [](const Word& w) { return w.text.empty() && !w.quoted; };
    for (Line& line : out.lines) {
        while (line.size() > 1 && empty(line.back()) && (line.size() > 2 || empty(line[0]))) line.pop_back();
    }
    std::erase_if(out.lines, [&](const Line& line) { return line.size() == 1 && empty(line[0]); });
    if (out.lines.empty()) return out;
    bool head = false;
    out.columns = columns_of(source, out.lines, options, head);
    if (head) {
        out.head = std::move(out.lines.front());
        out.lines.erase(out.lines.begin());
    }
    return out;
}

Arrow arrow_of(const Word& word) {
    if (word.quoted) return Arrow::none;
    if (one_of(word.text, {">", "->", "-->", "=>", "==>", "\u2192", "\u27F6", "\u21D2"})) return Arrow::forward;
    if (one_of(word.text, {"<", "<-", "<--", "\u2190"})) return Arrow::backward;
    return one_of(word.text, {"-", "--", "---", "<->", "<-->", "<>", "<=>", "\u2013", "\u2014", "\u2194", "\u21C4"})
               ? Arrow::both
               : Arrow::none;
}

bool is_data(const Word& word) {
    return !word.quoted && (word.text == "{}" || word.text.starts_with("{'") || word.text.starts_with("{\"")) &&
           word.text.ends_with('}');
}

bool can_be_name(const Word& word) {
    const auto tells = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    return word.quoted ? !word.text.empty() : std::any_of(word.text.begin(), word.text.end(), tells) && !is_arrow(word);
}

// The head that write_graph gives its edge lists.
bool begins_as_edges(const Source& source) {
    constexpr std::string_view own = ": an edge list, for --file-format edges";
    const std::size_t at = source.text.find(own), line = source.text.rfind('\n', at);
    return at < 4000 && source.text[line == std::string::npos ? 0 : line + 1] == '#';
}

Network read_edges(const Source& source, const GraphFileOptions& how, std::string_view title) {
    GraphFileOptions options = how;
    if (begins_as_edges(source)) options.format = "edges";
    const EdgeLines file = edge_lines(source, options);
    if (file.lines.empty()) fail_empty(source, "a graph: 'router 0 node 0 router 1' or two names a line");
    if (options.format.empty() && options.columns.empty()) check_plain(source, file, options);
    return network_of(source, read_edge_lines(source, file, options), options, title);
}

Network read_counted_edges(const Source& source, const GraphFileOptions& options, std::string_view title) {
    EdgeLines file = edge_lines(source, options);
    if (file.lines.empty()) fail_empty(source, "the counts of nodes and links");
    Line first = file.lines.front();
    if (first.size() != 2)
        fail_at(source, first[0].at, first[0].text,
                "the counts of nodes and links, and nothing else, on the first line");
    constexpr std::uint32_t most = 0x7FFFFFFEU;
    file.lines.erase(file.lines.begin());
    // hMETIS counts links first.
    const std::string found = std::to_string(file.lines.size());
    if (first[0].text == found && first[1].text != found) std::swap(first[0], first[1]);
    const std::uint32_t nodes = whole_number(source, first[0], 1, most, "a count of nodes");
    const std::uint32_t links = whole_number(source, first[1], 1, most, "a count of links");
    if (file.lines.size() != links) fail_at(source, first[1].at, first[1].text, "the " + found + " links that follow");
    RawGraph graph = read_edge_lines(source, file, options);
    if (graph.names.size() > nodes)
        fail_at(source, first[0].at, first[0].text,
                "at least the " + std::to_string(graph.names.size()) + " nodes that follow");
    if (graph.names.size() < nodes) {
        // Nodes without a link: their names are known where all are numbers from 0 or from 1.
        const bool numbers = std::all_of(graph.names.begin(), graph.names.end(), is_whole);
        const std::uint32_t from = graph.has("0") ? 0 : 1;
        if (numbers) add_numbered(source, graph, first[0], from, nodes, links);
        if (graph.names.size() != nodes)
            fail_at(
                source, first[0].at, first[0].text,
                "the " + std::to_string(graph.names.size()) + " nodes that have a link, or nodes numbered from 0 or 1");
    }
    return network_of(source, std::move(graph), options, title);
}

Network read_graph_golf(const Source& source, const GraphFileOptions& options, std::string_view title) {
    const std::vector<Line> lines = words_of_lines(source);
    if (lines.empty()) fail_empty(source, "two numbers a line");
    RawGraph graph;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const Line& line : lines) {
        if (line.size() != 2) fail_at(source, line.back().at, line.back().text, "two nodes a line and nothing else");
        RawLink link{graph.node(line[0].text), graph.node(line[1].text), line[1].at};
        for (const Word& word : line) {
            if (word.text.find_first_not_of("0123456789,") != std::string::npos)
                fail_at(source, word.at, word.text, "a node number, or its place in a grid as in 3,0");
        }
        if (!seen.insert(std::minmax(link.a, link.b)).second)
            fail_at(source, line[1].at, line[1].text, "no link twice, this one is there already");
        graph.links.push_back(link);
    }
    graph.direction = Direction::both_ways;
    return network_of(source, std::move(graph), options, title);
}

}  // namespace wafernet::graph_formats
