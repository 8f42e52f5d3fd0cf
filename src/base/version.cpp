#include "wafernet/base/version.hpp"

namespace wafernet {

std::string_view version() { return WAFERNET_VERSION; }

}  // namespace wafernet
