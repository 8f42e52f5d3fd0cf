// Programs of others, found at run time and run without a shell.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wafernet {

/// Returns the file of a program that is found along PATH, or nothing.
std::optional<std::string> found_program(std::string_view name);

struct ProgramOutput {
    int code = 0;  ///< its exit code, 128 and more where a signal ended it
    std::string text, complaints;
};
/// Runs a program with this text on its standard input. Throws ComputationError where it cannot be run, takes longer
/// than a minute, or `stop` returns true while it runs.
ProgramOutput run_program(const std::string& program, std::vector<std::string> arguments, std::string_view input,
                          const std::function<bool()>& stop = {});

}  // namespace wafernet
