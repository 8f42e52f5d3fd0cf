// Where the files that come with wafernet are: published tables, network and technology models.
#pragma once

#include <filesystem>
#include <string_view>

namespace wafernet {

/// Returns the folder `what` ("tables", "models") that belongs to this program: ../share/wafernet beside an installed
/// program, the source tree around a program in its build folder, or else the place known when the library was built.
/// Throws InputError where none of the folders exists.
std::filesystem::path data_folder(std::string_view what);

/// Returns `path` where it exists as it is, else the file of that name among those that come with wafernet
/// ("models/htn-1024.toml"), else `path` unchanged.
std::filesystem::path data_file(std::string_view path);

}  // namespace wafernet
