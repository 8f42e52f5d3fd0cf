// The options of every command that say how a network from a file is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"

namespace wafernet::cli {

/// Returns the words of networks among the positionals that have been read.
std::vector<std::string*> network_words(const std::vector<Option>& of_command);

/// --file-format and its like, and --routes and its like. They become part of the words of networks, file+metis:g.txt
/// and routes=t.csv:mesh:4x4, so that every command understands them.
class FileWords {
public:
    std::vector<Option> options();
    /// Adds the options to the words of graph files among the positionals. Throws InputError where there is none to add
    /// them to, and for values that are none.
    void apply(const std::vector<Option>& of_command) const;
    /// Adds the routes to the words of networks, whatever else these say. Throws InputError where there is none, and
    /// for --vcs-of and its like without --routes.
    void apply_routes(const std::vector<Option>& of_command) const;
    /// Returns how the graph files among the positionals are read and what faults leave of networks, a line each.
    /// Throws InputError where one is malformed.
    [[nodiscard]] static std::vector<std::string> read_as(const std::vector<Option>& of_command);

private:
    std::optional<std::string> format_, columns_, terminals_, weights_;
    bool directed_ = false, drop_loops_ = false;
    std::optional<std::string> routes_, vcs_of_, problems_;
    bool partial_ = false;
};

}  // namespace wafernet::cli
