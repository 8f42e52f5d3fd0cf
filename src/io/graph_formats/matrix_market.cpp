// Matrix Market exchange format, coordinate matrices (math.nist.gov/MatrixMarket/formats.html): entry (i, j) is the
// link from i to j.
#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

bool begins_as_matrix_market(const Source& source) {
    return lower(std::string_view(source.text).substr(0, 14)) == "%%matrixmarket";
}

void read_matrix_market(const Source& source, RawGraph& graph) {
    if (!begins_as_matrix_market(source))
        fail({1, 1}, "need '%%MatrixMarket matrix coordinate pattern symmetric' or the like");
    Line banner = bare_words(source, 1);
    for (Word& word : banner) word.text = lower(word.text);
    const auto choose = [&](std::size_t at, std::initializer_list<std::string_view> words, const std::string& what) {
        if (banner.size() <= at) fail({1, source.line(1).size() + 1}, "found the end of the line, need " + what);
        if (!one_of(banner[at].text, words)) need(banner[at], what);
        return banner[at].text;
    };
    choose(1, {"matrix"}, "'matrix'");
    choose(2, {"coordinate"}, "'coordinate': an array has no links of its own");
    const std::string field = choose(3, {"real", "integer", "complex", "pattern"}, "real, integer, complex or pattern");
    const std::string symmetry = choose(4, {"general", "symmetric", "skew-symmetric", "hermitian"},
                                        "general, symmetric, skew-symmetric or hermitian");
    const std::size_t values = field == "pattern" ? 0 : field == "complex" ? 2 : 1;

    std::vector<Line> lines = words_of_lines(source, {.comments = false});
    std::erase_if(lines, [](const Line& line) { return line[0].text.starts_with('%'); });
    if (lines.empty()) fail("found no size, need a line with rows, columns and entries");
    const Line& size = lines[0];
    const std::size_t entries = lines.size() - 1;
    if (size.size() != 3) need(size.back(), "rows, columns and entries on a line");
    const std::uint32_t rows = whole_number(size[0], 1, most, "a number of rows");
    if (whole_number(size[1], 1, most, "a number of columns") != rows)
        need(size[1], fmt::format("as many columns as rows, {}", rows));
    if (whole_number(size[2], 0, most, "a number of entries") != entries)
        need(size[2], fmt::format("the {} entries that follow", entries));
    graph.add_numbered(size[0], 1, rows, entries);
    graph.direction = symmetry == "general" ? Direction::one_way : Direction::both_ways;
    graph.says_so = banner[4].at;
    graph.drops_loops = true;
    for (std::size_t l = 1; l < lines.size(); ++l) {
        const Line& line = lines[l];
        if (line.size() < 2 + values)
            need(line.back(), values == 0 ? "a row and a column" : "a row, a column and a value");
        if (line.size() > 2 + values) need(line[2 + values], "the end of the line");
        RawLink link{whole_number(line[0], 1, rows, "a row") - 1, whole_number(line[1], 1, rows, "a column") - 1,
                     line[1].at};
        if (symmetry != "general" && link.b > link.a)
            need(line[1], "a column up to the row: of a " + symmetry + " matrix one triangle is stored");
        for (std::size_t i = 2; i < line.size() && link.a != link.b; ++i) {
            if (!is_number(line[i].text)) need(line[i], "a value, which is a number");
            if (i == 2) graph.attributes.weigh(line[i], link);
        }
        graph.links.push_back(link);
    }
}

}  // namespace

const GraphFormat matrix_market_format{"matrix-market", "Matrix Market",         "%%MatrixMarket matrix coordinate ..",
                                       ".mtx",          begins_as_matrix_market, read_matrix_market};

}  // namespace wafernet::graph_formats
