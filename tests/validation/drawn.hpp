// Cases that were drawn and simulated once, from a file.
#pragma once

#include <string>
#include <vector>

#include "sets.hpp"

namespace wafernet::cli {

/// Returns the cases of the file with what was simulated of them: a line each under the header
/// "network,preset,vcs,buffer,flits,link,traffic,saturation, load1,latency1,load2,latency2,load3,latency3,half", where
/// half is `derive` or `report`, with `routing` after traffic where tests/queueing/draw.py has written it; lines that
/// begin with # say where they come from. Throws InputError where the file cannot be read or a line means nothing.
std::vector<ValidationCase> drawn_cases(const std::string& file);

}  // namespace wafernet::cli
