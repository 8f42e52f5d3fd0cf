// A node and its neighbours a line. networkx writes every link once, under its first end; others under both, which is
// the same graph here.
#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/error.hpp"

namespace wafernet::graph_formats {

Network read_adjacency(const Source& source, const GraphFileOptions& options, std::string_view title) {
    std::vector<Line> lines = words_of_lines(source, {separator_of(source)});
    if (lines.empty())
        throw InputError(shown(source.path) +
                         ":1:1: found no line with a word, need a node and its neighbours on a line");
    RawGraph graph;
    graph.pairs_are_ways_back = true;
    for (Line& line : lines) {
        // "0: 1 2", "0 : 1 2" and "0 -> 1 2"
        Word& head = line[0];
        if (!head.quoted && head.text.size() > 1 && head.text.ends_with(':')) head.text.pop_back();
        else if (line.size() > 1 && !line[1].quoted && line[1].text == ":") line.erase(line.begin() + 1);
        for (const Word& word : line) {
            if (word.text.empty() && &word != &line[0]) continue;  // a separator at the end of a line
            if (word.text.find_first_of("{}[]<>") == std::string::npos && !word.text.empty()) continue;
            fail_at(source, word.at, word.text, "the name of a node");
        }
        const std::uint32_t from = graph.node(line[0].text);
        for (std::size_t i = 1; i < line.size(); ++i) {
            if (!line[i].text.empty()) graph.links.push_back({from, graph.node(line[i].text), line[i].at});
        }
    }
    return network_of(source, std::move(graph), options, title);
}

}  // namespace wafernet::graph_formats
