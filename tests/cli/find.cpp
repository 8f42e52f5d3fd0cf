// What helps to find one's way: presets, members by their nodes, defaults in help, options before the command.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "checks.hpp"
#include "command.hpp"
#include "common_words.hpp"
#include "help.hpp"
#include "wafernet/sim/simulator.hpp"

using namespace wafernet;
using namespace wafernet::test;

TEST_CASE("list presets and explain preset say every parameter of every preset") {
    const Records list = csv({"list", "presets"});
    CHECK(list[0] == std::vector<std::string>{"name", "title", "parameters"});
    REQUIRE(list.size() == presets().size() + 1);
    for (std::size_t i = 1; i < list.size(); ++i) {
        CAPTURE(list[i][0]);
        CHECK_FALSE(list[i][1].empty());
        const Records one = csv({"explain", "preset", list[i][0]});
        REQUIRE(one.size() == simulation_settings().size() + 1);
        SimulationOptions built = simulation_preset("ideal");
        for (std::size_t p = 1; p < one.size(); ++p) {
            CHECK(one[p][0] == simulation_settings()[p - 1].name);
            set_simulation_option(built, one[p][0], one[p][1]);
            const std::string pair = one[p][0] + "=" + one[p][1];
            const bool said = (" " + list[i][2] + " ").find(" " + pair + " ") != std::string::npos;
            CHECK((said || (" " + list[i][2]).find(" " + one[p][0] + "=") == std::string::npos));
        }
        // Set from what is printed, the options are those of the preset.
        const SimulationOptions preset = simulation_preset(list[i][0]);
        for (const SimulationSetting& s : simulation_settings())
            CHECK(simulation_option(built, s.name) == simulation_option(preset, s.name));
        CHECK(built.router.vcs == preset.router.vcs);
        CHECK(built.router.buffer_flits == preset.router.buffer_flits);
        CHECK(built.router.hold == preset.router.hold);
        CHECK(built.router.lengths.front().flits == preset.router.lengths.front().flits);
    }
    // rahman2006, sec. 4.4.2: one flit of input and output buffer; 20,000 cycles from the empty network.
    const std::string thesis = output({"explain", "preset", "thesis"});
    for (const char* row : {"\r\nbuffer,1,", "\r\noutput-buffer,1,", "\r\ncycles,20000,", "\r\nfrom-empty,yes,no,yes,"})
        CHECK(thesis.find(row) != std::string::npos);
    CHECK(output({"explain", "preset", "kmway"}).find("\r\nflits,5,16,yes,") !=
          std::string::npos);  // mudawwar sec. 4: 1 header and 4 data flits
    refused({"explain", "preset", "thesys"}, "did you mean 'thesis'?");
    refused({"explain", "preset"}, "METRIC is missing");
}

TEST_CASE("an option by name shows what it reads, also lengths with shares") {
    SimulationOptions o = simulation_preset("ideal");
    for (const auto& [key, text] : {std::pair{"flits", "10:0.7,200:0.3"},
                                    {"flits", "4,8"},
                                    {"hold", "until-tail-sent"},
                                    {"input-policy", "least-adaptive"},
                                    {"from-empty", "yes"},
                                    {"vcs", "7"}}) {
        set_simulation_option(o, key, text);
        CHECK(simulation_option(o, key) == text);
    }
}

TEST_CASE("list families finds the members with a number of nodes" * doctest::test_suite("long")) {
    const Records rows = csv({"list", "families", "--nodes", "64"});
    CHECK(rows[0] == std::vector<std::string>{"name", "title", "parameters", "network", "nodes", "free", "switches"});
    const auto has = [](const Records& all, const std::string& word, const std::string& nodes) {
        return std::any_of(all.begin(), all.end(), [&](const auto& row) { return row[3] == word && row[4] == nodes; });
    };
    // 8 x 8, 2^6, 4 x 2^4; m^3 n^2 = 2^3 x 3^2 is 72 and not 64.
    for (const char* word : {"mesh:8x8", "mesh:4x4x4", "torus:2x4x8", "hypercube:6", "ccc:4", "complete:64"})
        CHECK(has(rows, word, "64"));
    CHECK_FALSE(has(rows, "mesh:8x4x2", "64"));  // 2x4x8 turned
    const Records range = csv({"list", "families", "--nodes", "1000:1030"});
    CHECK(has(range, "htn:4,4,2,0", "1024"));
    CHECK(has(range, "mesh:10x10x10", "1000"));
    CHECK(has(range, "kmway-mesh:4,4", "1024") == has(csv({"list", "--nodes", "1024"}), "kmway-mesh:4,4", "1024"));
    for (std::size_t i = 1; i < range.size(); ++i)
        CHECK((std::stoi(range[i][4]) >= 1000 && std::stoi(range[i][4]) <= 1030));
    for (const char* bad :
         {"0", "x", "", "5:4", "1:", ":4", "1:2:3", "-4", "1048577", "18446744073709551616", "1:65537"})
        refused({"list", "families", "--nodes", bad}, "--nodes '");
    refused({"list", "routings", "--nodes", "64"}, "need 'list families'");
    refused({"list", "families", "--nodes", "64", "--terminals", "64"}, "need one of them");
    refused({"list", "families", "--all"}, "need --nodes N");
    refused({"list", "families", "--nodes", "64", "--families", "comon"}, "unknown network family 'comon'");
    refused({"list", "families", "--nodes", "64", "--where", "degree<=4"}, "degree_m");
}

TEST_CASE("nodes of list families are those that send, and switches are told apart") {
    const Records rows = csv({"list", "families", "--terminals", "64", "--families", "karytree,concentrated,mesh"});
    CHECK(csv({"list", "families", "--nodes", "64", "--families", "karytree,concentrated,mesh"}) == rows);
    std::map<std::string, std::string> switches;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        CHECK(rows[i][4] == "64");
        switches[rows[i][3]] = rows[i][6];
    }
    CHECK(switches["mesh:8x8"] == "0");
    CHECK(switches["karytree:4,3"] == "48");                // 3 levels of 4^2
    CHECK(switches["concentrated:4:mesh:4x4"] == "16");     // a router each
    CHECK(switches.count("concentrated:1:mesh:8x8") == 1);  // all are listed, unless the group says otherwise
    for (const auto& row : csv({"list", "families", "--nodes", "64", "--families", "common"}))
        CHECK_FALSE(row[3].starts_with("concentrated:1:"));
    // By formula: a node of a mesh has two ports a dimension, one where it is two nodes long.
    std::set<std::string> meshes;
    for (const auto& row : csv({"list", "families", "--nodes", "64", "--families", "mesh", "--where", "degree_max<=4"}))
        meshes.insert(row[3]);
    CHECK(meshes == std::set<std::string>{"network", "mesh:64", "mesh:2x32", "mesh:4x16", "mesh:8x8", "mesh:2x2x16"});
}

TEST_CASE("list families says how many networks a family has, in 40 lines for any number of nodes" *
          doctest::test_suite("long")) {
    for (const char* columns : {"80", "100"}) {
        for (const char* nodes : {"64", "1000", "1024", "512:2048"}) {
            CAPTURE(nodes);
            if (columns == std::string("80") && nodes == std::string("512:2048")) continue;  // ten seconds
            const std::string text =
                shell(std::string("COLUMNS=") + columns + " $W list families --nodes " + nodes, ".").out;
            CHECK(std::count(text.begin(), text.end(), '\n') <= 40);
        }
    }
    // The numbers are those of the rows of CSV.
    const Records all = csv({"list", "families", "--nodes", "64"});
    const auto count = std::ranges::count(all, std::string("torus"), [](const auto& row) { return row[0]; });
    const std::string text = program({"list", "families", "--nodes", "64"}).out;
    CHECK(text.find("\ntorus ") != std::string::npos);
    std::istringstream line(text.substr(text.find("\ntorus ") + 7));
    long members = 0;
    line >> members;
    CHECK(members == count);
    CHECK(program({"list", "families", "--nodes", "64", "--families", "torus", "--all"}).out.find("torus:2x4x8") !=
          std::string::npos);
}

TEST_CASE("help shows the default of what presets set, by preset where they differ") {
    for (const char* command : {"compare", "estimate", "latency", "simulate", "validate"}) {
        CAPTURE(command);
        std::string help = program({command, "--help-all"}).out;
        for (std::size_t at = 0; (at = help.find('\n', at)) != std::string::npos; ++at) {  // unwrapped
            const std::size_t next = help.find_first_not_of(' ', at + 1);
            if (next != std::string::npos && next - at > 20) help.replace(at, next - at, " ");
        }
        // The values of src/sim/presets.cpp.
        CHECK(help.find("(default: 2, thesis 3, kmway 4)") != std::string::npos);                          // --vcs
        CHECK(help.find("(default: 2, thesis 1, booksim-min 4, booksim-4stage 8)") != std::string::npos);  // --buffer
        CHECK(help.find("(default: 16, kmway 5)") != std::string::npos);                                   // --flits
    }
}

namespace {

// What they store is nobody's.
const std::vector<cli::Option>& common_options() {
    static cli::CommonWords words;
    static const std::vector<cli::Option> options = words.options(nullptr);
    return options;
}

}  // namespace

TEST_CASE("every option of every command says what holds without it, in one form") {
    for (const cli::Command& command : cli::commands()) {
        const std::string help = cli::command_help(command, common_options(), {}, true);
        for (const char* other : {"(default ", "if not given", "where not given", "none is given"}) {
            CAPTURE(command.name);
            CHECK(help.find(other) == std::string::npos);
        }
        for (const cli::Option& option : command.options) {
            if (std::holds_alternative<bool*>(option.target) || option.required || cli::positional(option)) continue;
            CAPTURE(command.name);
            CAPTURE(option.names);
            std::string entry = help.substr(help.find("\n  " + option.names.substr(0, option.names.find(','))));
            entry = entry.substr(0, std::min(entry.find("\n  -", 3), entry.find("\n\n", 3)));
            std::string line;
            for (const char c : entry) {  // unwrapped
                if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' ')) line += c == '\n' ? ' ' : c;
                else if (c == '\n' && !line.empty() && line.back() != ' ') line += ' ';
            }
            const std::size_t at = line.find("(default: ");
            CHECK(at != std::string::npos);
            CHECK(line.find("(default: ", at + 1) == std::string::npos);
        }
    }
}

TEST_CASE("help fits 45 lines, with two examples, and all options are in the whole help by what they are about") {
    for (const cli::Command& command : cli::commands()) {
        CAPTURE(command.name);
        for (const std::size_t width : {std::size_t{80}, std::size_t{100}}) {
            const std::string help = cli::command_help(command, common_options(), width);
            CHECK(std::count(help.begin(), help.end(), '\n') <= 45);
            std::istringstream lines(help);
            std::size_t options = 0;
            for (std::string line; std::getline(lines, line);) {
                CHECK(line.size() <= width);
                options += line.starts_with("  -") ? 1 : 0;
            }
            CHECK(options <= 10);
        }
        const std::string whole = cli::command_help(command, common_options(), {}, true);
        for (const cli::Option& option : command.options) {
            if (!cli::positional(option)) CHECK(whole.find("\n  " + option.names.substr(0, 3)) != std::string::npos);
        }
        CHECK(whole.find("\noutput:\n") != std::string::npos);
    }
}

TEST_CASE("-V is --version, -j is --threads, and options of every command may stand before it") {
    CHECK(program({"-V"}).out == program({"--version"}).out);
    CHECK(program({"--version"}).code == 0);
    CHECK(program({"topology", "mesh:4x4", "-j", "2"}).out == program({"topology", "mesh:4x4", "--threads", "2"}).out);
    const std::string wanted = program({"topology", "mesh:4x4", "--format", "csv"}).out;
    CHECK(program({"--format", "csv", "topology", "mesh:4x4"}).out == wanted);
    CHECK(program({"--format=csv", "--quiet", "-j", "2", "topology", "mesh:4x4"}).out == wanted);
    CHECK(program({"-j2", "--format", "csv", "topology", "mesh:4x4"}).out == wanted);
    CHECK(program({"--quiet", "--help"}).out == program({"--help"}).out);
    CHECK(program({"--quiet", "help", "list"}).out == program({"list", "--help"}).out);
    refused({"--format", "csv", "topology", "mesh:4x4", "--format", "json"}, "given 2 times");
    refused({"--format", "cvs", "topology", "mesh:4x4"}, "did you mean 'csv'?");
    refused({"--format"}, "no command after --format");
    refused({"--quiet"}, "no command after --quiet");
    refused({"--fromat", "csv", "list"}, "unknown option '--fromat' (did you mean '--format'?)");
    refused({"-x", "list"}, "unknown option '-x'");
    refused({"-j", "x", "list"}, "--threads 'x'");
}

TEST_CASE("the general help has the commands by the question that they answer") {
    const std::string help = program({"--help"}).out;
    CHECK(help.find("which network, and what is it like?\n  estimate ") != std::string::npos);
    std::istringstream lines(help);
    std::size_t commands = 0;
    for (std::string line; std::getline(lines, line);)
        commands += line.starts_with("  ") && line[2] != ' ' && !line.starts_with("  wafernet ") ? 1 : 0;
    CHECK(commands <= 16);
    for (const cli::Command& command : cli::commands()) CHECK(help.find(command.name) != std::string::npos);
    CHECK(help.find("the documents' questions: turns, adaptiveness, windows") != std::string::npos);
    CHECK(program({"--help-all"}).out.find("-V, --version") != std::string::npos);
}
