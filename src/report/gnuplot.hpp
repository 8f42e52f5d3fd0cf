// Runs gnuplot, which draws the pictures.
#pragma once

#include <optional>
#include <string>

namespace wafernet {

/// Returns the file of gnuplot on the PATH, or nothing.
std::optional<std::string> find_gnuplot();

/// Returns what gnuplot writes for a script, which it reads from its standard input. Throws InputError where there is
/// no gnuplot, ComputationError with its first line where it fails.
std::string run_gnuplot(const std::string& script);

}  // namespace wafernet
