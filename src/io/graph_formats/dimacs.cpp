// DIMACS challenge formats: "p edge n m" with "e u v" (colouring, clique), "p sp n m" or "p max n m" with "a u v w"
// (paths, flows), and those of the PACE challenges, "p tw n m" with "u v".
#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

bool begins_as_dimacs(const Source& source) {
    for (std::size_t number = 1; number <= source.starts.size(); ++number) {
        const Line words = bare_words(source, number);
        if (words.empty() || words[0].text == "c") continue;
        if (words[0].text != "p" || words.size() < 3 || !is_whole(words.back().text)) return false;
        return one_of(words[1].text, {"edge", "edges", "col", "colour", "clq", "sp", "max", "min", "cnf", "asn"}) ||
               (words.size() == 4 && is_whole(words[2].text) && !is_number(words[1].text));
    }
    return false;
}

void read_dimacs(const Source& source, RawGraph& graph) {
    graph.pairs_are_ways_back = true;
    std::vector<Line> lines = words_of_lines(source, {.comments = false});
    std::erase_if(lines, [](const Line& line) { return line[0].text == "c"; });
    if (lines.empty() || lines[0][0].text != "p") fail("found no problem line, need 'p edge NODES LINKS'");
    const Line problem = lines[0];
    if (problem.size() != 4) need(problem.back(), "'p edge NODES LINKS'");
    const std::string kind = problem[1].text;
    const bool bare = one_of(kind, {"tw", "tdp", "cep", "ds", "vc"});
    const bool edges = bare || one_of(kind, {"edge", "edges", "col", "colour", "clq"});
    if (!edges && !one_of(kind, {"sp", "max", "min"}))
        need(problem[1], "edge, col, sp, max or min, or tw, tdp, cep, ds or vc: other problems are no graphs");
    const std::uint32_t nodes = whole_number(problem[2], 1, most, "a number of nodes");
    const std::uint32_t links = whole_number(problem[3], 0, most, "a number of links");
    graph.add_numbered(problem[2], 1, nodes, lines.size() - 1);
    graph.direction = edges ? Direction::both_ways : Direction::one_way;
    graph.says_so = problem[1].at;
    const char* const form = bare ? "'NODE NODE'" : edges ? "'e NODE NODE'" : "'a NODE NODE WEIGHT'";
    for (std::size_t l = 1; l < lines.size(); ++l) {
        Line& line = lines[l];
        if (bare) line.insert(line.begin(), {"e", line[0].at});
        const std::string& what = line[0].text;
        if (one_of(what, {"n", "d", "v", "x"})) continue;  // values of nodes, and where they are drawn
        if (what != (edges ? "e" : "a") || line.size() < 3) need(line[bare ? 1 : 0], form);
        if (line.size() > (kind == "min" ? 6U : 4U)) need(line.back(), "the end of the line");
        RawLink link{whole_number(line[1], 1, nodes, "a node") - 1, whole_number(line[2], 1, nodes, "a node") - 1,
                     line[2].at};
        if (line.size() > 3) {
            if (!is_number(line[3].text)) need(line[3], "a weight, which is a number");
            graph.attributes.weigh(line[3], link);
        }
        graph.links.push_back(link);
    }
    // Some files count a link that stands there in both directions once, others twice.
    const std::size_t found = graph.links.size();
    if (found != links && !(edges && (found == std::size_t{2} * links || std::size_t{2} * found == links)))
        need(problem[3], fmt::format("the {} links that follow", found));
}

}  // namespace

const GraphFormat dimacs_format{"dimacs",       "DIMACS",         "p edge n m, then e u v or a u v",
                                ".dimacs .col", begins_as_dimacs, read_dimacs};

}  // namespace wafernet::graph_formats
