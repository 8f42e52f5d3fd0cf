// Pieces of text, without copies.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wafernet {

/// Returns what is between the separators; one piece where there are none, empty where the text is.
std::vector<std::string_view> split(std::string_view text, char separator);

std::string lower(std::string_view text);

/// Returns the bytes of the well-formed UTF-8 character at the front of `text`, which is not empty; 0 where there is
/// none.
std::size_t utf8_length(std::string_view text);

/// Returns the same where the character is to be seen or a blank; 0 for a control character as well.
std::size_t plain_length(std::string_view text);

std::string utf8(std::uint32_t code);

bool is_whole(std::string_view text);

/// Whether "n10" comes after "n2": whole numbers first and by value, other texts by their parts, digits by value.
bool natural_less(std::string_view a, std::string_view b);

/// Returns `text` without what a terminal obeys: control characters, line ends of any kind and bytes that are no UTF-8
/// are shown escaped, as in "\n", "\x1b" or "\u2028". Escaping twice changes nothing more.
std::string escaped(std::string_view text);

/// Returns the whole characters of the first `longest` bytes, and "..." where there are more: a word for a message,
/// with ? for control characters and bytes that are no UTF-8.
std::string printable(std::string_view text, std::size_t longest = 60);

std::size_t characters(std::string_view text);

/// Returns "1 link", "2 links".
std::string with_noun(const std::string& number, std::string_view noun);
std::string with_noun(std::integral auto n, std::string_view noun) { return with_noun(std::to_string(n), noun); }

/// Returns the lines of `text`, none longer than `width` characters where it has blanks to break at; lines after the
/// first begin with `indent` blanks. Blanks at the front of `text` stay, line ends in it count as blanks.
std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

}  // namespace wafernet
