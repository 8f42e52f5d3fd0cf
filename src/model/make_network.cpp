#include "wafernet/graph_file.hpp"
#include "wafernet/network.hpp"

namespace wafernet {

Network make_network(std::string_view word) {
    if (word.starts_with('@')) return make_network(resolve_model_word(word));
    constexpr std::string_view file = "file:";
    if (word.starts_with(file)) return read_graph_file(std::string(word.substr(file.size())));
    return build(parse_network_word(word));
}

}  // namespace wafernet
