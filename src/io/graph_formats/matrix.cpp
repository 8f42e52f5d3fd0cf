// A square matrix, a row a node: entry (i, j) is the link from node i to node j where it is no 0. A line of names may
// stand above it, and a name before each row.

#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

// 0, or what others write where there is no link.
bool no_link(const Word& word) {
    const std::string text = lower(word.text);
    const bool digits = text.find_first_of("123456789") != std::string::npos;
    return text.empty() || text == "-" || text == "inf" || text == "infinity" || text == "x" || text == "nan" ||
           text == "-1" || (is_number(text) && !digits);
}

}  // namespace

Network read_matrix(const Source& source, const GraphFileOptions& options, std::string_view title) {
    const std::vector<Line> lines = words_of_lines(source, rules_of(source));
    if (lines.size() < 2)
        throw InputError(shown(source.path) + ":1:1: found " + std::to_string(lines.size()) +
                         " lines, must be a matrix with at least 2 rows");
    // A column of names makes rows longer than there are; a line of names makes one more line.
    const std::size_t width = lines.back().size(), count = lines.size();
    const bool named = !is_number(lines[1][0].text) && !no_link(lines[1][0]);
    const bool both = lines[0].size() + 1 == width || (width == count && (named || lines[0][0].text.empty()));
    const bool above = both || width + 1 == count, before = both || width == count + 1;
    const std::size_t top = above ? 1 : 0, left = before ? 1 : 0, nodes = count - top;
    RawGraph graph;
    for (std::size_t v = 0; v < nodes; ++v) {
        const Word* const name = before ? lines[v + top].data() : above && v < lines[0].size() ? &lines[0][v] : nullptr;
        if (!graph.add(name != nullptr ? name->text : std::to_string(v)) && name != nullptr)
            fail_at(source, name->at, name->text, "a name for every node, none twice");
    }
    graph.direction = Direction::one_way;
    graph.drops_loops = true;
    LatencyReader latency(source, options);
    for (std::size_t from = 0; from < nodes; ++from) {
        const Line& row = lines[from + top];
        if (row.size() != nodes + left)
            fail_at(source, row.back().at, row.back().text,
                    "the last of " + std::to_string(nodes + left) + " words in a row of a square matrix");
        for (std::size_t to = 0; to < nodes; ++to) {
            const Word& cell = row[to + left];
            if (no_link(cell)) continue;
            if (!is_number(cell.text)) fail_at(source, cell.at, cell.text, "a number, 0 where there is no link");
            RawLink link{static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), cell.at};
            if (from != to) latency.weigh(cell, link);
            graph.links.push_back(link);
        }
    }
    latency.finish(graph);
    return network_of(source, std::move(graph), options, title);
}

}  // namespace wafernet::graph_formats
