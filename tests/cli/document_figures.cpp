// Figures of documents: their points are those of the commands that compute them.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "checks.hpp"
#include "this_build.hpp"
#include "wafernet/published/figure.hpp"
#include "wafernet/published/published.hpp"

using namespace wafernet::test;
using namespace wafernet::published;

namespace {

const std::filesystem::path folder = source_folder() / "tables";

PrintedFigure figure_of(const std::string& id) {
    const std::filesystem::path file = folder / (id + ".toml");
    const auto figure = read_figure(file, read_table(file).columns);
    REQUIRE(figure.has_value());
    return *figure;
}

// One column of a CSV by its first one.
std::map<std::string, double> by_name(const Records& records, const std::string& column) {
    const auto found = std::find(records.front().begin(), records.front().end(), column);
    REQUIRE(found != records.front().end());
    const auto at = static_cast<std::size_t>(found - records.front().begin());
    std::map<std::string, double> out;
    for (std::size_t i = 1; i < records.size(); ++i) {
        if (!records[i][at].empty()) out[records[i].front()] = std::stod(records[i][at]);
    }
    return out;
}

// What `wafernet tables ID --points` has for a series at an abscissa.
double drawn(const Records& points, const std::string& series, const std::string& x) {
    std::string name = series;
    std::replace(name.begin(), name.end(), ' ', '_');
    const auto at = static_cast<std::size_t>(std::find(points.front().begin(), points.front().end(), name) -
                                             points.front().begin());
    REQUIRE(at < points.front().size());
    for (const auto& row : points) {
        if (row.front() == x) return std::stod(row[at]);
    }
    FAIL("no point at " << x);
    return 0.0;
}

// All series of a figure over networks against a column of a command; words go behind the networks.
void same_as(const std::string& id, std::vector<std::string> command, const std::string& column,
             const std::vector<std::string>& words = {}, double most_nodes = 1e9) {
    const PrintedFigure figure = figure_of(id);
    const Records points = csv({"tables", id, "--points"});
    std::size_t compared = 0;
    for (const PrintedSeries& series : figure.series) {
        std::vector<std::string> line = command;
        std::vector<std::string> networks;
        for (const std::string& network : series.networks) {
            Workbench bench;
            const auto& made = bench.network(network);
            if (made.graph.nodes() <= most_nodes) networks.push_back(made.word);  // as results have it
        }
        if (networks.empty()) continue;
        line.insert(line.end(), networks.begin(), networks.end());
        line.insert(line.end(), words.begin(), words.end());
        for (const auto& [key, value] : series.road.arguments) {
            if (key == "placement") line.insert(line.end(), {"--placement", std::get<std::string>(value)});
        }
        const Records records = csv(line);
        const auto values = by_name(records, column), nodes = by_name(records, "nodes");
        for (std::size_t i = 0; i < networks.size(); ++i) {
            CAPTURE(networks[i]);
            const std::string x = figure.bars ? figure.names.at(i) : std::to_string(std::lround(nodes.at(networks[i])));
            CHECK(drawn(points, series.name, x) == doctest::Approx(values.at(networks[i])).epsilon(1e-12));
            ++compared;
        }
    }
    CHECK(compared > 3);
}

}  // namespace

TEST_CASE("diameters, distances and costs of Figs. 3.7 to 3.10 are those of topology") {
    same_as("fig-3.7", {"topology", "--no-bisection"}, "diameter_hops");
    same_as("fig-3.8", {"topology", "--no-bisection"}, "avg_distance_hops");
    same_as("fig-3.9", {"topology", "--no-bisection"}, "avg_distance_hops");
    same_as("fig-3.10", {"topology", "--no-bisection"}, "cost");
}

TEST_CASE("peaks of Figs. 3.19 and 6.10 are those of stack") {
    same_as("fig-3.19", {"stack"}, "peak_vertical_links", {"--planes", "16"}, 5000);
    same_as("fig-6.10", {"stack"}, "peak_vertical_links", {"--planes", "16"});
}

TEST_CASE("the yields of Figs. 5.6 and 5.7 are those of yield") {
    const Records points = csv({"tables", "fig-5.6", "--points"});
    for (const bool spares : {true, false}) {
        std::vector<std::string> line{"yield", "htn:4,4,2,0", "--defects",
                                      "0.05,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1"};
        if (!spares) line.emplace_back("--no-spares");
        const Records yields = csv(line);
        for (const auto& [panel, column] :
             {std::pair{"Fig. 5.6, basic module", "yield_bm"}, {"Fig. 5.7, level 2", "yield_level2"}}) {
            const auto expected = by_name(yields, column);
            std::size_t compared = 0;
            for (const auto& row : points) {
                if (row.front() != panel) continue;
                CHECK(std::stod(row[spares ? 2 : 3]) == doctest::Approx(expected.at(row[1])).epsilon(1e-12));
                ++compared;
            }
            CHECK(compared == 11);
        }
    }
}

TEST_CASE("the latencies of Fig. 4.18 at 256 nodes are those of the command latency") {
    const PrintedFigure figure = figure_of("fig-4.18");
    const Records points = csv({"tables", "fig-4.18", "--points"});
    std::size_t compared = 0;
    for (const PrintedSeries& series : figure.series) {
        if (series.panel != "(a) 256 nodes" || series.road.arguments.contains("extra-vcs")) continue;
        const auto at = static_cast<std::size_t>(std::find_if(points.front().begin(), points.front().end(),
                                                              [&](std::string name) {
                                                                  std::string own = series.name;
                                                                  std::replace(own.begin(), own.end(), ' ', '_');
                                                                  return name == own;
                                                              }) -
                                                 points.front().begin());
        std::vector<std::pair<std::string, double>> drawn;
        std::string loads;
        for (const auto& row : points) {
            if (row.front() != series.panel || row[at].empty()) continue;
            drawn.emplace_back(row[1], std::stod(row[at]));
            loads += (loads.empty() ? "" : ",") + row[1];
        }
        std::vector<std::string> line{"latency", series.networks.front(), "--preset", "thesis", "--loads", loads};
        for (const auto& [key, value] : series.road.arguments) {
            const auto* text = std::get_if<std::string>(&value);
            line.insert(line.end(),
                        {"--" + key, text != nullptr ? *text : std::to_string(std::lround(std::get<double>(value)))});
        }
        const auto expected = by_name(csv(line), "latency_cycles");
        for (const auto& [load, latency] : drawn) {
            CAPTURE(series.name);
            CHECK(latency == doctest::Approx(expected.at(load)).epsilon(1e-6));
            ++compared;
        }
    }
    CHECK(compared >= 40);
}

TEST_CASE("every figure file draws: series with points, labels with what the axes show") {
    std::size_t figures = 0;
    for (const PrintedTable& table : read_tables(folder)) {
        const auto figure = read_figure(folder / (table.id + ".toml"), table.columns);
        if (!figure) continue;
        CAPTURE(table.id);
        ++figures;
        CHECK_FALSE(figure->x.empty());
        CHECK_FALSE(figure->y.empty());
        for (const PrintedSeries& series : figure->series) CHECK_FALSE(series.networks.empty());
        if (figure->bars) CHECK(figure->names.size() == figure->series.front().networks.size());
    }
    CHECK(figures >= 30);
}

TEST_CASE("a figure is asked for by its ending, and a table is none") {
    refused({"tables", "7.1", "--plot"}, "7.1 is no figure that is drawn");
    refused({"tables", "fig-3.8", "--plot", "--list"}, "need one of them");
    refused({"tables", "fig-3.8", "--points", "--list"}, "need one of them");
    refused({"tables", "--page"}, "--page without --out");
    const Outcome o = shell("COLUMNS=80 $W tables fig-3.8 --plot");
    CHECK(o.out.find("average distance (hops)") != std::string::npos);
    CHECK(o.out.find("o  HTN\n") != std::string::npos);
    CHECK(o.out.find("256: HTN against 2D torus: smaller, reproduced") != std::string::npos);
}

TEST_CASE("tables of 100 columns have the shape of their documents, ours beside what differs") {
    CHECK(shell("COLUMNS=100 $W tables 3.1").out ==
          "Table 3.1: Diameter of HTN with Level-L\n"
          "Level    Nodes  Diameter\n"
          "Level 2  2^10   19* 16\n"
          "Level 3  2^14   34! 19\n"
          "Level 4  2^18   49! 26\n"
          "Level 5  2^22   64! 29\n"
          "* what another reading gives; beside it what the definition gives\n"
          "! misprint; beside it what the graph or the formula gives\n"
          "wafernet tables 3.1 --list says how each number is reached\n");
    CHECK(shell("COLUMNS=100 $W tables 4.1").out ==
          "Table 4.1: The total number of links of various networks with 1024 node\n"
          "Network   Links\n"
          "2D-mesh   1984\n"
          "2D-torus  2048\n"
          "H3D-mesh  3168\n"
          "HTN       3200\n"
          "SRT       3904\n"
          "RDT       4096\n"
          "wafernet tables 4.1 --list says how each number is reached\n");
    CHECK(shell("COLUMNS=100 $W tables 7.1").out ==
          "Table 7.1: Comparison of static network performance of various network with 4096 node\n"
          "Network             Degree  Diameter  Cost      Average       Conn.  Bisection  Links\n"
          "Hypercube           12      12        144       6             12     2048       24576\n"
          "2D-Mesh             4       126       504       42.67         2      64         8064\n"
          "2D-Torus            4       64        256       32            4      128        8192\n"
          "CCC                 3       22! 20    66! 60    12.75? 12.10  3      256        6912\n"
          "H3D-torus(4,4,2,0)  6       25* 24    150* 144  12.74* 12.13  3      32         9408\n"
          "MH3DT(4,4,2,0)      8       20* 18    160* 144  10.36* 9.80   6      32         12480\n"
          "H3D-torus(4,4,2,2)  6       21* 18    126* 108  10.77* 9.66   3      128        9792! 9984\n"
          "MH3DT(4,4,2,2)      8       18* 16    144* 128  9.37* 8.81    6      128        12864! 13056\n"
          "TESH                4       32* 22    128* 88   17.80* 14.07  2! 3   8! 128     8192! 7168\n"
          "* what another reading gives; beside it what the definition gives\n"
          "! misprint; beside it what the graph or the formula gives\n"
          "? no reading gives it; beside it what the definition gives\n"
          "wafernet tables 7.1 --list says how each number is reached\n");
    const std::string latex = program({"tables", "4.1", "--format", "tex"}).out;
    CHECK(latex.find("\\toprule\n{}Network & Links \\\\\n\\midrule\n{}2D-mesh & 1984 \\\\\n") != std::string::npos);
    CHECK(program({"tables", "4.1", "--format", "md"}).out.find("| Network | Links |\n|---|---|\n| 2D-mesh | 1984 |") !=
          std::string::npos);
    CHECK(program({"tables", "4.1", "--list"}).out.find("4.1    2D-mesh   links     1984") != std::string::npos);
}
