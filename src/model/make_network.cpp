#include "wafernet/network.hpp"

namespace wafernet {

Network make_network(std::string_view word) {
    if (word.starts_with('@')) return make_network(resolve_model_word(word));
    return build(parse_network_word(word));
}

}  // namespace wafernet
