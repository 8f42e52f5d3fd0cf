// Traces of a simulation, as CSV.
#pragma once

#include <string>
#include <vector>

#include "wafernet/sim/simulator.hpp"

namespace wafernet {

/// Returns the messages of a trace: lines "cycle,source,destination,flits" under that header, nodes as numbers.
/// Throws InputError with file and line.
std::vector<TraceMessage> read_trace(const std::string& path, const Network& network);

}  // namespace wafernet
