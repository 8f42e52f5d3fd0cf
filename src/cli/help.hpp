// The help texts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"

namespace wafernet::cli {

/// Returns what `wafernet --help` shows, the commands that are used most by the question that they answer; `all`: every
/// command, and what holds for all of them. Lines fit into `width` characters where it is given; an example that does
/// not goes on behind a backslash, as a shell reads it.
std::string general_help(const std::vector<Command>& commands, std::optional<std::size_t> width = {}, bool all = false);
std::string short_help();
/// Returns what `wafernet COMMAND --help` shows: ten options in short, two examples; `all`: every option in full, by
/// what it is about. `common` are the options that every command has. What presets set has its default by preset.
std::string command_help(const Command& command, const std::vector<Option>& common,
                         std::optional<std::size_t> width = {}, bool all = false);
/// Adds the help of options.csv to the options that have none: that of "COMMAND --planes", else that of "--planes".
void add_help(std::vector<Option>& options, std::string_view command = {});
/// Gives the command its name, what help_pages.txt says that it answers, and the help of its options.
Command with_help(std::string_view name, Command command);
/// Returns "NETWORK" for the positional "network" and the longest name of an option: "--output".
std::string option_name(const Option& option);
/// Returns what an option holds, as text; nothing where it holds nothing.
std::optional<std::string> setting(const Option& option);
bool positional(const Option& option);

}  // namespace wafernet::cli
