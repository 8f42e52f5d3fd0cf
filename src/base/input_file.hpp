// Inputs that can be read once: pipes, terminals and standard input.
#pragma once

#include <fstream>
#include <string>

namespace wafernet {

/// Returns where the content of `path` can be read from its beginning, as often as wanted. "-" is standard input. What
/// is no file on a disk (a pipe, a terminal, <(..) of a shell) is read to its end at the first call and kept until the
/// program ends. A path that does not exist, a folder and a file are returned as they are, for their reader to judge.
/// Throws InputError where it cannot be read or holds more than 256 MiB.
std::string readable(const std::string& path);

/// Returns a file that is open for reading; not good where it cannot be. Throws bad_alloc where there is no memory to
/// open it.
std::ifstream opened(const std::string& path, std::ios::openmode mode = std::ios::in);

/// Returns which pipe or terminal a path leads to, as text that is the same for all of its names; empty: none.
std::string read_once(const std::string& path);

}  // namespace wafernet
