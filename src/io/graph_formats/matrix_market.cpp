// Matrix Market exchange format, coordinate matrices (math.nist.gov/MatrixMarket/formats.html): entry (i, j) is the
// link from i to j.
#include <algorithm>

#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

bool begins_as_matrix_market(const Source& source) {
    return lower(std::string_view(source.text).substr(0, 14)) == "%%matrixmarket";
}

Network read_matrix_market(const Source& source, const GraphFileOptions& options, std::string_view title) {
    const Source head{source.path, source.text.substr(0, source.text.find('\n'))};
    std::vector<Line> first = words_of_lines(head, {Separator::blanks, false});
    if (!begins_as_matrix_market(source))
        throw InputError(shown(source.path) +
                         ":1:1: need '%%MatrixMarket matrix coordinate pattern symmetric' or the like");
    Line& banner = first[0];
    for (Word& word : banner) word.text = lower(word.text);
    const auto choose = [&](std::size_t at, std::initializer_list<std::string_view> words, const std::string& need) {
        if (banner.size() <= at) fail(source, {1, head.text.size() + 1}, "found the end of the line, need " + need);
        if (std::find(words.begin(), words.end(), banner[at].text) == words.end())
            fail_at(source, banner[at].at, banner[at].text, need);
        return banner[at].text;
    };
    choose(1, {"matrix"}, "'matrix'");
    choose(2, {"coordinate"}, "'coordinate': an array has no links of its own");
    const std::string field = choose(3, {"real", "integer", "complex", "pattern"}, "real, integer, complex or pattern");
    const std::string symmetry = choose(4, {"general", "symmetric", "skew-symmetric", "hermitian"},
                                        "general, symmetric, skew-symmetric or hermitian");
    const std::size_t values = field == "pattern" ? 0 : field == "complex" ? 2 : 1;

    std::vector<Line> lines = words_of_lines(source, {Separator::blanks, false});
    std::erase_if(lines, [](const Line& line) { return line[0].text.starts_with('%'); });
    if (lines.empty())
        throw InputError(shown(source.path) + ": found no size, need a line with rows, columns and entries");
    const Line size = lines[0];
    constexpr std::uint32_t most = 0x7FFFFFFEU;
    if (size.size() != 3) fail_at(source, size.back().at, size.back().text, "rows, columns and entries on a line");
    const std::uint32_t rows = whole_number(source, size[0], 1, most, "a number of rows");
    if (whole_number(source, size[1], 1, most, "a number of columns") != rows)
        fail_at(source, size[1].at, size[1].text, "as many columns as rows, " + std::to_string(rows));
    if (whole_number(source, size[2], 0, most, "a number of entries") != lines.size() - 1)
        fail_at(source, size[2].at, size[2].text, "the " + std::to_string(lines.size() - 1) + " entries that follow");
    RawGraph graph;
    add_numbered(source, graph, size[0], 1, rows, lines.size() - 1);
    graph.direction = symmetry == "general" ? Direction::one_way : Direction::both_ways;
    graph.says_so = banner[4].at;
    graph.drops_loops = true;
    LatencyReader latency(source, options);
    for (std::size_t l = 1; l < lines.size(); ++l) {
        const Line& line = lines[l];
        if (line.size() < 2 + values)
            fail_at(source, line.back().at, line.back().text,
                    values == 0 ? "a row and a column" : "a row, a column and a value");
        if (line.size() > 2 + values)
            fail_at(source, line[2 + values].at, line[2 + values].text, "the end of the line");
        RawLink link{whole_number(source, line[0], 1, rows, "a row") - 1,
                     whole_number(source, line[1], 1, rows, "a column") - 1, line[1].at};
        if (symmetry != "general" && link.b > link.a)
            fail_at(source, line[1].at, line[1].text,
                    "a column up to the row: of a " + symmetry + " matrix one triangle is stored");
        if (values > 0 && link.a != link.b) {
            for (std::size_t i = 2; i < line.size(); ++i) {
                if (!is_number(line[i].text)) fail_at(source, line[i].at, line[i].text, "a value, which is a number");
            }
            latency.weigh(line[2], link);
        }
        graph.links.push_back(link);
    }
    latency.finish(graph);
    return network_of(source, std::move(graph), options, title);
}

}  // namespace wafernet::graph_formats
