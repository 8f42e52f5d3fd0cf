#include "wafernet/report/render.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <random>

#include "parsers.hpp"
#include "wafernet/base/error.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

// Texts that break careless writers.
const std::vector<std::string> nasty = {"",
                                        "a,b",
                                        "a;b",
                                        "say \"hi\"",
                                        "two\r\nlines",
                                        "two\nlines",
                                        "=1+1",
                                        "+1",
                                        "-1",
                                        "@models/x.toml",
                                        "\t=1",
                                        "\r=1",
                                        "a|b",
                                        "<b>*x*`",
                                        "\\",
                                        "back\\slash",
                                        "\x1b[31m",
                                        "\x01",
                                        "\"",
                                        "htn:4,4,2,1",
                                        "grüße",
                                        "\xff\xfe",
                                        "\xc0\xaf",
                                        "\xed\xa0\x80",
                                        "\xf4\x90\x80\x80",
                                        "\xe2\x82",
                                        "日本",
                                        "1.5",
                                        " x ",
                                        std::string("nul\0!", 5)};

Table of_texts() {
    Table table{"nasty | \"texts\"", {{"text", ""}, {"number", ""}}, {}, {}};
    for (const std::string& text : nasty) table.add({text, std::int64_t{-1}});
    return table;
}

Table mixed() {
    Table table{"a title", {{"name", ""}, {"count", ""}, {"mean_hops", "mean (hops)", 2}}, {}, {"a note"}};
    table.add({std::string("mesh:4x4"), std::int64_t{16}, 2.6666666666666665});
    table.add({std::string("x"), Missing{"not connected"}, Missing{"not connected"}});
    table.add({std::string("ring:1024"), std::int64_t{1024}, 256.25});
    return table;
}

}  // namespace

TEST_CASE("every text survives CSV and an independent reader") {
    const auto records = parse_csv(render(of_texts(), {Format::csv}), ',');
    REQUIRE(records.has_value());
    REQUIRE(records->size() == nasty.size() + 1);
    for (std::size_t i = 0; i < nasty.size(); ++i) {
        CAPTURE(nasty[i]);
        CHECK((*records)[i + 1].at(0) == nasty[i]);
        CHECK((*records)[i + 1].at(1) == "-1");
    }
}

TEST_CASE("numbers in CSV and JSON read back as the same bits") {
    std::mt19937_64 random(7);
    Table table{"", {{"x", ""}}, {}, {}};
    std::vector<double> numbers = {
        0.0, -0.0, 0.1, 1e300, 5e-324, 1.7976931348623157e308, 1e20, 123456789012345680.0, 1.0 / 3.0};
    while (numbers.size() < 2000) {
        double number = 0;
        const std::uint64_t bits = random();
        std::memcpy(&number, &bits, sizeof number);
        if (number - number == 0) numbers.push_back(number);
    }
    for (const double number : numbers) table.add({number});
    const auto plain = parse_csv(render(table, {Format::csv}), ',');
    REQUIRE(plain->size() == numbers.size() + 1);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string& text = (*plain)[i + 1][0];
        double back = 0;
        std::from_chars(text.data(), text.data() + text.size(), back);
        const double kept = numbers[i] == 0.0 ? 0.0 : numbers[i];  // minus zero is written as a zero
        CHECK(std::memcmp(&back, &kept, sizeof back) == 0);
    }
    CHECK(JsonCheck::valid(render(table, {Format::json})));
}

TEST_CASE("the JSON checker of these tests refuses what is not JSON") {
    for (const char* bad : {"", "[", "[1,]", "{\"a\" 1}", "[01]", "[1.]", "[nan]", "[\"\x01\"]", "[\"\xff\"]", "[1] 2",
                            "{'a': 1}", "[\"\\x\"]"}) {
        CAPTURE(bad);
        CHECK_FALSE(JsonCheck::valid(bad));
    }
    CHECK(JsonCheck::valid("[{\"a\": -1.5e+3, \"b\": null, \"c\": \"\\u0000 \xc3\xbc\"}, [], {}]\n"));
}

TEST_CASE("every text gives valid JSON") {
    CHECK(JsonCheck::valid(render(of_texts(), {Format::json})));
    CHECK(JsonCheck::valid(render(Table{"", {{"x", ""}}, {}, {}}, {Format::json})));
    CHECK(JsonCheck::valid(render(std::vector{of_texts(), mixed(), Table{}}, {Format::json})));
}

TEST_CASE("a missing value is an empty cell, null with its reason, or a dash with a footnote") {
    CHECK(render(mixed(), {Format::csv}) ==
          "name,count,mean_hops\r\nmesh:4x4,16,2.6666666666666665\r\nx,,\r\nring:1024,1024,256.25\r\n");
    CHECK(render(mixed(), {Format::json}) ==
          "[\n  {\"name\": \"mesh:4x4\", \"count\": 16, \"mean_hops\": 2.6666666666666665},\n"
          "  {\"name\": \"x\", \"count\": null, \"count_missing\": \"not connected\", \"mean_hops\": null, "
          "\"mean_hops_missing\": \"not connected\"},\n"
          "  {\"name\": \"ring:1024\", \"count\": 1024, \"mean_hops\": 256.25}\n]\n");
    CHECK(render(mixed(), {Format::text}) ==
          "a title\n"
          "name       count  mean (hops)\n"
          "mesh:4x4      16         2.67\n"
          "x          - [1]        - [1]\n"
          "ring:1024   1024       256.25\n"
          "[1] not connected\n"
          "a note\n");
    CHECK(render(mixed(), {Format::markdown}) ==
          "**a title**\n\n| name | count | mean (hops) |\n|---|---:|---:|\n| mesh:4x4 | 16 | 2.67 |\n"
          "| x | - not connected | - not connected |\n| ring:1024 | 1024 | 256.25 |\n\na note\n");
}

TEST_CASE("text has no control characters and no blanks at the ends of lines") {
    const std::string text = render(of_texts(), {Format::text});
    for (const char c : text) CHECK((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
    CHECK(text.find(" \n") == std::string::npos);
}

TEST_CASE("Markdown keeps one line a row and escapes what would be read as markup") {
    Table table = of_texts();
    table.rows.back()[1] = std::int64_t{-2};  // else the column would be a line above the table
    const std::string text = render(table, {Format::markdown});
    CHECK(std::count(text.begin(), text.end(), '\n') == static_cast<std::ptrdiff_t>(nasty.size() + 4));
    CHECK(text.find("| a\\|b | -1 |") != std::string::npos);
    CHECK(text.find("| \\<b>\\*x\\*\\` | -1 |") != std::string::npos);
    CHECK(text.find("| back\\\\slash |") != std::string::npos);
}

TEST_CASE("text columns line up for letters outside ASCII") {
    Table table{"", {{"a", ""}, {"b", ""}}, {}, {}};
    table.add({std::string("grüße"), std::int64_t{1}});
    table.add({std::string("gruss"), std::int64_t{22}});
    CHECK(render(table, {Format::text}) == "a       b\ngrüße   1\ngruss  22\n");
}

TEST_CASE("a number that is not finite never gets into a table") {
    Table table{"", {{"x", ""}}, {}, {}};
    CHECK_THROWS_AS(table.add({std::numeric_limits<double>::quiet_NaN()}), ComputationError);
    CHECK_THROWS_AS(table.add({std::numeric_limits<double>::infinity()}), ComputationError);
    CHECK(table.rows.empty());
}

TEST_CASE("minus zero is a zero in every format, also where it comes from rounding") {
    Table table{"", {{"x", ""}, {"y", ""}}, {}, {}};
    table.columns[1].decimals = 2;
    table.add({-0.0, -0.001});
    for (const Format format : {Format::text, Format::csv, Format::json, Format::markdown}) {
        const std::string out = render(table, {format});
        CHECK(out.find("-0,") == std::string::npos);
        CHECK(out.find("-0.00 ") == std::string::npos);
        CHECK(out.find("-0.00\n") == std::string::npos);
    }
    CHECK(render(table, {Format::text}).find("0.00") != std::string::npos);
}

TEST_CASE("marks that turn the direction of a text are shown, not obeyed") {
    for (const char* mark : {"\xE2\x80\xAE", "\xE2\x81\xA6", "\xD8\x9C", "\xE2\x80\x8F", "\xC2\x9B"}) {
        Table table{"", {{"node", ""}}, {}, {}};
        table.add({std::string("a") + mark + "b"});
        for (const Format format : {Format::text, Format::json, Format::markdown}) {
            const std::string out = render(table, {format});
            CAPTURE(out);
            CHECK(out.find(mark) == std::string::npos);
            CHECK(out.find("a\\u") != std::string::npos);
            CHECK((format != Format::json || JsonCheck::valid(out)));
        }
    }
}

TEST_CASE("several tables are one valid output in every format") {
    const std::vector<Table> two{mixed(), mixed()};
    CHECK(render(two, {Format::text}) == render(mixed(), {}) + "\n" + render(mixed(), {}));
    CHECK(parse_csv(render(two, {Format::csv}), ',')->size() ==
          9);  // the empty line between is a record of one empty field
    CHECK(render(std::vector{mixed()}, {Format::json}) == render(mixed(), {Format::json}));
    CHECK(render(two, {Format::json}).starts_with("[\n{\"title\": \"a title\", \"rows\": ["));
}
