// Whether a file of bare words is a plain edge list: exactly two names a line, and nothing else that it might be. What
// does not fit is refused with the options that would read it.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "edge_lines.hpp"
#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr std::string_view as_links = "--file-format edges reads its lines as links";

// Refuses the file at this word, as a format that is known where it is one.
[[noreturn]] void refuse(const Source& source, const Word& word, const std::string& what, const std::string& options) {
    const std::string known = unread_format(source, true);
    fail(source, word.at, known.empty() ? "found '" + shown(word.text) + "', " + what + ": " + options : known);
}

// The options that would read a file whose lines are not two words each.
std::string ways(const EdgeLines& file) {
    const std::size_t rows = file.lines.size(), width = file.lines.back().size();
    std::size_t shortest = width, longest = width;
    for (const Line& line : file.lines) {
        shortest = std::min(shortest, line.size());
        longest = std::max(longest, line.size());
    }
    const auto number = [](const Word& word) { return is_whole(word.text); };
    const Line& first = file.lines.front();
    std::string out;
    if (longest > 2 && rows > 2 && longest + 1 >= rows && longest <= rows + 1 && file.lines[rows / 2].size() == longest)
        out += "--file-format matrix, ";
    if (first.size() == 2 && std::all_of(first.begin(), first.end(), number)) {
        out += longest > 2 && shortest == 2
                   ? "--file-format counted-edges with --columns from,to,latency (weight, ignore), "
                   : "--file-format metis, ";
    } else if (shortest > 2 || (shortest == 2 && longest == 3)) {
        out += "--columns from,to,latency (weight, ignore), ";
    }
    return out + "--file-format adjacency";
}

// Letters and digits, and marks that names have and formats do not use.
bool plain_name(const Word& word, Separator separator, const std::unordered_set<std::string_view>& names) {
    const std::size_t comma = word.text.find(',');
    if (word.quoted)  // and no list of neighbours
        return !word.text.empty() &&
               (comma == std::string::npos || !names.contains(std::string_view(word.text).substr(0, comma)));
    if (separator != Separator::blanks && comma != std::string::npos && word.text[0] != '(') return false;
    const char last = word.text.empty() ? ' ' : word.text.back();
    return can_be_name(word) && word.text.find_first_of("={}[]<>;|\"\\") == std::string::npos && last != ':' &&
           last != ',' && (is_whole(word.text) || !is_number(word.text)) && word.text.find("--") == std::string::npos;
}

// A word that marks lines or counts in other formats: node, NODES, num_nodes.
bool marks(const Word& word) {
    static constexpr std::string_view alone[] = {"node", "vertex",  "edge",  "link",    "arc",      "router",
                                                 "host", "switch",  "nodes", "edges",   "vertices", "links",
                                                 "arcs", "routers", "hosts", "switches"};
    constexpr std::size_t plurals = 8;
    const std::string text = lower(word.text);
    return !word.quoted && (std::find(std::begin(alone), std::end(alone), text) != std::end(alone) ||
                            std::any_of(std::begin(alone) + plurals, std::end(alone), [&](std::string_view plural) {
                                return text.ends_with("_" + std::string(plural));
                            }));
}

// The ends of a line, in the direction of its arrow.
std::pair<const Word&, const Word&> ends_of(const Line& line) {
    const Arrow arrow = line.size() > 2 ? arrow_of(line[1]) : Arrow::none;
    if (arrow == Arrow::backward) return {line[2], line[0]};
    return {line[0], line[arrow == Arrow::none ? 1 : 2]};
}

// Whether the first line can be the counts of nodes and links, in either order, or a link that nothing else joins.
bool can_be_counts(const EdgeLines& file) {
    const auto [a, b] = ends_of(file.lines.front());
    const std::size_t rest = file.lines.size() - 1;
    if (rest == 0 || !is_whole(a.text) || !is_whole(b.text) || a.text.size() > 9 || b.text.size() > 9) return false;
    std::unordered_set<std::string_view> names;
    std::size_t largest = 0;
    for (std::size_t l = 1; l <= rest; ++l) {
        const auto [x, y] = ends_of(file.lines[l]);
        for (const std::string_view name : {std::string_view(x.text), std::string_view(y.text)}) {
            if (names.insert(name).second && is_whole(name))
                largest = std::max(largest, name.size() > 9 ? ~std::size_t{0} : std::stoul(std::string(name)));
        }
    }
    const auto fit = [&](std::size_t nodes, std::size_t links) {
        return nodes >= names.size() && largest <= nodes && (links == rest || 2 * links == rest);
    };
    const std::size_t x = std::stoul(a.text), y = std::stoul(b.text);
    return fit(x, y) || fit(y, x) || (x == names.size() && largest <= x && !names.contains(b.text));
}

// Why the lines may be no links: they fall into parts, or no name stands in both columns and no path is longer than two
// links, as in a table of keys and values. Empty where they can be nothing else.
std::string can_be_table(const EdgeLines& file) {
    std::unordered_map<std::string_view, std::size_t> places;
    std::vector<std::size_t> root, partner[2];  // partner: the first that stands beside a name, by its column
    const auto find = [&](std::size_t v) {
        while (root[v] != v) v = root[v] = root[root[v]];
        return v;
    };
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    bool star[2] = {true, true};  // every name of the column has one partner
    for (const Line& line : file.lines) {
        const auto [a, b] = ends_of(line);
        std::size_t ends[2] = {0, 0};
        for (const std::size_t side : {0U, 1U}) {
            const auto [found, fresh] = places.try_emplace(side == 0 ? a.text : b.text, root.size());
            ends[side] = found->second;
            if (fresh) root.push_back(root.size()), partner[0].push_back(none), partner[1].push_back(none);
        }
        for (const std::size_t side : {0U, 1U}) {
            std::size_t& other = partner[side][ends[side]];
            star[side] = star[side] && (other == none || other == ends[1 - side]);
            other = ends[1 - side];
        }
        root[find(ends[0])] = find(ends[1]);
    }
    std::size_t parts = 0;
    bool both = false;
    for (std::size_t v = 0; v < root.size(); ++v) {
        parts += root[v] == v ? 1 : 0;
        both = both || (partner[0][v] != none && partner[1][v] != none);
    }
    if (parts > 2) return "and the lines fall into " + std::to_string(parts) + " parts, as those of a table do";
    const bool again = star[0] && star[1] && parts == 1 && file.lines.size() > 1;  // a link, several times
    return both || again || (parts == 1 && !star[0] && !star[1])
               ? ""
               : "and no name stands in both columns, as in a table of keys and values";
}

// Comments that carry something: # between blocks of lines (TGF), a name of the graph alone in a comment (LGL), the
// word "directed".
void check_comments(const Source& source, const EdgeLines& file, const std::unordered_set<std::string_view>& names,
                    bool directed) {
    const bool arrows = std::any_of(file.lines.begin(), file.lines.end(),
                                    [](const Line& line) { return line.size() > 2 && is_arrow(line[1]); });
    const std::size_t top = file.lines.front()[0].at.line, bottom = file.lines.back()[0].at.line;
    for (std::size_t number = 1; number <= source.starts.size(); ++number) {
        const std::size_t begin = source.starts[number - 1];
        const std::string_view whole =
            std::string_view(source.text).substr(begin, source.text.find('\n', begin) - begin);
        Line line;
        for (std::size_t at = whole.find_first_not_of(" \t"); at < whole.size();) {
            const std::size_t end = std::min(whole.find_first_of(" \t", at), whole.size());
            line.push_back({std::string(whole.substr(at, end - at)), {number, at + 1}});
            if (line[0].text[0] != '#' && line[0].text[0] != '%' && !line[0].text.starts_with("//")) break;
            at = whole.find_first_not_of(" \t", end);
        }
        if (line.empty() || (line[0].text[0] != '#' && line[0].text[0] != '%' && !line[0].text.starts_with("//")))
            continue;
        if (line.size() == 1 && line[0].text == "#" && number > top && number < bottom)
            refuse(source, line[0], "which parts nodes from links in TGF", std::string(as_links));
        if (line.size() == 2 && line[0].text == "#" && names.contains(line[1].text))
            refuse(source, line[1], "a name of the graph in a comment, as in LGL",
                   "igraph reads LGL and writes GraphML, " + std::string(as_links));
        const std::string text = lower(whole);
        const std::size_t at = text.find("directed");
        if (directed || arrows || at == std::string::npos || text.find_first_of("#%/ \t", at - 1) != at - 1 ||
            text.find("undirected") != std::string::npos || text.find("not directed") != std::string::npos)
            continue;
        refuse(source, {std::string(whole.substr(at, 8)), {number, at + 1}}, "which must be confirmed",
               "--directed for links that go one way, " + std::string(as_links) + " that go both ways");
    }
}

}  // namespace

void check_plain(const Source& source, const EdgeLines& file, const GraphFileOptions& options) {
    const Columns& c = file.columns;
    if (file.lines.empty()) return;  // which read_edges says
    bool own = false;                // some line has attributes in braces, as only lists of links have
    std::unordered_set<std::string_view> names;
    for (const Line& line : file.lines) {
        for (const Word& word : line) names.insert(word.text);
    }
    check_comments(source, file, names, options.directed);
    for (const Line& line : file.lines) {
        const bool arrow = line.size() > 2 && is_arrow(line[1]), data = is_data(line.back()) && line.size() > 2;
        own = own || data;
        const std::size_t width = line.size() - (arrow ? 1 : 0) - (data ? 1 : 0);
        if (width < 2 || width > std::max<std::size_t>(2, c.names.size()))
            refuse(source, line[width < 2 ? 0 : std::max<std::size_t>(2, c.names.size()) + (arrow ? 1 : 0)],
                   "where a plain edge list has exactly two names a line", ways(file));
        if (!c.names.empty() && !file.head.empty()) continue;
        const auto [a, b] = ends_of(line);
        for (const Word* word : {&a, &b}) {
            if (!plain_name(*word, file.separator, names))
                refuse(source, *word, "which is no plain name of a node", "quotes make it one, " + ways(file));
            if (marks(*word))
                refuse(source, *word, "which marks lines or counts in other formats",
                       "--columns header,from,to or ignore,from,to passes over them, " + std::string(as_links));
        }
    }
    if (!c.names.empty() || own) return;
    const Word& first = file.lines.front()[0];
    if (can_be_counts(file))
        refuse(source, first, "which can be a count of nodes or links",
               "--file-format counted-edges, metis, or edges, which reads its lines as links");
    if (const std::string why = can_be_table(file); !why.empty()) refuse(source, first, why, std::string(as_links));
    const auto [from, to] = ends_of(file.lines.front());
    const bool alone =
        std::none_of(file.lines.begin() + 1, file.lines.end(), [&, &x = from, &y = to](const Line& line) {
            const auto [a, b] = ends_of(line);
            return a.text == x.text || a.text == y.text || b.text == x.text || b.text == y.text;
        });
    if (alone && file.lines.size() > 1)
        refuse(source, first, "whose line may name columns, no other line has its words",
               "--columns header,from,to reads the others, " + std::string(as_links));
}

}  // namespace wafernet::graph_formats
