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

/// What stands in a row of records in the column of this name.
inline std::string cell(const Records& rows, std::size_t row, const std::string& column) {
    const auto at = std::find(rows[0].begin(), rows[0].end(), column);
    CAPTURE(column);
    REQUIRE(at != rows[0].end());
    return rows[row][static_cast<std::size_t>(at - rows[0].begin())];
}

/// The same of the first row.
inline std::string cell(const Records& rows, const std::string& column) { return cell(rows, 1, column); }

/// Writes small.toml, a table of one simulated number, which takes a moment.
inline void write_small_table(const Folder& folder) {
    folder.write("small.toml",
                 "id = \"small\"\ntitle = \"a small one\"\ndocument = \"mudawwar\"\nplace = \"sec. 4.2\"\n"
                 "[[column]]\nname = \"traffic\"\ndefinition = {quantity = \"simulated_traffic\"}\n"
                 "arguments = {preset = \"kmway\", routing = \"adaptive\", loads = \"0.05,0.6\"}\n"
                 "[[row]]\nname = \"4\"\nnetwork = \"kmway-mesh:4,2\"\nprinted = {traffic = \"50\"}\n");
}

}  // namespace wafernet::test
