// The text of a graph file, its lines and words, and complaints about a place in it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace wafernet::graph_formats {

/// A place in a file, both from 1.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

struct Source {
    std::string path;
    std::string text;                   ///< valid UTF-8 without control characters other than tab and line ends
    std::vector<std::size_t> starts{};  ///< of the lines; empty: not looked for
};

/// Returns the text of the file, checked. Throws InputError where it is no plain UTF-8 text file of at most 1 GiB.
Source read_source(const std::string& path);

/// Returns at most 60 characters of the text, without control characters.
std::string shown(std::string_view text);
/// Returns where the byte `offset` is.
Place place_of(const Source& source, std::size_t offset);

[[noreturn]] void fail(const Source& source, Place at, const std::string& what);
/// Throws "found 'text', need ..".
[[noreturn]] void fail_at(const Source& source, Place at, std::string_view found, const std::string& need);
/// Throws "found no line with a word, need ..".
[[noreturn]] void fail_empty(const Source& source, const std::string& need);

struct Word {
    std::string text;
    Place at;
    bool quoted = false;
};
using Line = std::vector<Word>;  // never empty where it comes from words_of_lines

/// What stands between the words of a line.
enum class Separator : std::uint8_t { blanks, comma, semicolon, tab };

struct WordRules {
    Separator separator = Separator::blanks;
    bool comments = true;  ///< #, % and // at the start of a word begin one
    char end = 0;          ///< a mark that ends every line and is no part of a word
};

/// Returns the words of every line that has some. Quotes ("a b" or 'a b') and, between blanks, parentheses keep a word
/// together; what is in braces {..} at the end of a line is one word.
std::vector<Line> words_of_lines(const Source& source, const WordRules& rules = {});

/// Returns a whole number from `least` to `most`. Throws "need `what` from .. to ..".
std::uint32_t whole_number(const Source& source, const Word& word, std::uint32_t least, std::uint32_t most,
                           std::string_view what);
/// Returns "3" for "3.0", as other programs write whole numbers; any other text unchanged.
std::string_view without_zeros(std::string_view text);
/// Whether the text is a whole number, by its digits alone.
bool is_whole(std::string_view text);
/// Whether the text is a number of any kind: -1, 2.5, 1e-3.
bool is_number(std::string_view text);
bool one_of(std::string_view word, std::initializer_list<std::string_view> words);
/// Whether the text has a character that is not seen (zero width), or one that looks like a blank and is none.
bool has_unseen(std::string_view text, bool blanks);
/// Returns the character of a code point.
std::string utf8(std::uint32_t code);
/// Returns the character of &quot;, &#252; or &#xFC; by what stands between & and ; in XML; empty where it is none.
std::string entity(std::string_view name);

}  // namespace wafernet::graph_formats
