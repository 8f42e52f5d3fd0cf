// METIS 5 manual, sec. 4.1.1: "n m [fmt [ncon]]", then line i has the neighbours of node i, from 1, every link on both
// lines. fmt has three digits: sizes, node weights, link weights. Lines that begin with % are comments; an empty line
// is a node without links.
#include <algorithm>

#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

struct Row {
    std::size_t number = 0;
    Line words;
};

// Without comments, empty lines before the first, and what is no line after the last \n.
std::vector<Row> rows_of(const Source& source) {
    std::vector<Row> rows;
    for (std::size_t number = 1; number <= source.starts.size(); ++number) {
        Line words = bare_words(source, number);
        if (number == source.starts.size() && words.empty()) break;
        if (words.empty() ? !rows.empty() : words[0].text[0] != '%') rows.push_back({number, std::move(words)});
    }
    return rows;
}

struct Head {
    std::uint32_t nodes = 0, links = 0, skipped = 0;  // words before the neighbours
    bool weights = false;
};

Head read_head(const Line& words) {
    if (words.size() < 2) need(words[0], "the counts of nodes and links");
    if (words.size() > 4) need(words[4], "at most n, m, fmt and ncon");
    Head head{whole_number(words[0], 1, most, "a count of nodes"), whole_number(words[1], 0, most, "a count of links")};
    std::string fmt = words.size() > 2 ? words[2].text : "000";
    if (fmt.size() > 3 || fmt.find_first_not_of("01") != std::string::npos)
        need(words[2], "three digits 0 or 1: sizes, node weights, link weights");
    fmt.insert(0, 3 - fmt.size(), '0');
    const std::uint32_t constraints = words.size() > 3 ? whole_number(words[3], 1, 1000, "a count of node weights") : 1;
    head.weights = fmt[2] == '1';
    head.skipped = (fmt[0] == '1' ? 1 : 0) + (fmt[1] == '1' ? constraints : 0);
    return head;
}

void read_metis(const Source& source, RawGraph& graph) {
    std::vector<Row> rows = rows_of(source);
    if (rows.empty()) need_lines("the counts of nodes and links");
    const Line first = rows[0].words;
    const Head head = read_head(first);
    if (graph.options.directed) need(first[0], "METIS without --directed, its links go both ways");
    while (rows.size() > head.nodes + std::size_t{1} && rows.back().words.empty()) rows.pop_back();
    if (rows.size() - 1 != head.nodes)
        need(first[0], fmt::format("as many nodes as lines, {} follow", rows.size() - 1));
    graph.add_numbered(first[0], 1, head.nodes, head.nodes);
    for (std::uint32_t v = 0; v < head.nodes; ++v) {
        const auto& [number, words] = rows[v + 1];
        if (words.size() < head.skipped)
            fail({number, 1}, fmt::format("found {} words, need {} weights first", words.size(), head.skipped));
        for (std::size_t i = 0; i < words.size(); ++i) {
            const bool weight = i < head.skipped || (head.weights && (i - head.skipped) % 2 == 1);
            if (weight && !is_number(words[i].text)) need(words[i], "a weight, which is a number");
            if (weight) continue;
            RawLink link{v, whole_number(words[i], 1, head.nodes, "a node") - 1, words[i].at};
            if (head.weights && i + 1 == words.size()) need(words[i], "a weight after every neighbour");
            if (head.weights && graph.options.weights == FileWeights::latency)
                link.latency = whole_number(words[i + 1], 1, most_link_cycles, "a latency in cycles");
            graph.links.push_back(link);
        }
    }
    Pairs pairs = paired(std::move(graph.links));
    for (const RawLink& l : pairs.alone) {
        if (l.a != l.b)
            need(l.at, graph.names[l.b],
                 fmt::format("every link on the lines of both its ends, node {} does not name node {}", l.b + 1,
                             l.a + 1));
    }
    graph.links = std::move(pairs.links);
    const auto loops = static_cast<std::size_t>(
        std::count_if(graph.links.begin(), graph.links.end(), [](const RawLink& l) { return l.a == l.b; }));
    if (graph.links.size() != head.links && graph.links.size() - loops != head.links)
        need(first[1], fmt::format("the {} links that follow", graph.links.size()));
    if (head.weights) graph.attributes.note("weight");
}

}  // namespace

const GraphFormat metis_format{"metis",         "METIS", "n m, then the neighbours of node i on line i",
                               ".metis .graph", nullptr, read_metis};

}  // namespace wafernet::graph_formats
