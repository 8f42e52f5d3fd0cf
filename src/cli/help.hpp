// The help texts.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace wafernet::cli {

/// Returns what `wafernet --help` shows.
std::string general_help(const std::vector<Command>& commands);
/// Returns two lines for someone who gave no command.
std::string short_help();
/// Returns what `wafernet COMMAND --help` shows; `common` are the options that every command has.
std::string command_help(const Command& command, const std::vector<Option>& common);
/// Returns "NETWORK" for the positional "network" and the longest name of an option: "--output".
std::string option_name(const Option& option);
/// Whether an option is a positional.
bool positional(const Option& option);

}  // namespace wafernet::cli
