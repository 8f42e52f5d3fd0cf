// The options of every command that put faults into its networks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"

namespace wafernet::cli {

/// --faults, --fault-kind and --fault-rate. They become part of the words of networks, faults+n=3+..:mesh:8x8, so that
/// every command understands them.
class FaultWords {
public:
    std::vector<Option> options();
    /// Puts the faults into the words of networks among the positionals; where there are none to put, the words stay.
    /// Throws InputError where there is no network to put them into, and for values that are none.
    void apply(const std::vector<Option>& of_command, std::uint64_t seed) const;

private:
    std::optional<std::string> faults_, kinds_;
    std::optional<double> rate_;
};

}  // namespace wafernet::cli
