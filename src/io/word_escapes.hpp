// Names and paths as parts of a network word, before its colon.
#pragma once

#include <string>
#include <string_view>

namespace wafernet {

/// Returns the text with %XX for the bytes that end a part of a word: ':', '+' and '%'.
std::string encoded(std::string_view text);
/// Returns the text that `encoded` was given. What is no such escape stays.
std::string decoded(std::string_view text);

}  // namespace wafernet
