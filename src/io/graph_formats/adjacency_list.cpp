// A node and its neighbours a line. networkx writes every link once, under its first end; others under both, which is
// the same graph here.
#include <algorithm>
#include <unordered_set>

#include "edge_lines.hpp"
#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

// "0: 1, 2", "0: 1,2", "0; 1; 2" and "0,1,2"; not where the first names of lines have a comma, as the places of a grid.
void part_at_commas(std::vector<Line>& lines) {
    const auto marks = [](const Word& word) {
        return !word.quoted && word.text.find_first_of(",;") != std::string::npos;
    };
    const auto grid = [&](const Line& line) {
        return line.size() > 1 && marks(line[0]) && line[0].text.find_first_of(",;") + 1 < line[0].text.size();
    };
    if (std::any_of(lines.begin(), lines.end(), grid)) return;
    for (Line& line : lines) {
        Line parts;
        for (Word& word : line) {
            if (!marks(word)) {
                parts.push_back(std::move(word));
                continue;
            }
            for (std::size_t at = 0; at < word.text.size();) {
                const std::size_t end = std::min(word.text.find_first_of(",;", at), word.text.size());
                if (end > at) parts.push_back({word.text.substr(at, end - at), {word.at.line, word.at.column + at}});
                at = end + 1;
            }
        }
        line = std::move(parts);
    }
}

// "b(3)" and "b:3" where b begins a line: a neighbour with a weight.
bool has_weight(const Word& word, const std::unordered_set<std::string_view>& heads) {
    const std::string_view text = word.text;
    const std::size_t at = text.find_first_of("(:=");
    if (word.quoted || at == 0 || at == std::string_view::npos || heads.contains(text)) return false;
    std::string_view rest = text.substr(at + 1);
    if (text[at] == '(' && rest.ends_with(')')) rest.remove_suffix(1);
    return is_number(rest) && heads.contains(text.substr(0, at));
}

// networkx heads its lists with the command, the time and the name of the graph; others of its lists have attributes.
bool begins_as_adjacency(const Source& source) {
    return source.text.starts_with('#') && source.text.find("\n# GMT ") < source.text.find('\n', 1) + 2 &&
           source.text.find('{') == std::string::npos;
}

void read_adjacency(const Source& source, RawGraph& graph) {
    const WordRules rules = rules_of(source);
    std::vector<Line> lines = words_of_lines(source, rules);
    if (rules.separator != ',') part_at_commas(lines);
    std::erase_if(lines, [](const Line& line) { return line.empty(); });
    if (lines.empty()) need_lines("a node and its neighbours on a line");
    graph.pairs_are_ways_back = true;
    std::unordered_set<std::string_view> heads;
    for (Line& line : lines) {  // "0: 1 2", "0 : 1 2" and "0 -> 1 2"
        Word& head = line[0];
        if (!head.quoted && head.text.size() > 1 && head.text.ends_with(':')) head.text.pop_back();
        else if (line.size() > 1 && !line[1].quoted && (line[1].text == ":" || arrow_of(line[1]) == Arrow::forward))
            line.erase(line.begin() + 1);
        heads.insert(line[0].text);
    }
    for (const Line& line : lines) {
        const std::uint32_t from = graph.node(line[0].text);
        for (const Word& word : line) {
            const bool head = &word == line.data();
            if (word.text.empty() && !word.quoted && !head) continue;  // a separator at the end of a line
            const bool marks = word.text.find_first_of("{}[]<>") != std::string::npos;
            if (marks || !can_be_name(word)) need(word, "the name of a node");
            if (!head && has_weight(word, heads)) need(word, "the name of a neighbour alone, or in quotes");
            if (!head) graph.links.push_back({from, graph.node(word.text), word.at});
        }
    }
}

}  // namespace

const GraphFormat adjacency_format{
    "adjacency",     "adjacency list",    "a node and its neighbours a line, as networkx writes them",
    ".adj .adjlist", begins_as_adjacency, read_adjacency};

}  // namespace wafernet::graph_formats
