// Figures: what is drawn are the numbers, and texts stay what they are.
#include "wafernet/report/plot.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <set>
#include <sstream>

#include "base/program.hpp"
#include "report/gnuplot_script.hpp"
#include "report/plot_range.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/report/plot_table.hpp"

using namespace wafernet;

namespace {

Plot two_curves() {
    return {.title = "two",
            .x = {"load (flits)"},
            .y = {"latency (cycles)"},
            .series = {{"first", {{0.1, 10.0}, {0.2, 20.0}}}, {"second", {{0.1, 5.0, 1.0}, {0.3, 30.0, 2.0}}}}};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t longest_line(const std::string& text) {
    std::istringstream lines(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    return longest;
}

std::string refusal(const Plot& plot) {
    try {
        static_cast<void>(draw({&plot, 1}, Picture::text));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("ticks are round numbers within the range") {
    CHECK(ticks({0.0, 1.0}, 5) == std::vector<double>{0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0});
    CHECK(ticks({0.0, 37.0}, 5) == std::vector<double>{0.0, 10.0, 20.0, 30.0});
    const PlotRange range = y_range(two_curves());
    CHECK(range.least == 0.0);
    CHECK(range.most > 32.0);
    CHECK(range.most < 36.0);
}

TEST_CASE("a plot in text has axes, marks, legend, and no line longer than asked for") {
    const Plot plot = two_curves();
    for (const std::size_t width : {40, 80, 132}) {
        const std::string text = draw({&plot, 1}, Picture::text, width);
        CHECK(longest_line(text) <= width);
        CHECK(has(text, "latency (cycles)"));
        CHECK(has(text, "load (flits)"));
        CHECK(has(text, "o  first\nx  second\n"));
        CHECK(has(text, "30 +"));
    }
}

TEST_CASE("bars in text carry their names and values") {
    const Plot plot{.title = "bars",
                    .kind = PlotKind::bars,
                    .x = {"network", {"mesh:8x8", "torus:8x8"}},
                    .y = {"links"},
                    .series = {{"", {{0, 112}, {1, 128}}}}};
    const std::string text = draw({&plot, 1}, Picture::text, 60);
    CHECK(has(text, "mesh:8x8   112 "));
    CHECK(has(text, "torus:8x8  128 "));
    CHECK(longest_line(text) <= 60);
}

TEST_CASE("a map in text shows the greatest of tiles that share a character") {
    Plot plot{.title = "map", .kind = PlotKind::map, .x = {}, .y = {}, .value_label = "load"};
    for (int i = 0; i < 200; ++i) plot.tiles.push_back({static_cast<double>(i), 0.0, i == 137 ? 3.0 : 0.0});
    const std::string text = draw({&plot, 1}, Picture::text, 50);
    CHECK(has(text, "@"));
    CHECK(longest_line(text) <= 50);
}

TEST_CASE("what cannot be drawn is refused with its name") {
    Plot plot = two_curves();
    plot.series.clear();
    CHECK(refusal(plot) == "figure 'two' has no number that could be drawn");
    plot.series.resize(19, {"s", {{1, 1}}});
    CHECK(has(refusal(plot), "19 series, need at most 18"));
    plot.series = {{"s", {{1, std::numeric_limits<double>::infinity()}}}};
    CHECK(has(refusal(plot), "infinite"));
    plot.series = {{"s", {{1, 0.0}}}};
    plot.y.logarithmic = true;
    CHECK(has(refusal(plot), "0 on a logarithmic axis"));
    CHECK_THROWS_AS(static_cast<void>(draw({}, Picture::text)), InputError);
}

TEST_CASE("texts in a script are quoted, control characters and quotes among them") {
    Plot plot = two_curves();
    plot.title = "it's `id` \"x\" \n set output 'y'";
    plot.series.front().name = "a_b^c{d}<script>";
    const std::string script = gnuplot_script({&plot, 1}, Picture::svg);
    CHECK(has(script, "set title 'it''s `id` \"x\" \\n set output ''y'''\n"));
    CHECK(has(script, "title 'a_b^c{d}<script>'"));
    CHECK(has(script, "noenhanced"));
}

TEST_CASE("several figures have one heading, and the notes below them all, in columns where they are many and short") {
    std::vector<Plot> plots{two_curves(), two_curves(), two_curves()};
    plots[0].heading = "all three";
    for (int i = 0; i < 12; ++i) plots[i % 3].notes.push_back("note " + std::to_string(i));
    const std::string script = gnuplot_script(plots, Picture::svg);
    std::set<std::string> columns;
    std::istringstream lines(script);
    std::size_t notes = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find(" at screen ");
        if (at == std::string::npos) continue;
        const std::string place = line.substr(at + 11);
        if (has(line, "'all three'")) CHECK(place.starts_with("0.5,"));
        if (has(line, "'note ")) ++notes, columns.insert(place.substr(0, place.find(',')));
    }
    CHECK(notes == 12);
    CHECK(columns.size() == 3);
    CHECK(draw(plots, Picture::text, 80).starts_with("all three\n"));
}

TEST_CASE("pictures are what their names say, text of SVG stays text") {
    if (!found_program("gnuplot")) {
        MESSAGE("gnuplot is not installed: pictures are not drawn");
        return;
    }
    Plot plot = two_curves();
    plot.series.front().name = "<script>alert(1)</script> & a_b";
    plot.notes = {"a note below"};
    const std::string svg = draw({&plot, 1}, Picture::svg);
    CHECK(has(svg, "&lt;script>alert(1)&lt;/script> &amp; a_b"));
    CHECK_FALSE(has(svg, "<script>alert"));
    CHECK(has(svg, "latency (cycles)"));
    CHECK(has(svg, "a note below"));
    CHECK(has(svg, "</svg>"));
    CHECK(draw({&plot, 1}, Picture::svg) == svg);
    CHECK(draw({&plot, 1}, Picture::png).starts_with("\x89PNG"));
    const std::string pdf = draw({&plot, 1}, Picture::pdf);
    CHECK(pdf.starts_with("%PDF"));
    CHECK(draw({&plot, 1}, Picture::pdf) == pdf);
}

TEST_CASE("curves of a table are its cells") {
    Table table{"t", {{"network", ""}, {"load_flits_per_node_cycle", ""}, {"latency_cycles", ""}}, {}, {}};
    table.add({std::string("a"), 0.1, 7.5});
    table.add({std::string("b"), 0.1, std::int64_t{9}});
    table.add({std::string("a"), 0.2, Missing{"saturated"}});
    table.add({std::string("b"), 0.3, 11.0});
    const Plot plot = curves(table, "load_flits_per_node_cycle", {{"latency_cycles"}, {"unknown"}}, {"network"});
    REQUIRE(plot.series.size() == 2);
    CHECK(plot.series[0].name == "a");
    REQUIRE(plot.series[0].points.size() == 1);
    CHECK(plot.series[0].points[0].y == 7.5);
    REQUIRE(plot.series[1].points.size() == 2);
    CHECK(plot.series[1].points[1].x == 0.3);
    CHECK(plot.series[1].points[1].y == 11.0);
    CHECK(plot.y.label == "latency (cycles)");
    CHECK(plot.x.label == "load (flits/node/cycle)");
    const Plot named = bars(table, "network", {{"latency_cycles"}}, {});
    CHECK(named.x.names == std::vector<std::string>{"a", "b"});
    CHECK(axis_label("defects_per_cm2") == "defects (per cm²)");
    CHECK(axis_label("nodes") == "nodes");
}
