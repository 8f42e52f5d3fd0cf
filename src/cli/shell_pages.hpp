// What a shell and `man` want to know of the commands, from the same options as --help.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace wafernet::cli {

/// Returns the script that completes command lines; `shell` is bash, zsh or fish.
std::string completion(const std::string& shell, const std::vector<Command>& commands,
                       const std::vector<Option>& common);

/// Returns the manual page wafernet(1) as roff.
std::string manual(const std::vector<Command>& commands, const std::vector<Option>& common);

}  // namespace wafernet::cli
