// A configuration file of BookSim2 as a network and the options of this program.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wafernet {

/// What a configuration means here.
struct BooksimCase {
    std::string network;  ///< network word: "mesh:8x8", "file:net.any"
    /// Options by their names without dashes and their values: {"vcs", "2"}, {"preset", "booksim-min"}. Options of
    /// 'simulate' all.
    std::vector<std::pair<std::string, std::string>> options;
    std::vector<std::string> said;  ///< how keys were read: "num_vcs = 2: --vcs 2"
    std::vector<std::string>
        unheeded;  ///< keys that change no figure here, or change it otherwise, each with its reason
};

/// Returns the case of a configuration file. `overrides` are "key=value", as on BookSim2's command line, later ones
/// win; `ignored` are keys that are taken as not said. Values that neither say have BookSim2's defaults. Throws
/// InputError with file and line: what BookSim2 does not read either (unknown keys, wrong types of numbers, no ';'),
/// and what cannot be honoured: "FILE:12: internal_speedup = 2 cannot be honoured, wafernet's switch runs at the link
/// rate".
BooksimCase read_booksim_config(const std::string& path, const std::vector<std::string>& overrides = {},
                                const std::vector<std::string>& ignored = {});

}  // namespace wafernet
