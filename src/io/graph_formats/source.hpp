// The text of a graph file, its lines and words, and complaints about a place in it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

/// A place in a file, both from 1.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

struct Source {
    Source(std::string from, std::string content);
    /// Returns the line `number`, from 1, without its end.
    [[nodiscard]] std::string_view line(std::size_t number) const;
    /// Returns where the byte `offset` is.
    [[nodiscard]] Place place(std::size_t offset) const;

    std::string path;
    std::string text;                 ///< read_source's: UTF-8 without control characters other than tab and line end
    std::vector<std::size_t> starts;  ///< of the lines
};

/// Returns the text of the file, checked, with \n at the ends of lines. Throws a Complaint, which asks for `what`,
/// where it is no plain UTF-8 text file of at most 1 GiB.
Source read_source(const std::string& path, const std::string& what = "graph file");

/// Returns the text as printable does: a word of the file for a message.
inline std::string shown(std::string_view text) { return printable(text); }

/// What is wrong in a file; in_file puts the path of the file before it.
class Complaint : public InputError {
public:
    using InputError::InputError;
};

/// Returns what `act` does; an InputError says in which file where it is a Complaint.
template <class Act> auto in_file(const std::string& path, const Act& act) {
    try {
        return act();
    } catch (const Complaint& complaint) {
        throw InputError(shown(path) + complaint.what());
    }
}

/// Throws what is wrong with the whole file, or at a place in it.
[[noreturn]] void fail(const std::string& what);
[[noreturn]] void fail(Place at, const std::string& what);

struct Word {
    std::string text;
    Place at;
    bool quoted = false;
};
using Line = std::vector<Word>;  // never empty where it comes from words_of_lines

/// Throws "found 'text', need .."; `found` is a word with its place.
[[noreturn]] void need(Place at, std::string_view found, const std::string& what);
[[noreturn]] void need(const Word& found, const std::string& what);
/// Throws "found no line with a word, need ..".
[[noreturn]] void need_lines(const std::string& what);

struct WordRules {
    char separator = ' ';  ///< what stands between words: blanks and tabs, or a comma, a semicolon or a tab
    bool comments = true;  ///< #, % and // at the start of a word begin one
    char end = 0;          ///< a mark that ends every line and is no part of a word
    std::size_t longest = 200;
};

/// Returns the words of every line that has some. Quotes ("a b" or 'a b') and, between blanks, parentheses keep a word
/// together; what is in braces {..} at the end of a line is one word.
std::vector<Line> words_of_lines(const Source& source, const WordRules& rules = {});
/// Returns the line without blanks in front; is_comment tells whether #, % or // begins it.
std::string_view without_indent(std::string_view line);
bool is_comment(std::string_view text);
/// Returns what stands between blanks and tabs in the line `number`, whatever it is.
Line bare_words(const Source& source, std::size_t number);

/// Returns a whole number from `least` to `most`. Throws "need `what` from .. to ..".
std::uint32_t whole_number(const Word& word, std::uint32_t least, std::uint32_t most, std::string_view what);
/// Returns "3" for "3.0", as other programs write whole numbers; any other text unchanged.
std::string_view without_zeros(std::string_view text);
/// Whether the text is a number of any kind: -1, 2.5, 1e-3.
bool is_number(std::string_view text);
/// Whether the number, in decimal digits, is 0.
bool is_zero(std::string_view number);
bool one_of(std::string_view word, std::initializer_list<std::string_view> words);
/// Whether the text has a character that is not seen (zero width), or one that looks like a blank and is none.
bool has_unseen(std::string_view text, bool blanks);

/// Returns the text with the characters of &quot;, &uuml;, &#252; and &#xFC;. `unknown` becomes the first & that begins
/// none, and what follows it; & stays there.
std::string without_entities(std::string_view text, std::string_view& unknown);

}  // namespace wafernet::graph_formats
