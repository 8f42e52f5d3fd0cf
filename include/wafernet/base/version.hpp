// The version of the library.
#pragma once

#include <string_view>

namespace wafernet {

/// Returns the version of the library that is linked, "0.1.0".
std::string_view version();

}  // namespace wafernet
