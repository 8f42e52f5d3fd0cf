// Programs of others, found at run time and run without a shell.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace wafernet::cli {

/// A folder that is gone with it.
class Scratch {
public:
    /// Throws ComputationError where there is no place for it.
    Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();
    [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

/// Returns the file of a program that is found along PATH, or nothing.
std::optional<std::string> found_program(const std::string& name);

/// Runs a program without input; its standard output becomes the file `out`, its complaints go nowhere. Returns its
/// exit code. Throws ComputationError where it cannot be run, takes longer than a minute or Ctrl-C comes.
int run_program(const std::string& program, std::vector<std::string> arguments, const std::string& out);

}  // namespace wafernet::cli
