// METIS 5 manual, sec. 4.1.1: "n m [fmt [ncon]]", then line i has the neighbours of node i, from 1, every link on both
// lines. fmt has three digits: sizes, node weights, link weights. Lines that begin with % are comments; an empty line
// is a node without links.
#include <algorithm>

#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

struct Text {
    std::size_t number = 0;
    std::string_view line;
};

std::vector<Text> lines_of(const Source& source) {
    std::vector<Text> lines;
    std::string_view rest = source.text;
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] == '%') continue;
        if (lines.empty() && first == std::string_view::npos) continue;  // before the first line
        lines.push_back({number, line});
    }
    return lines;
}

Line words_of(const Text& text) {
    Line words;
    for (std::size_t i = text.line.find_first_not_of(" \t\r"); i != std::string_view::npos;) {
        const std::size_t stop = std::min(text.line.find_first_of(" \t\r", i), text.line.size());
        words.push_back({std::string(text.line.substr(i, stop - i)), {text.number, i + 1}, false});
        i = text.line.find_first_not_of(" \t\r", stop);
    }
    return words;
}

struct Head {
    std::uint32_t nodes = 0, links = 0, skipped = 0;  // words before the neighbours
    bool weights = false;
};

Head read_head(const Source& source, const Line& words) {
    constexpr std::uint32_t most = 0x7FFFFFFEU;
    if (words.size() < 2) fail_at(source, words[0].at, words[0].text, "the counts of nodes and links");
    if (words.size() > 4) fail_at(source, words[4].at, words[4].text, "at most n, m, fmt and ncon");
    Head head{whole_number(source, words[0], 1, most, "a count of nodes"),
              whole_number(source, words[1], 0, most, "a count of links"), 0, false};
    std::string fmt = words.size() > 2 ? words[2].text : "000";
    if (fmt.size() > 3 || fmt.find_first_not_of("01") != std::string::npos)
        fail_at(source, words[2].at, fmt, "three digits 0 or 1: sizes, node weights, link weights");
    fmt.insert(0, 3 - fmt.size(), '0');
    const std::uint32_t constraints =
        words.size() > 3 ? whole_number(source, words[3], 1, 1000, "a count of node weights") : 1;
    head.weights = fmt[2] == '1';
    head.skipped = (fmt[0] == '1' ? 1 : 0) + (fmt[1] == '1' ? constraints : 0);
    return head;
}

struct Neighbour {
    std::uint32_t from = 0, to = 0, latency = no_latency;
    Place at;
};

// Makes one link of every pair of entries, one on the line of either end.
std::vector<RawLink> links_of(const Source& source, std::vector<Neighbour>& entries) {
    const auto ends = [](const Neighbour& n) { return std::minmax(n.from, n.to); };
    std::stable_sort(entries.begin(), entries.end(), [&](const Neighbour& x, const Neighbour& y) {
        return ends(x) != ends(y) ? ends(x) < ends(y) : x.from < y.from;
    });
    std::vector<RawLink> links;
    for (std::size_t i = 0; i < entries.size();) {
        std::size_t end = i;
        while (end < entries.size() && ends(entries[end]) == ends(entries[i])) ++end;
        const auto half = static_cast<std::size_t>(std::count_if(entries.begin() + static_cast<std::ptrdiff_t>(i),
                                                                 entries.begin() + static_cast<std::ptrdiff_t>(end),
                                                                 [](const Neighbour& n) { return n.from <= n.to; }));
        const bool loop = entries[i].from == entries[i].to;
        if (!loop && 2 * half != end - i) {
            const Neighbour& n = 2 * half > end - i ? entries[i] : entries[end - 1];
            fail_at(source, n.at, std::to_string(n.to + 1),
                    "every link on the lines of both its ends, node " + std::to_string(n.to + 1) +
                        " does not name node " + std::to_string(n.from + 1));
        }
        for (std::size_t k = 0; k < half; ++k) {
            links.push_back({entries[i + k].from, entries[i + k].to, entries[i + k].at, entries[i + k].latency,
                             loop ? no_latency : entries[i + half + k].latency, false});
        }
        i = end;
    }
    return links;
}

}  // namespace

Network read_metis(const Source& source, const GraphFileOptions& options, std::string_view title) {
    std::vector<Text> lines = lines_of(source);
    if (lines.empty()) fail_empty(source, "the counts of nodes and links");
    const Line first = words_of(lines[0]);
    const Head head = read_head(source, first);
    if (options.directed)
        fail_at(source, first[0].at, first[0].text, "METIS without --directed, its links go both ways");
    while (lines.size() > head.nodes + std::size_t{1} &&
           lines.back().line.find_first_not_of(" \t\r") == std::string_view::npos)
        lines.pop_back();
    if (lines.size() - 1 != head.nodes)
        fail_at(source, first[0].at, first[0].text,
                "as many nodes as lines, " + std::to_string(lines.size() - 1) + " follow");
    RawGraph graph;
    std::vector<Neighbour> entries;
    for (std::uint32_t v = 0; v < head.nodes; ++v) {
        graph.node(std::to_string(v + 1));
        const Line words = words_of(lines[v + 1]);
        if (words.size() < head.skipped)
            fail(source, {lines[v + 1].number, 1},
                 "found " + std::to_string(words.size()) + " words, need " + std::to_string(head.skipped) +
                     " weights first");
        for (std::size_t i = 0; i < head.skipped; ++i) {
            if (!is_number(words[i].text)) fail_at(source, words[i].at, words[i].text, "a weight, which is a number");
        }
        for (std::size_t i = head.skipped; i < words.size(); i += head.weights ? 2 : 1) {
            Neighbour n{v, whole_number(source, words[i], 1, head.nodes, "a node") - 1, no_latency, words[i].at};
            if (head.weights) {
                if (i + 1 == words.size())
                    fail_at(source, words[i].at, words[i].text, "a weight after every neighbour");
                if (options.weights == FileWeights::latency)
                    n.latency = whole_number(source, words[i + 1], 1, most_link_cycles, "a latency in cycles");
                else if (!is_number(words[i + 1].text))
                    fail_at(source, words[i + 1].at, words[i + 1].text, "a weight, which is a number");
            }
            entries.push_back(n);
        }
    }
    graph.links = links_of(source, entries);
    const auto loops = static_cast<std::size_t>(
        std::count_if(graph.links.begin(), graph.links.end(), [](const RawLink& l) { return l.a == l.b; }));
    if (graph.links.size() != head.links && graph.links.size() - loops != head.links)
        fail_at(source, first[1].at, first[1].text, "the " + std::to_string(graph.links.size()) + " links that follow");
    if (head.weights && !options.weights)
        graph.remarks.emplace_back("weights ignored, --weights latency takes them for cycles");
    return network_of(source, std::move(graph), options, title);
}

}  // namespace wafernet::graph_formats
