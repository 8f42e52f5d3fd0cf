// What a test has to know of the build it belongs to. It is asked for at run time, so that the tests' own code is the
// same in every build and is compiled once (ccache).
#pragma once

#include <filesystem>
#include <string>

namespace wafernet::test {

/// Returns the folder of the sources.
const std::filesystem::path& source_folder();

/// Returns the path of the program under test.
const std::string& program_path();

/// Returns the path of the library that refuses memory or writes to a program it is preloaded into (`refuse/`).
const std::string& refuse_library();

/// Returns whether the library and the program are watched by sanitizers, which make them some ten times slower.
bool sanitized();

}  // namespace wafernet::test
