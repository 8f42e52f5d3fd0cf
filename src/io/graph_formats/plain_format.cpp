// Whether a file of bare words is a plain edge list: exactly two names a line, and nothing else that it might be. What
// does not fit is refused with the options that would read it.
#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/number_in.hpp"
#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/measure/distances.hpp"

namespace wafernet::graph_formats {

namespace {

using Names = std::unordered_set<std::string_view>;

constexpr const char* as_links = "--file-format edges reads its lines as links";

// Refuses the file at this word, as a format that is known where it is one.
[[noreturn]] void refuse(const Source& source, const Word& word, const std::string& what, const std::string& options) {
    const std::string known = unread_format(source, true);
    fail(word.at, known.empty() ? fmt::format("found '{}', {}: {}", shown(word.text), what, options) : known);
}

// The options that would read a file whose lines are not two words each.
std::string ways(const EdgeLines& file) {
    const auto width = [](const EdgeLine& line) { return line.words.size() + (line.arrow == Arrow::none ? 0 : 1); };
    const std::size_t rows = file.lines.size(), longest = width(*std::ranges::max_element(file.lines, {}, width)),
                      shortest = width(*std::ranges::min_element(file.lines, {}, width));
    const bool numbers =
        width(file.lines[0]) == 2 && is_whole(file.lines[0].words[0].text) && is_whole(file.lines[0].words[1].text);
    std::string out;
    if (longest > 2 && rows > 2 && longest + 1 >= rows && longest <= rows + 1 && width(file.lines[rows / 2]) == longest)
        out += "--file-format matrix, ";
    if (numbers && longest > 2 && shortest == 2)
        out += "--file-format counted-edges with --columns from,to,latency (weight, ignore), ";
    else if (numbers) out += "--file-format metis, ";
    else if (shortest > 2 || (shortest == 2 && longest == 3)) out += "--columns from,to,latency (weight, ignore), ";
    return out + "--file-format adjacency";
}

// Letters and digits, and marks that names have and formats do not use.
bool plain_name(const Word& word, char separator, const Names& names) {
    const std::string& text = word.text;
    const std::size_t comma = text.find(',');
    if (word.quoted)  // and no list of neighbours
        return !text.empty() &&
               (comma == std::string::npos || !names.contains(std::string_view(text).substr(0, comma)));
    if (separator != ' ' && comma != std::string::npos && text[0] != '(') return false;
    return can_be_name(word) && text.find_first_of("={}[]<>;|\"\\") == std::string::npos && text.back() != ':' &&
           text.back() != ',' && (is_whole(text) || !is_number(text)) && text.find("--") == std::string::npos;
}

// A word that marks lines or counts in other formats: node, NODES, num_nodes.
bool marks(const Word& word) {
    const std::string text = lower(word.text);
    return !word.quoted &&
           (one_of(text, {"node", "vertex", "edge", "link", "arc", "router", "host", "switch", "begin", "end"}) ||
            one_of(text.substr(text.rfind('_') + 1),
                   {"nodes", "vertices", "edges", "links", "arcs", "routers", "hosts", "switches"}));
}

// Comments that carry something: # between blocks of lines (TGF), a name of the graph alone in a comment (LGL), the
// word "directed".
void check_comments(const Source& source, const EdgeLines& file, const Names& names, bool directed) {
    directed = directed || std::ranges::any_of(file.lines, [](const EdgeLine& l) { return l.arrow != Arrow::none; });
    const std::size_t top = file.lines.front().words[0].at.line, bottom = file.lines.back().words[0].at.line;
    for (std::size_t number = 1; number <= source.starts.size(); ++number) {
        if (!is_comment(without_indent(source.line(number)))) continue;
        const Line words = bare_words(source, number);
        if (words.size() == 1 && words[0].text == "#" && number > top && number < bottom)
            refuse(source, words[0], "which parts nodes from links in TGF", as_links);
        if (words.size() == 2 && words[0].text == "#" && names.contains(words[1].text))
            refuse(source, words[1], "a name of the graph in a comment, as in LGL",
                   std::string("igraph reads LGL and writes GraphML, ") + as_links);
        const std::string text = lower(source.line(number));
        const std::size_t at = text.find("directed");
        if (directed || at == std::string::npos || text.find_first_of("#%/ \t", at - 1) != at - 1 ||
            text.find("undirected") != std::string::npos || text.find("not directed") != std::string::npos)
            continue;
        refuse(source, {std::string(source.line(number).substr(at, 8)), {number, at + 1}}, "which must be confirmed",
               fmt::format("--directed for links that go one way, {} that go both ways", as_links));
    }
}

// Which nodes stand in a line below the first.
std::vector<bool> nodes_below(const RawGraph& graph) {
    std::vector<bool> below(graph.names.size(), false);
    for (std::size_t l = 1; l < graph.links.size(); ++l) below[graph.links[l].a] = below[graph.links[l].b] = true;
    return below;
}

// Whether the first line can be the counts of nodes and links, in either order, or a link that nothing else joins.
bool can_be_counts(const RawGraph& graph, const std::vector<bool>& below) {
    const RawLink& first = graph.links[0];
    const std::string &a = graph.names[first.a], &b = graph.names[first.b];
    const std::size_t rest = graph.links.size() - 1, nodes = static_cast<std::size_t>(std::ranges::count(below, true));
    if (rest == 0 || !is_whole(a) || !is_whole(b) || a.size() > 9 || b.size() > 9) return false;
    std::size_t largest = 0;
    for (std::size_t v = 0; v < below.size(); ++v) {
        if (below[v] && is_whole(graph.names[v]))
            largest = std::max(largest, number_in<std::size_t>(graph.names[v]).value_or(~std::size_t{0}));
    }
    const auto fit = [&](std::size_t n, std::size_t links) {
        return n >= nodes && largest <= n && (links == rest || 2 * links == rest);
    };
    const std::size_t x = std::stoul(a), y = std::stoul(b);
    return fit(x, y) || fit(y, x) || (x == nodes && largest <= x && !below[first.b]);
}

template <class T> std::size_t different(std::vector<T> all) {
    std::sort(all.begin(), all.end());
    return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

// The link one of whose names may be a word before every node's, which gives its kind, or before a number, of a size,
// and what that word may be; no link where there is none.
std::pair<const RawLink*, const char*> keyword(const RawGraph& graph) {
    const auto no_digit = [](const std::string& name) { return name.find_first_of("0123456789") == std::string::npos; };
    const auto words = static_cast<std::size_t>(std::ranges::count_if(graph.names, no_digit));
    const auto numbers =
        static_cast<std::size_t>(std::ranges::count_if(graph.names, [](auto& n) { return is_whole(n); }));
    const auto kind = [&](std::uint32_t v) {
        return one_of(lower(graph.names[v]), {"core", "server", "gpu", "device", "tile", "cluster", "v", "n", "type"});
    };
    std::vector<bool> told(graph.names.size(), false);
    const RawLink* first = nullptr;
    for (const RawLink& l : graph.links) {
        if (kind(l.a)) told[l.a] = told[l.b] = true, first = first == nullptr ? &l : first;
    }
    if (first != nullptr && std::ranges::count(told, true) == std::ssize(told))
        return {first, "which may say what every other name is"};
    if (words == 0 || words + numbers != graph.names.size() || words >= numbers) return {};
    const auto named = [&](const RawLink& l) { return no_digit(graph.names[l.a]) || no_digit(graph.names[l.b]); };
    return {&*std::ranges::find_if(graph.links, named), "a word among names that are numbers"};
}

// Why the lines may be no links: they fall into parts, or no name stands in both columns and no path is longer than two
// links, as in a table of keys and values. Empty where they can be nothing else.
std::string can_be_table(const RawGraph& graph) {
    std::vector<LinkSpec> links;
    std::vector<std::uint32_t> from, to;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const RawLink& l : graph.links) {
        if (l.a != l.b) links.push_back({l.a, l.b, {}});
        from.push_back(l.a);
        to.push_back(l.b);
        pairs.emplace_back(l.a, l.b);
    }
    const std::size_t parts = count_components(Graph(graph.names.size(), std::move(links)));
    if (parts > 2) return fmt::format("and the lines fall into {} parts, as those of a table do", parts);
    const std::size_t keys = different(from), values = different(to), rows = different(pairs);
    if (keys + values > graph.names.size()) return "";
    const bool again = rows == 1 && graph.links.size() > 1;  // a link, several times
    return parts == 1 && (again || (rows > keys && rows > values))
               ? ""
               : "and no name stands in both columns, as in a table of keys and values";
}

}  // namespace

void check_lines(const Source& source, const EdgeLines& file, bool directed) {
    const Columns& c = file.columns;
    Names names;
    for (const EdgeLine& line : file.lines) {
        for (const Word& word : line.words) names.insert(word.text);
    }
    check_comments(source, file, names, directed);
    const std::size_t widest = std::max<std::size_t>(2, c.names.size());
    for (const EdgeLine& edge : file.lines) {
        const Line& line = edge.words;
        const std::size_t width = line.size() - (line.size() > 2 && is_data(line.back()) ? 1 : 0);
        if (width < 2 || width > widest)
            refuse(source, line[width < 2 ? 0 : widest], "where a plain edge list has exactly two names a line",
                   line[0].text.find("->") < line[0].text.size() || line[0].text.find("--") < line[0].text.size()
                       ? "blanks around the mark part the names"
                       : ways(file));
        if (c.head) continue;
        for (const std::size_t end : {0U, 1U}) {
            const Word& word = line[end];
            if (!plain_name(word, file.separator, names))
                refuse(source, word, "which is no plain name of a node", "quotes make it one, " + ways(file));
            if (marks(word))
                refuse(source, word, "which marks lines or counts in other formats",
                       std::string("--columns header,from,to or ignore,from,to passes over them, ") + as_links);
        }
    }
}

void check_graph(const Source& source, const EdgeLines& file, const RawGraph& graph) {
    // Attributes in braces, as only lists of links have.
    const auto data = [](const EdgeLine& line) { return line.words.size() > 2 && is_data(line.words.back()); };
    if (!file.columns.names.empty() || std::ranges::any_of(file.lines, data)) return;
    const Word& first = file.lines[0].words[0];
    const std::vector<bool> below = nodes_below(graph);
    if (can_be_counts(graph, below))
        refuse(source, first, "which can be a count of nodes or links",
               "--file-format counted-edges, metis, or edges, which reads its lines as links");
    if (const std::string why = can_be_table(graph); !why.empty()) refuse(source, first, why, as_links);
    if (graph.links.size() > 1 && !below[graph.links[0].a] && !below[graph.links[0].b])
        refuse(source, first, "whose line may name columns, no other line has its words",
               std::string("--columns header,from,to reads the others, ") + as_links);
    if (const auto [link, what] = keyword(graph); link != nullptr)
        refuse(source, bare_words(source, link->at.line)[0], what,
               std::string("--columns header,from,to passes over a first line, ") + as_links);
}

}  // namespace wafernet::graph_formats
