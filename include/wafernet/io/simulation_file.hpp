// Files of a simulation: options as TOML, traces as CSV.
#pragma once

#include <string>
#include <vector>

#include "wafernet/sim/simulator.hpp"

namespace wafernet {

/// A key of a TOML file and its value as text: "true" for true, "0.1,0.2" for [0.1, 0.2].
struct FileOption {
    std::string place;  ///< "FILE:LINE:COLUMN"
    std::string name, text;
};

/// Returns the keys of a TOML file in its order. Throws InputError with file, line and column.
std::vector<FileOption> read_option_file(const std::string& path);

/// Returns the messages of a trace: lines "cycle,source,destination,flits" under that header, nodes as numbers.
/// Throws InputError with file and line.
std::vector<TraceMessage> read_trace(const std::string& path, const Network& network);

}  // namespace wafernet
