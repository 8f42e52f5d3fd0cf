// --booksim FILE.cfg: a configuration of BookSim2 in place of a network and its options.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"

namespace wafernet::cli {

struct BooksimWords {
    std::optional<std::string> file;
    std::vector<std::string> ignore;

    /// The options; *this must outlive them.
    [[nodiscard]] std::vector<Option> options() { return {{"--booksim", &file}, {"--ignore", &ignore}}; }
};

/// Takes key=value words out of `networks`, adds the configuration's network in their place, and gives the options of
/// the command the values that the command line leaves open; where the default is a word (--traffic uniform, --ties
/// positive) also what says that word. `others` gets settings of the simulator for which the command has no option;
/// without it they are left out. What was read as what is said in one line on standard error, what is not heeded in a
/// warning each. Does nothing without --booksim. Throws InputError where there is neither a network nor a
/// configuration, and as read_booksim_config does.
void apply_booksim(Run& run, const BooksimWords& words, const std::vector<Option>& options,
                   std::vector<std::string>& networks,
                   std::vector<std::pair<std::string, std::string>>* others = nullptr);

}  // namespace wafernet::cli
