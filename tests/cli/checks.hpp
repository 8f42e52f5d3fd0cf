// What the tests of commands check again and again: that something is refused, and what is printed as CSV.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>

#include "../report/parsers.hpp"
#include "program.hpp"

namespace wafernet::test {

/// One line on standard error with `hint` in it, nothing on standard output, exit code 2.
inline void refused(const std::vector<std::string>& arguments, const std::string& hint = "") {
    std::string line;
    for (const std::string& a : arguments) line += a.substr(0, 100) + ' ';
    CAPTURE(line);
    const Outcome outcome = program(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    CHECK(outcome.err.starts_with("error: "));
    CHECK(outcome.err.size() < 500);
    if (!hint.empty()) CHECK(outcome.err.find(hint) != std::string::npos);
}

/// What the command prints as CSV.
inline std::string output(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "csv"});
    const Outcome outcome = program(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
}

using Records = std::vector<std::vector<std::string>>;

/// The same as records, the header first, of which there are two or more.
inline Records csv(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "csv"});
    const Outcome outcome = program(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    const auto records = parse_csv(outcome.out, ',');
    REQUIRE(records.has_value());
    REQUIRE(records->size() >= 2);
    return *records;
}

}  // namespace wafernet::test
