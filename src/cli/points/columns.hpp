// How options, cells and their names stand in the columns of a store.
#pragma once

#include <string>
#include <string_view>

#include "store.hpp"

namespace wafernet::cli {

/// Returns a text as a number where the number reads back as the same text.
Value value_of(const std::string& text);

/// Returns "vcs=2" and the like among words as options.
NamedValues options_in(std::string_view words);

/// Returns the column of an option. An option that is named as a figure of another meaning has "option_" before it:
/// `cycles` are the cycles of a whole simulation, `option_cycles` those that --cycles measures.
std::string option_column(std::string_view option);

/// Returns any text as one line, and back: where a line is an entry.
std::string on_one_line(std::string_view text);
std::string as_it_was(std::string_view line);

/// Returns the reason of a missing value in lines "column: reason"; empty where there is none.
std::string reason_of(std::string_view reasons, const std::string& column);

}  // namespace wafernet::cli
