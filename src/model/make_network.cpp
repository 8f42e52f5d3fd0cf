#include "wafernet/network.hpp"

namespace wafernet {

Network make_network(std::string_view word) { return build(parse_network_word(word)); }

}  // namespace wafernet
