// Cases that were drawn and simulated once, from a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dynamic_options.hpp"

namespace wafernet::cli {

struct KeptCurve {
    double saturation = 0.0;                          ///< flits per node and cycle
    std::vector<std::pair<double, double>> points{};  ///< load and mean latency in cycles, rising
};

struct ValidationCase {
    std::string network;
    DynamicChoice choice;
    bool derives = false;  ///< the intervals are derived from it, and terms of the model were kept or left out by it
    KeptCurve kept{};
};

/// Returns the cases of the file with what was simulated of them: a line each under the header
/// "network,preset,vcs,buffer,flits,link,traffic,routing,saturation,load1,latency1,load2,latency2,load3,latency3,half",
/// where half is `derive` or `report`; lines that begin with # say where they come from. Throws InputError where the
/// file cannot be read or a line means nothing.
std::vector<ValidationCase> drawn_cases(const std::string& file);

}  // namespace wafernet::cli
