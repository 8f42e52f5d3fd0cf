// From a word to a network: a family's, a model's or that of a graph file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wafernet/core/faults.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet {

/// Returns the network of a word, built. Besides family words it takes "@FILE" (a TOML model), "file:FILE" (a graph),
/// "faults+..:NETWORK" (FaultWord) and "routes=FILE:NETWORK" (io/routes_file.hpp). Throws InputError as
/// parse_network_word does, and where the network would not fit into three quarters of this machine's memory.
Network make_network(std::string_view word);

/// The word of a network with faults: "faults+n=3+kind=link+seed=1:mesh:8x8" (three are drawn), "faults+rate=0.01+.."
/// (each that is possible with this probability) or "faults+file=FILE:mesh:8x8"; "+planes=4" for vertical links and
/// whole planes.
struct FaultWord {
    std::string network;                 ///< the word without the faults
    std::string file;                    ///< empty: they are drawn
    std::optional<std::uint64_t> count;  ///< that are drawn; nothing: by `rate`, or from the file
    std::optional<double> rate{};
    std::string kinds = "link";  ///< as possible_faults takes them
    std::uint64_t seed = 1;
    std::uint64_t planes = 1;

    [[nodiscard]] std::string word() const;
    /// Returns the faults in the network without them. Throws InputError, with file and line, for what is not in the
    /// network, and where more faults are asked for than there can be.
    [[nodiscard]] FaultSet faults(const Network& whole) const;
};

/// Whether the word is one of a network with faults.
bool is_fault_word(std::string_view word);
/// Returns what such a word says. Throws InputError where it is malformed.
FaultWord parse_fault_word(std::string_view word);

/// A line of a file of faults.
struct FaultLine {
    std::string kind, what;
    double share = 0.0;  ///< of its width that a link keeps; 0: it is lost
    std::string place;   ///< "faults.csv:3"
};
/// Returns the lines of a CSV file under the header kind,what or kind,what,share: node,5 or router,5 (with its links),
/// processor,5 (its router goes on), link,a-b or link,7 (of 'topology --links'), oneway,a>b, vertical,a-b (between two
/// planes) and plane,2 (all of its nodes, from 1). Throws InputError with file and line for anything else.
std::vector<FaultLine> read_fault_lines(const std::string& path);

/// A network model file: models/*.toml.
struct NetworkModel {
    std::string name;
    std::string title;
    std::string document, place;  ///< source, as in Source; empty where the file gives none
    std::string word;             ///< the network word it stands for, in positional form
};

/// Returns the model of a TOML file; a relative path is also looked for among the files that come with wafernet.
/// Throws InputError with file, line and column.
NetworkModel read_network_model(std::string_view path);

/// Returns the network word that "@FILE" stands for, of a word with routes that of its network; any other unchanged.
std::string resolve_model_word(std::string_view word);
/// Returns the family and the parameters of a word; "@FILE" stands for the word of the model. Throws InputError as
/// read_network_model and parse_network_word do.
NetworkWord network_word(std::string_view word);

}  // namespace wafernet
