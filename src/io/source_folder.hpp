// Where the sources are that the library was built from.
#pragma once

#include <filesystem>

namespace wafernet {

/// Returns the folder, or an empty path where it is not known. Alone in its file: a program that defines it itself
/// links without the library's, and with it without the name of a folder.
std::filesystem::path source_folder();

}  // namespace wafernet
