// What made a result: written into files, so that they can be made again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace wafernet {

struct Provenance {
    std::string version;               ///< of wafernet
    std::vector<std::string> command;  ///< words of the command line, without the program's name
    std::uint64_t seed = 1;
    std::vector<std::pair<std::string, std::string>> settings;  ///< every option of the command with its value
};

/// The word that stands before the JSON of a provenance in every file that has one.
inline constexpr const char* provenance_mark = "wafernet-provenance";

/// Returns a word as a shell reads it, in quotes where it must be.
std::string shell_word(const std::string& word);
/// Returns the command as a line for a shell: "wafernet latency 'file:my net.csv'".
std::string command_line(const Provenance& provenance);

/// Returns the provenance as JSON on one line of ASCII, without `<`, `>` and `&`, so that it may stand in XML and HTML.
std::string provenance_json(const Provenance& provenance);

}  // namespace wafernet
