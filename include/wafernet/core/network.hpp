// From one word to a network.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// A network word taken apart and checked, nothing built yet.
struct NetworkWord {
    std::string word;  ///< in positional form
    const Family* family = nullptr;
    Parameters parameters;
};

/// Returns the family and the parameters of a word such as "htn:4,4,2,1", "htn:m=4,n=4,L=2,q=1" or "mesh:8x8".
/// Throws InputError: unknown family, missing, extra, non-numeric, out-of-range or contradictory parameters.
NetworkWord parse_network_word(std::string_view word);

/// Returns the network of a word, built. Besides family words it takes "@FILE" (a TOML model) and "file:FILE" (a
/// graph). Throws InputError as parse_network_word does, and where the network would not fit into three quarters of
/// this machine's memory.
Network make_network(std::string_view word);
/// Returns the network of a word that has been taken apart. Throws InputError where it would not fit, and where the
/// word has no family.
Network build(const NetworkWord& word);

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

/// Returns the network word that "@FILE" stands for; any other word unchanged.
std::string resolve_model_word(std::string_view word);

/// Bytes that the graph of a network of this many nodes and links takes.
std::uint64_t graph_bytes(std::uint64_t nodes, std::uint64_t links);

}  // namespace wafernet
