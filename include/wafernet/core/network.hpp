// A family and its parameters as one word.
#pragma once

#include <string>
#include <string_view>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// A network word, parsed and checked; nothing is built yet.
struct NetworkWord {
    std::string word;  ///< in positional form
    const Family* family = nullptr;
    Parameters parameters;
};

/// Returns the family and the parameters of a word such as "htn:4,4,2,1", "htn:m=4,n=4,L=2,q=1" or "mesh:8x8".
/// Throws InputError: unknown family, missing, extra, non-numeric, out-of-range or contradictory parameters.
NetworkWord parse_network_word(std::string_view word);

/// Returns the network of a word that has been parsed, built. Throws InputError where the network would not fit into
/// three quarters of this machine's memory, and where the word has no family.
Network build(const NetworkWord& word);

/// Bytes that the graph of a network of this many nodes and links takes.
std::uint64_t graph_bytes(std::uint64_t nodes, std::uint64_t links);

}  // namespace wafernet
