// A subcommand as data: its options and what it does. Only parse.cpp knows CLI11.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "wafernet/render.hpp"
#include "wafernet/table.hpp"

namespace wafernet::cli {

/// One option or positional of a command. `names` is "--planes" or "-o,--output" for an option, "networks" for a
/// positional. A vector takes one or more values, an optional stays empty where the option is not given.
struct Option {
    using Target = std::variant<std::string*, std::vector<std::string>*, std::optional<std::string>*, std::uint64_t*,
                                std::optional<std::uint64_t>*, double*, std::optional<double>*, bool*>;
    std::string names;
    std::string help;  ///< one line; the default is appended by the parser
    Target target;
    bool required = false;
    std::vector<std::string> choices{};  ///< permitted words; empty: any
};

/// Options that every command has.
struct CommonOptions {
    RenderOptions render;
    std::string output;  ///< file; empty: standard output
    unsigned threads = 1;
    std::uint64_t seed = 1;
    bool quiet = false;
};

/// What a command works with while it runs.
class Run {
public:
    explicit Run(CommonOptions common) : common_(std::move(common)) {}

    [[nodiscard]] const CommonOptions& common() const { return common_; }
    /// Renders the table and adds it to the output, which appears as a whole when the command has succeeded.
    void print(const Table& table);
    /// Adds text to the output as it is.
    void print(const std::string& text);
    /// Writes one line to standard error, "warning: ...", unless --quiet.
    void warn(const std::string& line) const;
    /// Shows how far a long computation is, on standard error and only on a terminal: "simulate: 3 of 10".
    void progress(const std::string& what, std::uint64_t done, std::uint64_t of) const;
    /// Writes what has been printed so far to standard output or the file (through a temporary file and a rename).
    void flush();

private:
    CommonOptions common_;
    std::string text_;
    bool written_ = false;
};

/// A subcommand. Its file in src/cli/commands defines `Command <file name>_command()`.
struct Command {
    std::string name;
    std::string summary;  ///< one line for the list of commands
    std::string footer;   ///< examples, shown at the end of --help
    std::vector<Option> options;
    std::function<int(Run&)> run;  ///< returns the exit code
};

/// Returns all subcommands, in the order of the help text.
std::vector<Command> commands();

/// Parses the command line, runs the command and returns the exit code: 0 done, 1 a check failed, 2 the input was wrong.
int run_command_line(int argc, const char* const* argv);

}  // namespace wafernet::cli
