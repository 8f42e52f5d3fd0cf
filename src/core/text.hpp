// Pieces of text, without copies.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace wafernet {

/// Returns what is between the separators; one piece where there are none, empty where the text is.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Returns the bytes of the well-formed UTF-8 character at the front of `text`, which is not empty; 0 where there is none.
std::size_t utf8_length(std::string_view text);

}  // namespace wafernet
