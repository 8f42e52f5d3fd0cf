// A square matrix, a row a node: entry (i, j) is the link from node i to node j where it is no 0. A line of names may
// stand above it, and a name before each row.
#include <algorithm>

#include <fmt/format.h>

#include "edge_lines.hpp"
#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

// 0, or what others write where there is no link.
bool no_link(const Word& word) {
    const std::string text = lower(word.text);
    return one_of(text, {"", "-", "inf", "infinity", "x", "nan", "-1"}) || (is_number(text) && is_zero(text));
}

// Names that are numbers are taken only from a line above the rows, in order from 0 or 1, over a diagonal without
// links: else a row, a column or a cell is missing.
void check_names(const std::vector<Line>& lines, std::size_t top, std::size_t left) {
    const auto is_name = [](const Word& word) { return !is_number(word.text) && !no_link(word); };
    if (top == 0) {
        for (const Line& line : lines) {
            if (is_name(line[0])) return;
        }
        need(lines.back().back(), "one more row of a square matrix, or names that are no numbers before the rows");
    }
    const Line& names = lines[0];
    if (std::ranges::any_of(names, is_name)) return;
    const std::size_t skipped = names.size() == lines.back().size() ? left : 0;
    for (std::size_t v = skipped; v < names.size(); ++v) {
        const std::size_t row = v - skipped;
        const bool in_order = names[v].text == std::to_string(row + (names[skipped].text == "0" ? 0 : 1));
        const bool own =
            row + 1 < lines.size() && row + left < lines[row + 1].size() && !no_link(lines[row + 1][row + left]);
        if (!in_order || own)
            need(names[v], "a square matrix, or names above it that are no numbers or in order from 0 or 1");
    }
}

void read_matrix(const Source& source, RawGraph& graph) {
    const std::vector<Line> lines = words_of_lines(source, rules_of(source));
    if (lines.size() < 2)
        fail({1, 1}, fmt::format("found {} lines, must be a matrix with at least 2 rows", lines.size()));
    // A column of names makes rows longer than there are; a line of names makes one more line.
    const std::size_t width = lines.back().size(), count = lines.size();
    const bool named = !is_number(lines[1][0].text) && !no_link(lines[1][0]);
    const bool both = lines[0].size() + 1 == width || (width == count && (named || lines[0][0].text.empty()));
    const bool above = both || width + 1 == count, before = both || width == count + 1;
    const std::size_t top = above ? 1 : 0, left = before ? 1 : 0, nodes = count - top;
    if (above || before) check_names(lines, top, left);
    for (std::size_t v = 0; v < nodes; ++v) {
        const Word* const name = before ? lines[v + top].data() : above && v < lines[0].size() ? &lines[0][v] : nullptr;
        if (name != nullptr) graph.add(*name, "a name for every node, none twice");
        else graph.node(std::to_string(v));
    }
    graph.direction = Direction::one_way;
    graph.drops_loops = true;
    for (std::size_t from = 0; from < nodes; ++from) {
        const Line& row = lines[from + top];
        if (row.size() != nodes + left)
            need(row.back(), fmt::format("the last of {} words in a row of a square matrix", nodes + left));
        for (std::size_t to = 0; to < nodes; ++to) {
            const Word& cell = row[to + left];
            if (no_link(cell)) continue;
            if (!is_number(cell.text)) need(cell, "a number, 0 where there is no link");
            RawLink link{static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), cell.at};
            if (from != to) graph.attributes.weigh(cell, link);
            graph.links.push_back(link);
        }
    }
}

}  // namespace

const GraphFormat matrix_format{
    "matrix", "adjacency matrix", "a row of numbers a node, 0 for no link; names above and before them", ".map",
    nullptr,  read_matrix};

}  // namespace wafernet::graph_formats
