// Text on a terminal: it fits, and progress says what is counted.
#include "terminal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "base/text.hpp"
#include "checks.hpp"
#include "command.hpp"
#include "program.hpp"
#include "report/layout.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

// What stands on the lines in the end: progress is overwritten. Without messages, which are one line each.
std::string seen(const std::string& raw) {
    std::string out;
    std::istringstream lines(raw);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t last = line.rfind("\r");
        if (last != std::string::npos) line.erase(0, last + 1);
        for (std::size_t at = 0; (at = line.find("\x1b[K")) != std::string::npos;) line.erase(at, 3);
        if (!line.starts_with("warning: ")) out += line + '\n';
    }
    return out;
}

std::size_t longest_line(const std::string& text) {
    std::size_t most = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) most = std::max(most, characters(line));
    return most;
}

// The same command with COLUMNS in the environment of a pipe.
Outcome with_columns(const std::string& columns, std::vector<std::string> arguments) {
    ::setenv("COLUMNS", columns.c_str(), 1);
    Outcome outcome = program(std::move(arguments));
    ::unsetenv("COLUMNS");
    return outcome;
}

const std::vector<std::vector<std::string>> lines_of_figures = {
    {"compare", "mesh:4x4", "torus:4x4"},
    {"compare", "mesh:4x4", "torus:4x4", "ring:4", "ring:5", "ring:6", "ring:7", "ring:8", "star:9", "hypercube:3",
     "hypercube:4", "complete:5", "array:6", "ring:9", "ring:10"},
    {"latency", "mesh:4x4"},
    {"latency", "mesh:4x4", "--loads", "0.1"},
    {"simulate", "mesh:4x4", "--loads", "0.1,0.2,0.9", "--cycles", "500", "--warmup", "100"},
    {"tables", "7.1"},
    {"topology", "mesh:4x4", "--links"},
    {"explain", "ccc:4", "diameter_hops"},
    {"list", "families"},
    {"list", "presets"},
    {"stack", "mesh:4x4", "--planes", "4", "--profile", "--formulas"},
    {"estimate", "mesh:4x4"}};

}  // namespace

TEST_CASE("no line of a table is wider than the terminal" * doctest::test_suite("long")) {
    for (const auto& line : lines_of_figures) {
        CAPTURE(line[0]);
        for (const unsigned short columns : std::initializer_list<unsigned short>{60, 80, 120}) {
            const std::string text = seen(on_terminal(line, columns));
            CAPTURE(text);
            CHECK(longest_line(text) <= columns);
            CHECK(text.size() > 200);
        }
    }
}

TEST_CASE("COLUMNS says the width of a pipe, and is no width where it is no number") {
    for (const auto& line : lines_of_figures) {
        const Outcome plain = program(line);
        CHECK(longest_line(with_columns("60", line).out) <= 60);
        for (const char* none : {"", "0", "-1", "wide", "80x"}) CHECK(with_columns(none, line).out == plain.out);
        break;
    }
    CHECK(longest_line(with_columns("80", {"compare", "mesh:4x4", "torus:4x4"}).out) <= 80);
    CHECK(with_columns("100000", {"compare", "mesh:4x4"}).out == program({"compare", "mesh:4x4"}).out);
    const Folder folder;
    CHECK(with_columns("40", {"compare", "mesh:4x4", "-o", folder / "file"}).code == 0);
    CHECK(contents(folder / "file") == program({"compare", "mesh:4x4"}).out);  // a file is no terminal
    for (const char* format : {"csv", "json", "md"})
        CHECK(with_columns("40", {"compare", "mesh:4x4", "--format", format}).out ==
              program({"compare", "mesh:4x4", "--format", format}).out);
}

TEST_CASE("a comparison of few networks with many figures is turned") {
    const std::string text = with_columns("110", {"compare", "mesh:4x4", "torus:4x4", "--all"}).out;
    CHECK(text.starts_with("networks on 1 plane, technology hybrid-bond\n"));
    const std::size_t start = text.find("\nnetwork ") + 1;
    const std::string head = text.substr(start, text.find('\n', start) - start);
    CHECK(head.find(" mesh:4x4 ") != std::string::npos);
    CHECK(head.ends_with(" torus:4x4"));
    CHECK(text.find("\nlinks ") != std::string::npos);
    CHECK(text.find("\ndiameter, hops ") != std::string::npos);
}

TEST_CASE("rows that come one by one hold on a terminal what the whole table holds") {
    const std::vector<std::string> line = {"simulate", "mesh:4x4", "--loads",  "0.1,0.2",
                                           "--cycles", "500",      "--warmup", "100"};
    const std::string text = with_columns("80", line).out;
    const Records rows = csv(line);
    std::string unwrapped;
    std::istringstream all(text);
    for (std::string word; all >> word;) unwrapped += word + ' ';
    for (const std::string& column : rows[0]) {
        const std::string words = label_and_unit(words_of_column(column)).first;
        CAPTURE(words);
        CHECK(unwrapped.find(words) != std::string::npos);
    }
    CHECK(longest_line(text) <= 80);
    CHECK(text.find("simulated latency\n") == 0);
}

TEST_CASE("help fits the terminal, and an example that is broken is still a command" * doctest::test_suite("long")) {
    for (const char* width : {"50", "72", "100"}) {
        for (const auto& command : cli::commands()) {
            CAPTURE(command.name);
            const std::string text = with_columns(width, {command.name, "--help"}).out;
            std::istringstream lines(text);
            for (std::string l; std::getline(lines, l);) {
                CAPTURE(l);
                const std::string words = l.substr(std::min(l.find_first_not_of(' '), l.size()));
                CHECK((characters(l) <= std::stoul(width) || words.find_first_of(" |") == std::string::npos ||
                       words.find('\'') != std::string::npos));
            }
        }
        CHECK(longest_line(with_columns(width, {"--help"}).out) <= std::stoul(width) + 10);
    }
    const std::string text = with_columns("60", {"compare", "--help"}).out;
    CHECK(text.find(" \\\n      ") != std::string::npos);
}

TEST_CASE("progress says what is being counted, and how much of it where there is more than one") {
    const std::string two = on_terminal({"compare", "mesh:4x4", "torus:4x4"}, 80);
    CHECK(two.find("compare, now mesh:4x4: 0 of 2 networks done") != std::string::npos);
    CHECK(two.find("compare, now torus:4x4: 1 of 2 networks done") != std::string::npos);
    const Folder folder;
    const std::string grid = folder.write(
        "g.toml",
        "command = \"topology\"\nnetworks = [\"ring:6\", \"ring:7\", \"ring:8\"]\nvary = {average = [\"distinct\"]}\n");
    CHECK(on_terminal({"sweep", grid}, 80).find("\rsweep: 2 of 3 points done\x1b[K") != std::string::npos);
    CHECK(on_terminal({"energy", "mesh:4x4", "torus:4x4", "--planes", "1"}, 80)
              .find("energy, now torus:4x4: 1 of 2 networks done") != std::string::npos);
    const std::string one = on_terminal({"tables", "7.1"}, 80);
    CHECK(one.find("\rtables, judging 7.1\x1b[K") != std::string::npos);
    const std::string curve =
        on_terminal({"simulate", "mesh:4x4", "--loads", "0.1,0.2,0.3", "--cycles", "500", "--warmup", "100"}, 80);
    CHECK(curve.find("simulate mesh:4x4: 1 of 3 loads done") != std::string::npos);
    for (const std::string& text : {two, one, curve}) {
        for (const char* empty : {"0 of 0", "0 of 1", "1 of 1"}) CHECK(text.find(empty) == std::string::npos);
    }
    CHECK(on_terminal({"tables", "7.1", "--quiet"}, 80).find('\r') == std::string::npos);
}

TEST_CASE("a command that takes long says so: on a terminal again and again, into a pipe once") {
    ::setenv("WAFERNET_PATIENCE", "0.01", 1);
    const std::string text = on_terminal({"tables", "sec-2.4.4"}, 80);
    const Outcome pipe = program({"tables", "sec-2.4.4"}), quiet = program({"tables", "sec-2.4.4", "--quiet"});
    const std::string part = on_terminal({"load", "crossedcube:9"}, 80);
    ::setenv("WAFERNET_PATIENCE", "1000000", 1);
    CHECK(part.find("\rload crossedcube:9, spreading shortest paths ") != std::string::npos);
    CHECK(part.find(" s left of this\x1b[K") != std::string::npos);
    CHECK(text.find("\rtables, judging sec-2.4.4, ") != std::string::npos);
    CHECK(text.find(" s\x1b[K") != std::string::npos);
    CHECK(pipe.err.starts_with("note: still at work: "));
    CHECK(std::count(pipe.err.begin(), pipe.err.end(), '\n') == 1);
    CHECK(quiet.err == "");
}
