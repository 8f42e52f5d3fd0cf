// From a word to a network: a family's, a model's or that of a graph file.
#pragma once

#include <string>
#include <string_view>

#include "wafernet/core/network.hpp"

namespace wafernet {

/// Returns the network of a word, built. Besides family words it takes "@FILE" (a TOML model) and "file:FILE" (a
/// graph). Throws InputError as parse_network_word does, and where the network would not fit into three quarters of
/// this machine's memory.
Network make_network(std::string_view word);

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
/// Returns the family and the parameters of a word; "@FILE" stands for the word of the model. Throws InputError as
/// read_network_model and parse_network_word do.
NetworkWord network_word(std::string_view word);

}  // namespace wafernet
