// Figures of documents: their points are those of the commands that compute them.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "checks.hpp"
#include "this_build.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/figure.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;
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

// The cells of a CSV's column whose rows have these values in the columns that are there.
std::size_t column(const Records& records, const std::string& name) {
    const auto found = std::find(records.front().begin(), records.front().end(), name);
    return static_cast<std::size_t>(found - records.front().begin());
}

std::vector<double> cells(const Records& records, const std::string& name,
                          const std::map<std::string, std::string>& where) {
    const std::size_t at = column(records, name);
    REQUIRE(at < records.front().size());
    std::vector<double> out;
    for (std::size_t i = 1; i < records.size(); ++i) {
        const auto same = [&](const auto& condition) {
            const std::size_t c = column(records, condition.first);
            return c == records.front().size() || records[i][c] == condition.second;
        };
        if (!records[i][at].empty() && std::all_of(where.begin(), where.end(), same))
            out.push_back(std::stod(records[i][at]));
    }
    return out;
}

std::string text_of(const std::variant<double, std::string>& value) {
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr ? *word : fmt::format("{}", std::get<double>(value));
}

// A command with what it is to show: arguments that it has as options are given, others choose among its rows.
struct Asked {
    std::vector<std::string> words;
    std::string column;
    std::map<std::string, std::string> where;
};

Asked asked(const std::string& command, const std::string& network, const Arguments& arguments) {
    Asked out;
    std::istringstream words(command);
    for (std::string word; words >> word;) out.words.push_back(word);
    out.column = out.words.back();
    out.words.back() = network;
    static std::map<std::string, std::string> help;
    std::string& own = help[out.words.front()];
    if (own.empty()) own = program({out.words.front(), "--help-all"}).out;
    for (const auto& [key, value] : arguments) {
        const std::string text = text_of(value);
        if (own.find("\n  --" + key + " ") == std::string::npos) out.where.emplace(key, text);
        else if (text == "yes") out.words.push_back("--" + key);
        else out.words.insert(out.words.end(), {"--" + key, text});
    }
    return out;
}

// What `wafernet tables ID --points` has for a series, in the order of its abscissas.
std::vector<std::pair<std::string, double>> drawn(const Records& points, const PrintedSeries& series) {
    std::string name = series.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    const std::size_t y = column(points, name), panel = column(points, "panel");
    REQUIRE(y < points.front().size());
    std::vector<std::pair<std::string, double>> out;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (panel == 0 && points[i][0] != series.panel) continue;
        if (!points[i][y].empty()) out.emplace_back(points[i][panel == 0 ? 1 : 0], std::stod(points[i][y]));
    }
    return out;
}

// Each point of a static series is a number of its command.
std::size_t compare_static(const PrintedFigure& figure, const PrintedSeries& series, const Records& points) {
    std::size_t compared = 0;
    const auto own = drawn(points, series);
    const std::size_t count = series.argument.empty() ? series.networks.size() : series.values.size();
    CHECK(own.size() == count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& network = series.argument.empty() ? series.networks[i] : series.networks.front();
        CAPTURE(network);
        Arguments arguments = series.road.arguments;
        if (!series.argument.empty()) arguments.insert_or_assign(series.argument, series.values[i]);
        const Asked a = asked(series.command, network, arguments);
        // Beyond the network's own nodes a document's equation is drawn as a curve, which no command shows.
        if (a.where.contains("nodes") && make_network(network).graph.nodes() != series.values[i]) continue;
        const Records records = csv(a.words);
        std::string x = series.values.empty() ? std::to_string(make_network(network).graph.nodes())
                                              : fmt::format("{}", series.values[i]);
        if (figure.bars) x = figure.names.empty() ? network : figure.names.at(i);
        const auto point = std::find_if(own.begin(), own.end(), [&](const auto& p) { return p.first == x; });
        REQUIRE(point != own.end());
        // A part of one, or percent.
        const double unit = figure.y.find("percent") != std::string::npos && !a.column.ends_with("percent") ? 100 : 1;
        const std::size_t times = a.column.find('*');  // of two columns
        std::vector<double> found = cells(records, a.column.substr(0, times), a.where);
        REQUIRE_FALSE(found.empty());
        if (times != std::string::npos) found[0] *= cells(records, a.column.substr(times + 1), a.where).at(0);
        // Of a formula that is printed wrong the command has the corrected one first.
        CHECK(point->second == doctest::Approx(unit * found.front()).epsilon(1e-12));
        ++compared;
    }
    CHECK(compared > 0);
    return compared;
}

// Flits accepted a node and cycle where the source that sends most offers one.
double accepted_share(const std::string& network, const Arguments& arguments) {
    SimulationChoice choice;
    const auto fraction = arguments.find("hotspot-fraction");
    const auto traffic = arguments.find("traffic");
    const auto preset = arguments.find("preset");
    choice.preset = preset == arguments.end() ? "thesis" : text_of(preset->second);
    if (traffic != arguments.end()) choice.traffic = text_of(traffic->second);
    if (fraction != arguments.end()) choice.hotspot_fraction = std::get<double>(fraction->second);
    const Network made = make_network(network);
    const SimulationCase c = make_simulation_case(made, choice);
    double senders = 0.0;
    for (Node v = 0; v < made.graph.nodes(); ++v) senders += c.traffic->rate(v);
    return senders / static_cast<double>(made.terminals.empty() ? made.graph.nodes() : made.terminals.size());
}

// The curve of a dynamic series is that of its command at the same loads.
std::size_t compare_latency(const PrintedSeries& series, const Records& points) {
    const auto own = drawn(points, series);
    REQUIRE_FALSE(own.empty());
    Arguments arguments = series.road.arguments;
    arguments.emplace("preset", "thesis");
    // How long a simulation runs does not matter to the model.
    for (const char* key : {"warmup", "cycles", "loads"}) arguments.erase(key);
    const double share = accepted_share(series.networks.front(), arguments);
    std::string loads;
    for (const auto& [x, y] : own) loads += (loads.empty() ? "" : ",") + fmt::format("{}", std::stod(x) / share);
    Asked a = asked(series.command, series.networks.front(), arguments);
    CHECK(a.where.empty());  // nothing of the case is left out
    // The curve is the model's at every load, and the documents' wires have no delay.
    a.words.insert(a.words.end(), {"--method", "model", "--technology", "thesis", "--loads", loads});
    const std::vector<double> found = cells(csv(a.words), a.column, {});
    REQUIRE(found.size() == own.size());
    // A load that was divided by the share may differ in its last bit, and an iteration then stop one step apart.
    for (std::size_t i = 0; i < own.size(); ++i) CHECK(own[i].second == doctest::Approx(found[i]).epsilon(1e-5));
    return own.size();
}

bool dynamic(const PrintedFigure& figure) {
    return std::any_of(figure.series.begin(), figure.series.end(),
                       [](const PrintedSeries& s) { return s.road.quantity == nullptr; });
}

void same_as_commands(const std::string& id) {
    CAPTURE(id);
    const PrintedFigure figure = figure_of(id);
    const Records points = csv({"tables", id, "--points", "--threads", "2"});
    for (const PrintedSeries& series : figure.series) {
        CAPTURE(series.panel);
        CAPTURE(series.name);
        if (series.road.quantity == nullptr) compare_latency(series, points);
        else compare_static(figure, series, points);
    }
}

// The ids of all figures that are static, or dynamic.
std::vector<std::string> figures(bool dynamic_ones) {
    std::vector<std::string> ids;
    for (const PrintedTable& table : read_tables(folder)) {
        const auto figure = read_figure(folder / (table.id + ".toml"), table.columns);
        if (figure && dynamic(*figure) == dynamic_ones) ids.push_back(table.id);
    }
    return ids;
}

}  // namespace

TEST_CASE("the mark of an open claim stands apart from its word, and the legend explains what the table has") {
    const Folder alone;  // without the results of simulations
    for (const char* file : {"fig-4.17.toml", "sources.toml"})
        std::filesystem::copy_file(folder / file, std::filesystem::path(alone / file));
    const std::string text = program({"tables", "fig-4.17", "--tables", alone.path().string()}).out;
    CHECK(text.find(" yes o\n") != std::string::npos);
    CHECK(text.find("\no open\n") != std::string::npos);
    CHECK(text.find('~') == std::string::npos);
}

TEST_CASE("all points of every static figure are those of the command that its file names" *
          doctest::test_suite("long")) {
    const std::vector<std::string> ids = figures(false);
    CHECK(ids.size() >= 15);
    for (const std::string& id : ids) same_as_commands(id);
}

TEST_CASE("all latencies of Fig. 4.18 are those of the command latency" * doctest::test_suite("long")) {
    same_as_commands("fig-4.18");
}

// Four minutes: only with --no-skip.
TEST_CASE("all latencies of every dynamic figure are those of the command latency" * doctest::skip()) {
    const std::vector<std::string> ids = figures(true);
    CHECK(ids.size() >= 18);
    for (const std::string& id : ids) same_as_commands(id);
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
    CHECK(o.out.find("256: HTN against 2D torus (htn:4,2,2,0 < torus:16x16): smaller, reproduced-as") !=
          std::string::npos);
}

TEST_CASE("tables of 100 columns have the shape of their documents, ours beside what differs" *
          doctest::test_suite("long")) {
    CHECK(shell("COLUMNS=100 $W tables 3.1").out ==
          "Table 3.1: Diameter of HTN with Level-L\n"
          "Level    Nodes  Diameter\n"
          "Level 2  2^10   19* 16\n"
          "Level 3  2^14   34! 19\n"
          "Level 4  2^18   49! 26\n"
          "Level 5  2^22   64! 29\n"
          "* what another reading gives; beside it what the definition gives\n"
          "! refuted; beside it what the graph gives\n"
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
          "CCC                 3       22!! 20   66!! 60   12.75? 12.10  3      256        6912\n"
          "H3D-torus(4,4,2,0)  6       25* 24    150* 144  12.74* 12.13  3      32         9408\n"
          "MH3DT(4,4,2,0)      8       20* 18    160* 144  10.36* 9.80   6      32         12480\n"
          "H3D-torus(4,4,2,2)  6       21* 18    126* 108  10.77* 9.66   3      128        9792! 9984\n"
          "MH3DT(4,4,2,2)      8       18* 16    144* 128  9.37* 8.81    6      128        12864!! 13056\n"
          "TESH                4       32* 22    128* 88   17.80* 14.07  2! 3   8! 128     8192! 7168\n"
          "* what another reading gives; beside it what the definition gives\n"
          "! refuted, !! misprint; beside it what the graph or the formula gives\n"
          "? no reading gives it; beside it what the definition gives\n"
          "wafernet tables 7.1 --list says how each number is reached\n");
    const std::string latex = program({"tables", "4.1", "--format", "tex"}).out;
    CHECK(latex.find("\\toprule\n{}Network & Links \\\\\n\\midrule\n{}2D-mesh & 1984 \\\\\n") != std::string::npos);
    CHECK(program({"tables", "4.1", "--format", "md"}).out.find("| Network | Links |\n|---|---|\n| 2D-mesh | 1984 |") !=
          std::string::npos);
    const std::string list = program({"tables", "4.1", "--list"}).out;
    CHECK(list.find("table: 4.1; quantity: links; kind: exact; verdict: reproduced") != std::string::npos);
    CHECK(list.find("\n2D-mesh   1984      1984\n") != std::string::npos);
}

TEST_CASE("a figure of which nothing is known without a simulation is a table of its points on the page") {
    const Folder folder;
    CHECK(program({"tables", "kmway-sec-4", "--page", "--out", folder / "out"}).code == 0);
    const std::string page = contents(folder / "out/index.html");
    CHECK(page.find("<h2 id=\"kmway-sec-4\">") != std::string::npos);
    CHECK(page.find("kmway-sec-4.svg") == std::string::npos);
    CHECK(page.find("</html>") != std::string::npos);
}

TEST_CASE("a sheet of one table has its printed shape, and with the list a line a number") {
    const Folder folder;
    const auto lines = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"-o", folder / "sheet.csv"});
        CHECK(program(words).code == 0);
        return *parse_csv(contents(folder / "sheet.csv"), ',');
    };
    const Records shape = lines({"tables", "4.1"}), list = lines({"tables", "4.1", "--list"});
    CHECK(shape.front().front() == "row");
    CHECK(shape.size() == 7);  // Table 4.1 has six rows
    CHECK(list.front().front() == "table");
    CHECK(list.size() == 7);
    CHECK(lines({"tables", "4.1", "6.1"}).front().front() == "table");  // two shapes are no sheet
}
