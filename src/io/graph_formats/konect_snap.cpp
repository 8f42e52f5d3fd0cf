// Two data collections of edge lists with a head: KONECT ("% sym unweighted", konect.cc/extraction) and SNAP ("#
// Undirected graph: ..").
#include <algorithm>
#include <array>

#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

// The comment lines that begin with `mark`, without it, as far as they stand together at the top.
std::vector<std::string_view> head_of(const Source& source, char mark) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at < source.text.size();) {
        const std::size_t end = std::min(source.text.find('\n', at), source.text.size());
        std::string_view line = std::string_view(source.text).substr(at, end - at);
        at = end + 1;
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.empty()) continue;
        if (line.front() != mark) break;
        line.remove_prefix(1);
        out.push_back(line);
    }
    return out;
}

std::string_view word_at(std::string_view line, std::size_t n) {
    for (std::size_t i = line.find_first_not_of(" \t\r"); i != std::string_view::npos; --n) {
        const std::size_t stop = std::min(line.find_first_of(" \t\r", i), line.size());
        if (n == 0) return line.substr(i, stop - i);
        i = line.find_first_not_of(" \t\r", stop);
    }
    return {};
}

// "Edges: 15" in the head of a SNAP file.
std::string_view number_after(std::string_view head, std::string_view key) {
    const std::size_t at = head.find(key);
    return at == std::string_view::npos ? std::string_view() : word_at(head.substr(at + key.size()), 0);
}

// Nodes are numbered from 1, and those without a link are counted too.
void add_nodes(const Source& source, RawGraph& graph, std::string_view said, std::string_view prefix,
               std::uint64_t largest, std::size_t lines) {
    if (!is_whole(said)) return;
    constexpr std::uint32_t few = 100'000, a_line = 20;
    const std::uint64_t count = said.size() > 9 ? ~std::uint64_t{0} : std::stoul(std::string(said));
    const std::string says = shown(source.path) + ": the head says " + shown(said) + " nodes, ";
    if (count < largest)
        throw InputError(says + "found node " + std::to_string(largest) + ", need nodes numbered up to that");
    if (count > few && count / a_line > lines)
        throw InputError(says + "need at most " + std::to_string(a_line) + " a link, found " + std::to_string(lines));
    for (std::uint64_t i = 1; i <= count; ++i) graph.node(std::string(prefix) + std::to_string(i));
}

// Two nodes, perhaps a weight and a time, a line; what is put before the names of the two columns.
void read_lines(const Source& source, const std::vector<Line>& lines, LatencyReader& latency, RawGraph& graph,
                const std::array<std::string, 2>& before) {
    for (const Line& line : lines) {
        if (line.size() < 2) fail_at(source, line[0].at, line[0].text, "two nodes a line");
        if (line.size() > 4) fail_at(source, line[4].at, line[4].text, "at most two nodes, a weight and a time");
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (i < 2 && !is_whole(line[i].text))
                fail_at(source, line[i].at, line[i].text, "a node, which is a number");
            if (!is_number(line[i].text)) fail_at(source, line[i].at, line[i].text, "a number");
        }
        RawLink link{graph.node(before[0] + line[0].text), graph.node(before[1] + line[1].text), line[1].at};
        if (line.size() > 2) latency.weigh(line[2], link);
        graph.links.push_back(link);
    }
}

// Where the head says another number of links.
void check_count(const Source& source, std::string_view said, std::string_view things, std::size_t lines) {
    if (!is_whole(said) || said == std::to_string(lines)) return;
    throw InputError(shown(source.path) + ": the head says " + shown(said) + " " + std::string(things) + ", found " +
                     std::to_string(lines) + " lines, need as many");
}

}  // namespace

bool begins_as_konect(const Source& source) {
    const auto head = head_of(source, '%');
    if (head.empty()) return false;
    const std::string_view kind = word_at(head[0], 0);
    return kind == "sym" || kind == "asym" || kind == "bip";
}

Network read_konect(const Source& source, const GraphFileOptions& options, std::string_view title) {
    const auto head = head_of(source, '%');
    const std::string_view kind = head.empty() ? "sym" : word_at(head[0], 0);
    const std::vector<Line> lines = words_of_lines(source);
    if (lines.empty()) throw InputError(shown(source.path) + ": found no link, need two numbers a line");
    RawGraph graph;
    graph.direction = kind == "asym"             ? Direction::one_way
                      : begins_as_konect(source) ? Direction::both_ways
                                                 : Direction::untold;
    graph.pairs_are_ways_back = kind == "sym";
    LatencyReader latency(source, options);
    const bool bipartite = kind == "bip";  // the two columns number nodes of their own
    const auto names = bipartite ? std::array<std::string, 2>{"left", "right"} : std::array<std::string, 2>{};
    std::uint64_t largest[2] = {0, 0};
    for (const Line& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (!is_number(line[i].text)) fail_at(source, line[i].at, line[i].text, "a number");
            if (i < 2 && is_whole(line[i].text) && line[i].text.size() < 18)
                largest[i] = std::max<std::uint64_t>(largest[i], std::stoull(line[i].text));
        }
    }
    read_lines(source, lines, latency, graph, names);
    const std::string_view counted = head.size() > 1 ? word_at(head[1], 0) : std::string_view();
    check_count(source, counted, "links", lines.size());
    if (is_whole(counted)) {
        if (bipartite) {
            add_nodes(source, graph, word_at(head[1], 1), "left", largest[0], lines.size());
            add_nodes(source, graph, word_at(head[1], 2), "right", largest[1], lines.size());
        } else {
            add_nodes(source, graph, word_at(head[1], 1), "", std::max(largest[0], largest[1]), lines.size());
        }
    }
    latency.finish(graph);
    return network_of(source, std::move(graph), options, title);
}

bool begins_as_snap(const Source& source) {
    const auto head = head_of(source, '#');
    return std::any_of(head.begin(), head.end(), [](std::string_view line) {
        return line.find("irected graph") != std::string_view::npos ||
               line.find("FromNodeId") != std::string_view::npos ||
               (line.find("Nodes:") != std::string_view::npos && line.find("Edges:") != std::string_view::npos);
    });
}

Network read_snap(const Source& source, const GraphFileOptions& options, std::string_view title) {
    RawGraph graph;
    graph.pairs_are_ways_back = true;
    std::string_view edges, nodes;
    for (const std::string_view line : head_of(source, '#')) {
        if (line.find("Undirected graph") != std::string_view::npos ||
            line.find("undirected graph") != std::string_view::npos)
            graph.direction = Direction::both_ways;
        else if (line.find("Directed graph") != std::string_view::npos ||
                 line.find("directed graph") != std::string_view::npos)
            graph.direction = Direction::one_way;
        if (edges.empty()) edges = number_after(line, "Edges:");
        if (nodes.empty()) nodes = number_after(line, "Nodes:");
    }
    const std::vector<Line> lines = words_of_lines(source);
    if (lines.empty()) throw InputError(shown(source.path) + ": found no link, need two numbers a line");
    check_count(source, edges, "edges", lines.size());
    LatencyReader latency(source, options);
    read_lines(source, lines, latency, graph, {});
    const std::string found = std::to_string(graph.names.size());
    if (is_whole(nodes) && nodes != found) {
        if (natural_less(nodes, found))
            throw InputError(shown(source.path) + ": the head says " + shown(nodes) + " nodes, found " + found +
                             ", need as many");
        graph.remarks.push_back("the head says " + shown(nodes) + " nodes, those without a link are not named");
    }
    latency.finish(graph);
    return network_of(source, std::move(graph), options, title);
}

}  // namespace wafernet::graph_formats
