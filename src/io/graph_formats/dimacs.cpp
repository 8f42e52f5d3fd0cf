// DIMACS challenge formats: "p edge n m" with "e u v" (colouring, clique), "p sp n m" or "p max n m" with "a u v w"
// (paths, flows), and those of the PACE challenges, "p tw n m" with "u v".
#include <algorithm>

#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr std::uint32_t most = 0x7FFFFFFEU;

}  // namespace

bool begins_as_dimacs(const Source& source) {
    for (std::size_t at = 0; at < source.text.size();) {
        const std::size_t end = std::min(source.text.find('\n', at), source.text.size());
        const std::string_view text = std::string_view(source.text).substr(at, end - at);
        at = end + 1;
        if (text.find_first_not_of(" \t\r") == std::string_view::npos || text == "c" || text.starts_with("c ") ||
            text.starts_with("c\t") || text == "c\r")
            continue;
        if (!text.starts_with("p ") && !text.starts_with("p\t")) return false;
        const std::vector<Line> words = words_of_lines({source.path, std::string(text)}, {Separator::blanks, false});
        if (words[0].size() < 3 || !is_whole(words[0].back().text)) return false;
        return one_of(words[0][1].text, {"edge", "edges", "col", "colour", "clq", "sp", "max", "min", "cnf", "asn"}) ||
               (words[0].size() == 4 && is_whole(words[0][2].text) && !is_number(words[0][1].text));
    }
    return false;
}

Network read_dimacs(const Source& source, const GraphFileOptions& options, std::string_view title) {
    RawGraph graph;
    graph.pairs_are_ways_back = true;
    LatencyReader latency(source, options);
    std::vector<Line> lines = words_of_lines(source, {Separator::blanks, false});
    std::erase_if(lines, [](const Line& line) { return line[0].text == "c"; });
    if (lines.empty() || lines[0][0].text != "p")
        throw InputError(shown(source.path) + ": found no problem line, need 'p edge NODES LINKS'");
    const Line problem = lines[0];
    if (problem.size() != 4) fail_at(source, problem.back().at, problem.back().text, "'p edge NODES LINKS'");
    const std::string kind = problem[1].text;
    const bool bare = one_of(kind, {"tw", "tdp", "cep", "ds", "vc"});
    const bool edges = bare || one_of(kind, {"edge", "edges", "col", "colour", "clq"});
    if (!edges && !one_of(kind, {"sp", "max", "min"}))
        fail_at(source, problem[1].at, kind,
                "edge, col, sp, max or min, or tw, tdp, cep, ds or vc: other problems are no graphs");
    const std::uint32_t nodes = whole_number(source, problem[2], 1, most, "a number of nodes");
    const std::uint32_t links = whole_number(source, problem[3], 0, most, "a number of links");
    add_numbered(source, graph, problem[2], 1, nodes, lines.size() - 1);
    graph.direction = edges ? Direction::both_ways : Direction::one_way;
    graph.says_so = problem[1].at;
    const char* const need = bare ? "'NODE NODE'" : edges ? "'e NODE NODE'" : "'a NODE NODE WEIGHT'";
    for (std::size_t l = 1; l < lines.size(); ++l) {
        Line& line = lines[l];
        if (bare) line.insert(line.begin(), {"e", line[0].at, false});
        const std::string& what = line[0].text;
        if (one_of(what, {"n", "d", "v", "x"})) continue;  // values of nodes, and where they are drawn
        if (what != (edges ? "e" : "a") || line.size() < 3)
            fail_at(source, line[0].at, bare ? line[1].text : what, need);
        if (line.size() > (kind == "min" ? 6U : 4U))
            fail_at(source, line.back().at, line.back().text, "the end of the line");
        RawLink link{whole_number(source, line[1], 1, nodes, "a node") - 1,
                     whole_number(source, line[2], 1, nodes, "a node") - 1, line[2].at};
        if (line.size() > 3) {
            if (!is_number(line[3].text)) fail_at(source, line[3].at, line[3].text, "a weight, which is a number");
            latency.weigh(line[3], link);
        }
        graph.links.push_back(link);
    }
    // Some files count a link that stands there in both directions once, others twice.
    const std::size_t found = graph.links.size();
    if (found != links && !(edges && (found == std::size_t{2} * links || std::size_t{2} * found == links))) {
        fail_at(source, problem[3].at, problem[3].text, "the " + std::to_string(found) + " links that follow");
    }
    latency.finish(graph);
    return network_of(source, std::move(graph), options, title);
}

}  // namespace wafernet::graph_formats
