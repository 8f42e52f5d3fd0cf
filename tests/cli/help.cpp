#include <doctest/doctest.h>

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "command.hpp"
#include "program.hpp"
#include "this_build.hpp"

using namespace wafernet::test;
using wafernet::cli::Command;
using wafernet::cli::commands;

TEST_CASE("every command explains itself with --help and -h") {
    REQUIRE(commands().size() >= 1);
    for (const Command& command : commands()) {
        CAPTURE(command.name);
        const Outcome help = program({command.name, "--help"});
        CHECK(help.code == 0);
        CHECK(help.err.empty());
        CHECK(help.out.starts_with("wafernet " + command.name + ": "));
        CHECK(help.out.find("usage: wafernet " + command.name) != std::string::npos);
        const Outcome whole = program({command.name, "--help-all"});
        for (const auto& option : command.options) {
            CAPTURE(option.names);
            CHECK_FALSE(option.help.empty());
            CHECK(whole.out.find(option.help.substr(0, option.help.find(' '))) != std::string::npos);
        }
        CHECK(help.out.find("examples:\n  wafernet " + command.name) != std::string::npos);
        CHECK(program({command.name, "-h"}).out == help.out);
        CHECK(program({"help", command.name}).out == help.out);
        CHECK(program({command.name, "--seed", "3", "--help"}).out == help.out);
    }
}

TEST_CASE("the examples of every help are commands that the program takes apart" * doctest::test_suite("long")) {
    // A wrong limit of memory is found once everything else has been understood, so nothing runs.
    std::size_t examples = 0;
    for (const Command& command : commands()) {
        std::istringstream lines(program({command.name, "--help-all"}).out);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("  wafernet ")) continue;
            CAPTURE(line);
            std::vector<std::string> words;
            std::istringstream rest(line.substr(std::string_view("  wafernet ").size()));
            for (std::string word; rest >> std::quoted(word, '\'');) words.push_back(word);
            words.insert(words.end(), {"--memory", "none"});
            const Outcome outcome = program(words);
            CHECK(outcome.err.starts_with("error: --memory 'none'"));
            ++examples;
        }
    }
    CHECK(examples >= commands().size());
}

TEST_CASE("the general help lists every command") {
    const Outcome help = program({"--help-all"});
    CHECK(help.code == 0);
    for (const Command& command : commands()) {
        CHECK(help.out.find("\n  " + command.name + " ") != std::string::npos);
        CHECK_FALSE(command.summary.empty());
        CHECK(command.summary.find('\n') == std::string::npos);
    }
}

TEST_CASE("the version is that of the project") {
    const Outcome version = program({"--version"});
    CHECK(version.code == 0);
    const std::string cmake = contents(source_folder() / "CMakeLists.txt");
    const std::string number = version.out.substr(version.out.find(' ') + 1);
    CHECK(cmake.find("VERSION " + number.substr(0, number.size() - 1) + " ") != std::string::npos);
}

TEST_CASE("without a command there is a short help and exit code 2") {
    const Outcome nothing = program({});
    CHECK(nothing.code == 2);
    CHECK(nothing.out.empty());
    CHECK(nothing.err.starts_with("usage: wafernet COMMAND"));
    CHECK(std::count(nothing.err.begin(), nothing.err.end(), char{10}) == 1);
}
