// Two names a line: wafernet's own edge list, with the separators, heads and data that others write, and Graph Golf's.
#include <algorithm>
#include <optional>
#include <set>

#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

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
    const auto ends = [](const Word& word) {
        return !word.quoted && (word.text.ends_with(',') || word.text.ends_with(';'));
    };
    if (marks(a) == marks(b) && !ends(a) && !ends(b)) return;
    const Word& word = ends(a) || marks(a) > marks(b) ? a : b;
    fail_at(source, word.at, word.text,
            "quotes around a name with that mark, or it between all words of all lines, or "
            "--file-format adjacency");
}

// Gephi's column Type: whether its word says that a link goes one way.
std::optional<bool> says_one_way(const Word& word) {
    const std::string text = lower(word.text);
    return text == "directed" ? std::optional(true) : text == "undirected" ? std::optional(false) : std::nullopt;
}

// What stands in columns that are neither ends nor latencies nor weights.
std::string columns_aside(const EdgeLines& file, const LatencyReader& latency) {
    std::string out;
    for (std::size_t i = 0; i < file.head.size(); ++i) {
        const std::string& name = file.head[i].text;
        const bool known = i == file.columns.from || i == file.columns.to || latency.takes(name) ||
                           LatencyReader::weight(name) || name.empty() || LatencyReader::like_one(name);
        if (!known && i != file.columns.type) out += (out.empty() ? "" : ", ") + shown(name);
    }
    return out;
}

// networkx writes attributes as {'weight': 3, 'latency': 2}: the number after such a name.
std::uint32_t latency_in_data(const Word& word, LatencyReader& latency) {
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
    return latency(found);
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
        while (line.size() > 1 && empty(line.back()) && (line.size() > 3 || empty(line[line.size() - 2])))
            line.pop_back();
    }
    std::erase_if(out.lines, [&](const Line& line) { return line.size() == 1 && empty(line[0]); });
    if (!out.lines.empty()) out.columns = columns_of(source, out.lines, options.format == "edges");
    if (out.columns.head) {
        out.head = std::move(out.lines.front());
        out.lines.erase(out.lines.begin());
    }
    return out;
}

Arrow arrow_of(const Word& word) {
    if (word.quoted) return Arrow::none;
    if (one_of(word.text, {">", "->", "-->", "=>", "==>", "\u2192", "\u27F6", "\u21D2"})) return Arrow::forward;
    if (one_of(word.text, {"<", "<-", "<--", "\u2190"})) return Arrow::backward;
    return one_of(word.text,
                  {"-", "--", "---", "=", "<->", "<-->", "<>", "<=>", "\u2013", "\u2014", "\u2194", "\u21C4", "\u2015"})
               ? Arrow::both
               : Arrow::none;
}

bool can_be_name(const Word& word) {
    const auto tells = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    return word.quoted ? !word.text.empty() : std::any_of(word.text.begin(), word.text.end(), tells) && !is_arrow(word);
}

RawGraph read_edge_lines(const Source& source, const EdgeLines& file, ThirdColumn third,
                         const GraphFileOptions& options) {
    RawGraph graph;
    graph.pairs_are_ways_back = true;
    LatencyReader latency(source, options);
    if (file.columns.head)
        graph.remarks.push_back("line " + std::to_string(file.head.front().at.line) +
                                " taken for the names of columns");
    const Columns& c = file.columns;
    if (const std::string aside = columns_aside(file, latency); !aside.empty())
        graph.remarks.push_back("columns not read: " + aside);
    bool undirected = c.type < file.head.size();  // every line says so
    for (const Line& whole : file.lines) {
        Line line = whole;
        bool one_way = false;
        if (const Arrow arrow = line.size() > 2 ? arrow_of(line[1]) : Arrow::none; arrow != Arrow::none) {
            one_way = arrow != Arrow::both;
            if (arrow == Arrow::backward) std::swap(line[0], line[2]);
            line.erase(line.begin() + 1);
        }
        const bool data = !line.back().quoted && line.back().text.starts_with('{') && line.back().text.ends_with('}');
        if (!c.head || (c.from == 0 && c.to == 1)) {
            check_name(source, line[0]);
            if (line.size() < 2)
                fail_at(source, line[0].at, line[0].text, "two names and optionally a latency on a line");
            check_name(source, line[1]);
            if (file.separator == Separator::blanks) check_marks(source, line[0], line[1]);
        }
        if (!c.head && line.size() > 2 && line.back().text.empty() && !line.back().quoted) line.pop_back();  // a,b,
        if (line.size() <= std::max(c.from, c.to))
            fail_at(source, line.back().at, line.back().text, "as many words as the head of the columns");
        RawLink link;
        link.a = graph.node(line[c.from].text);
        link.b = graph.node(line[c.to].text);
        link.at = line[c.to].at;
        link.one_way = one_way;
        if (c.head) {
            if (line.size() > file.head.size())
                fail_at(source, line[file.head.size()].at, line[file.head.size()].text,
                        "the end of the line after " + std::to_string(file.head.size()) + " columns");
            LatencyText found;
            for (std::size_t i = 0; i < line.size(); ++i) {
                if (i == c.from || i == c.to) continue;
                if (i == c.type) {
                    link.one_way = says_one_way(line[i]).value_or(false);
                    undirected = undirected && says_one_way(line[i]) == false;
                    if (link.one_way) graph.direction = Direction::each;
                    continue;
                }
                if (line[i].text.empty()) latency.note(file.head[i].text);
                else latency.read(found, file.head[i].text, line[i].text, line[i].at);
            }
            link.latency = latency(found);
        } else if (data) {
            if (line.size() > 3)
                fail_at(source, line[2].at, line[2].text, "the end of the line after two names and their data");
            link.latency = latency_in_data(line.back(), latency);
        } else if (line.size() > 2) {
            if (line.size() > 3)
                fail_at(source, line[3].at, line[3].text,
                        "the end of the line after two names and a latency, or --file-format adjacency");
            if (third == ThirdColumn::latency) {
                const bool head = &whole == &file.lines.front() && file.lines.size() > 1 && !is_number(line[2].text);
                if (head)
                    fail_at(source, line[2].at, line[2].text,
                            "a latency in cycles, or source,target for the ends where the line names columns");
                link.latency = whole_number(source, line[2], 1, most_link_cycles, "a latency in cycles");
            } else if (!is_number(line[2].text)) {
                fail_at(source, line[2].at, line[2].text, "a weight, which is a number");
            }
        }
        graph.links.push_back(link);
    }
    if (undirected) {
        graph.direction = Direction::both_ways;
        graph.says_so = file.lines.front()[std::min(c.type, file.lines.front().size() - 1)].at;
    }
    latency.finish(graph);
    if (third == ThirdColumn::weight) graph.remarks.emplace_back("weights ignored");
    return graph;
}

Network read_edges(const Source& source, const GraphFileOptions& options, std::string_view title) {
    const EdgeLines file = edge_lines(source, options);
    if (file.lines.empty())
        throw InputError(
            shown(source.path) +
            ":1:1: found no line with a word, need a graph: 'router 0 node 0 router 1' or two names a line");
    RawGraph graph = read_edge_lines(source, file, third_column(file, options), options);
    return network_of(source, std::move(graph), options, title);
}

Network read_counted_edges(const Source& source, const GraphFileOptions& options, std::string_view title) {
    EdgeLines file = edge_lines(source, options);
    if (file.lines.empty())
        throw InputError(shown(source.path) + ":1:1: found no line with a word, need the counts of nodes and links");
    const Line first = file.lines.front();
    if (first.size() != 2)
        fail_at(source, first[0].at, first[0].text,
                "the counts of nodes and links, and nothing else, on the first line");
    constexpr std::uint32_t most = 0x7FFFFFFEU;
    const std::uint32_t nodes = whole_number(source, first[0], 1, most, "a count of nodes");
    const std::uint32_t links = whole_number(source, first[1], 1, most, "a count of links");
    file.lines.erase(file.lines.begin());
    if (file.lines.size() != links)
        fail_at(source, first[1].at, first[1].text, "the " + std::to_string(file.lines.size()) + " links that follow");
    RawGraph graph = read_edge_lines(source, file, third_column(file, options), options);
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
    if (lines.empty())
        throw InputError(shown(source.path) + ":1:1: found no line with a word, need two numbers a line");
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
