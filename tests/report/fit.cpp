// Text that fits a terminal of some width.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "base/text.hpp"
#include "report/layout.hpp"
#include "wafernet/report/render.hpp"

using namespace wafernet;

namespace {

std::size_t widest_line(const std::string& text) {
    std::size_t most = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) most = std::max(most, characters(line));
    return most;
}

// Ten columns of numbers under names of 12 characters, three rows.
Table numbers(int rows) {
    Table table{"ten figures", {{"network", ""}}, {}, {}};
    for (int c = 0; c < 10; ++c)
        table.columns.push_back({"figure_no_" + std::string(1, static_cast<char>('0' + c)), ""});
    for (int r = 0; r < rows; ++r) {
        std::vector<Value> row{"net:" + std::to_string(r)};
        for (int c = 0; c < 10; ++c) row.emplace_back(std::int64_t{100 * r + c});
        table.add(std::move(row));
    }
    return table;
}

RenderOptions wide(std::size_t width) { return {Format::text, width}; }

}  // namespace

TEST_CASE("what fits is laid out as without a width") {
    CHECK(render(numbers(3), wide(200)) == render(numbers(3), {}));
    CHECK(render(numbers(3), wide(widest_line(render(numbers(3), {})))) == render(numbers(3), {}));
}

TEST_CASE("a table of few rows and many columns is turned, a column a line") {
    CHECK(render(numbers(2), wide(60)) ==
          "ten figures\n"
          "network      net:0  net:1\n"
          "figure no 0      0    100\n"
          "figure no 1      1    101\n"
          "figure no 2      2    102\n"
          "figure no 3      3    103\n"
          "figure no 4      4    104\n"
          "figure no 5      5    105\n"
          "figure no 6      6    106\n"
          "figure no 7      7    107\n"
          "figure no 8      8    108\n"
          "figure no 9      9    109\n");
}

TEST_CASE("a table of many rows is split into blocks of columns that repeat the first") {
    const std::string text = render(numbers(20), wide(40));
    CHECK(widest_line(text) <= 40);
    // Two columns a block beside the network, each block with a head and 20 rows, an empty line between.
    CHECK(std::count(text.begin(), text.end(), '\n') == 1 + 5 * 21 + 4);
    CHECK(text.find("network  figure no 0  figure no 1\n") != std::string::npos);
    CHECK(text.find("network  figure no 8  figure no 9\n") != std::string::npos);
    CHECK(text.find("net:19          1908         1909\n") != std::string::npos);
}

TEST_CASE("where the first column does not tell rows apart a block repeats the one that does") {
    Table table{"",
                {{"network", ""},
                 {"routing", ""},
                 {"load", ""},
                 {"a_figure_of_some_length", ""},
                 {"another_figure_of_length", ""}},
                {},
                {}};
    for (int i = 0; i < 20; ++i)
        table.add({std::string(i < 10 ? "mesh:8x8" : "torus:8x8"), std::string("dor"), 0.1 * i, std::int64_t{i},
                   std::int64_t{-i}});
    const std::string text = render(table, wide(50));
    CHECK(widest_line(text) <= 50);
    CHECK(text.find("network    load  another figure of length\n") != std::string::npos);
    CHECK(repeated_columns(table) == std::vector<std::size_t>{0, 2});
}

TEST_CASE("long texts take several lines, in cells, titles, footnotes and notes") {
    Table table{"a title that is longer than the terminal is wide, as titles of published tables are",
                {{"id", ""}, {"text", ""}},
                {},
                {"  a note with blanks in front of it that goes on for more than the forty characters of the line"}};
    table.add(
        {std::string("one"), std::string("a cell of words that needs more than one line on so narrow a terminal")});
    table.add({std::string("two"),
               Missing{"a reason that is as long as reasons are when they say what was found and what is needed"}});
    const std::string text = render(table, wide(40));
    CHECK(widest_line(text) <= 40);
    CHECK(text.find("\none  a cell of words that needs more\n     than one line on so narrow a\n     terminal\n") !=
          std::string::npos);
    CHECK(text.find("two  - [1]\n") != std::string::npos);
    CHECK(text.find("\n  a note with blanks in front of it that\n    goes on") != std::string::npos);
}

TEST_CASE("no line is longer than any width unless one word of a cell is") {
    Table table = numbers(13);
    table.columns.push_back({"place", ""});
    for (auto& row : table.rows) row.emplace_back(std::string("level 2, axis y- (wrap-around)"));
    table.rows[5][3] = Missing{"takes long"};
    for (const int rows : {1, 5, 13}) {
        Table some = table;
        some.rows.resize(static_cast<std::size_t>(rows));
        for (std::size_t width = 1; width < 200; ++width) {
            CAPTURE(width);
            const std::string text = render(some, wide(width));
            CHECK(widest_line(text) <= std::max<std::size_t>(width, 13));  // "(wrap-around)"
            CHECK(text.find(" \n") == std::string::npos);
        }
    }
}

TEST_CASE("an empty table has its head at any width, and the other formats have no width") {
    CHECK(render(Table{"", {{"a", ""}, {"b", ""}}, {}, {}}, wide(1)) == "a\nb\n");
    CHECK(render(Table{"", {{"a", ""}, {"b", ""}}, {}, {}}, wide(80)) == "a  b\n");
    for (const Format format : {Format::csv, Format::json, Format::markdown})
        CHECK(render(numbers(3), {format, 10}) == render(numbers(3), {format}));
}

TEST_CASE("control characters, line ends and escape sequences are shown, not obeyed") {
    Table table{"title\x1b[2J", {{"node", ""}}, {}, {"note\r\nmore"}};
    table.add({std::string("a\nb\x1b[31m\xC2\x9B")});
    for (const auto& options : {RenderOptions{}, wide(80)}) {
        CHECK(render(table, options) == "title\\x1b[2J\nnode\na\\nb\\x1b[31m\\u009b\nnote\\r\\nmore\n");
    }
}
