// Two data collections of edge lists with a head: KONECT ("% sym unweighted", konect.cc/extraction) and SNAP ("#
// Undirected graph: ..").
#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

// The words of the comments that begin with `mark`, without it, as far as they stand together at the top.
std::vector<Line> head_of(const Source& source, char mark) {
    std::vector<Line> out;
    for (std::size_t number = 1; number <= source.starts.size(); ++number) {
        Line words = bare_words(source, number);
        if (words.empty()) continue;
        if (words[0].text[0] != mark) break;
        words[0].text.erase(0, 1);
        ++words[0].at.column;
        if (words[0].text.empty()) words.erase(words.begin());
        out.push_back(std::move(words));
    }
    return out;
}

// Two nodes, perhaps a weight and a time, a line; `before` is put before the names of the two columns. The nodes of a
// column are numbers up to `counts` where it gives one.
void read_lines(const Source& source, RawGraph& graph, const std::array<std::string, 2>& before,
                const std::array<const Word*, 2>& counts) {
    const std::vector<Line> lines = words_of_lines(source);
    if (lines.empty()) fail("found no link, need two numbers a line");
    for (const Line& line : lines) {
        if (line.size() < 2) need(line[0], "two nodes a line");
        if (line.size() > 4) need(line[4], "at most two nodes, a weight and a time");
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (i < 2 && !is_whole(line[i].text)) need(line[i], "a node, which is a number");
            if (!is_number(line[i].text)) need(line[i], "a number");
        }
        RawLink link{graph.node(before[0] + line[0].text), graph.node(before[1] + line[1].text), line[1].at};
        if (line.size() > 2) graph.attributes.weigh(line[2], link);
        graph.links.push_back(link);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (counts[i] == nullptr || !is_whole(counts[i]->text)) continue;
        const std::uint32_t count = whole_number(*counts[i], 1, most, "a number of nodes");
        for (const Line& line : lines) whole_number(line[i], 1, count, "a node");
        graph.add_numbered(*counts[i], 1, count, lines.size(), before[i]);
    }
}

// Where the head says another number of links.
void check_count(const Word& said, std::size_t found) {
    if (is_whole(said.text) && said.text != std::to_string(found))
        need(said, fmt::format("the {} links that follow", found));
}

std::string konect_kind(const std::vector<Line>& head) {
    return head.empty() || head[0].empty() ? "" : head[0][0].text;
}

bool begins_as_konect(const Source& source) {
    return one_of(konect_kind(head_of(source, '%')), {"sym", "asym", "bip"});
}

void read_konect(const Source& source, RawGraph& graph) {
    const std::vector<Line> head = head_of(source, '%');
    const std::string kind = konect_kind(head);
    if (kind == "asym") graph.direction = Direction::one_way;
    else if (one_of(kind, {"sym", "bip"})) graph.direction = Direction::both_ways;
    graph.pairs_are_ways_back = kind == "sym" || kind.empty();
    const Line counts = head.size() > 1 ? head[1] : Line{};  // links, nodes on the left, nodes on the right
    const auto nodes = [&](std::size_t at) {
        return at < counts.size() && is_whole(counts[0].text) ? &counts[at] : nullptr;
    };
    if (kind == "bip") read_lines(source, graph, {"left", "right"}, {nodes(1), nodes(2)});
    else read_lines(source, graph, {}, {nodes(1), nodes(1)});
    if (!counts.empty()) check_count(counts[0], graph.links.size());
}

struct SnapHead {
    Direction direction = Direction::untold;
    Word nodes, edges;
    bool ids = false;
};

SnapHead snap_head(const Source& source) {
    SnapHead out;
    for (const Line& line : head_of(source, '#')) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string word = lower(line[i].text), next = i + 1 < line.size() ? line[i + 1].text : "";
            if (word == "nodes:" && out.nodes.text.empty() && !next.empty()) out.nodes = line[i + 1];
            if (word == "edges:" && out.edges.text.empty() && !next.empty()) out.edges = line[i + 1];
            if (word.ends_with("directed") && lower(next).starts_with("graph"))
                out.direction = word.ends_with("undirected") ? Direction::both_ways : Direction::one_way;
            out.ids = out.ids || word.starts_with("fromnodeid");
        }
    }
    return out;
}

bool begins_as_snap(const Source& source) {
    const SnapHead head = snap_head(source);
    return head.direction != Direction::untold || head.ids || !(head.nodes.text.empty() || head.edges.text.empty());
}

void read_snap(const Source& source, RawGraph& graph) {
    const SnapHead head = snap_head(source);
    graph.direction = head.direction;
    graph.pairs_are_ways_back = true;
    read_lines(source, graph, {}, {});
    check_count(head.edges, graph.links.size());
    const std::string found = std::to_string(graph.names.size()), &said = head.nodes.text;
    if (is_whole(said) && natural_less(said, found)) need(head.nodes, "the " + found + " nodes that follow");
    if (is_whole(said) && said != found)
        graph.remarks.push_back("the head says " + shown(said) + " nodes, those without a link are not named");
}

}  // namespace

const GraphFormat konect_format{"konect", "KONECT",         "% sym unweighted, then two numbers a line",
                                "",       begins_as_konect, read_konect};
const GraphFormat snap_format{"snap", "SNAP",         "# Directed graph: .., then two numbers a line",
                              "",     begins_as_snap, read_snap};

}  // namespace wafernet::graph_formats
