// Strict readers of the words on a command line, which throw InputError with a line that names the option; and values
// of cells.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet {
struct DesignStack;
struct Network;
}  // namespace wafernet

namespace wafernet::cli {

/// Returns the whole number that `text` is: digits only, at most 2^64 - 1.
std::uint64_t whole_number(std::string_view text, std::string_view option,
                           std::string_view need = "a whole number, 0 or more");
/// Throws InputError, "--seeds 0, must be from 1 to 100", where a number is outside its range.
void check_between(std::uint64_t number, std::string_view option, std::uint64_t least, std::uint64_t most);
/// Returns the finite real number that `text` is, such as 0.25, -3 or 1e-3.
double real_number(std::string_view text, std::string_view option, std::string_view need = "a finite number");

inline constexpr std::string_view number_forms = "A:B:STEP or x,y,z";
/// Returns the numbers of "A:B:STEP" (A, A + STEP, ... up to and including B) or of a list "x,y,z", or of one number.
/// STEP must be positive, B not below A, at most 100,000 numbers, all at least `least` and at most `most`.
std::vector<double> number_range(std::string_view text, std::string_view option, double least, double most,
                                 std::string_view forms = number_forms);

/// Returns the least and the most nodes of "1024" or "512:2048", the value of an option such as --nodes.
std::pair<std::uint64_t, std::uint64_t> node_range(const std::string& text, std::string_view option = "--nodes");

/// Throws InputError where one of the network words, such as "htn:4,4,2,1" or "@FILE", is malformed. Builds nothing, so
/// that a slip in the last word is found before the first network is measured.
void check_words(const std::vector<std::string>& words);

/// Returns `text` on one line fit for a terminal: control characters and line ends are escaped, and what is too long is
/// cut.
std::string one_line(std::string_view text, std::size_t longest = 60);

/// Returns a sum of rates to the digits that are known of it: twelve of `scale`, the largest of its kind, below which
/// only rounding is left. So a sum that is 0 but for rounding is 0.
double known_digits(double sum, double scale);

/// Adds to a table of figures of a technology the values that it assumes, where there are some.
void add_assumption_note(Table& table, const Technology& technology,
                         std::initializer_list<const std::vector<std::string>*> assumptions);
/// Adds what part of a plane the network's switches take, and what is assumed for it; nothing where it has none.
void add_switch_note(Table& table, const Network& network, const DesignStack& stack, const Technology& technology);

std::string joined(const std::vector<std::string>& items, std::string_view separator = "; ");

/// Returns what `compute` returns, or why it refuses: for a cell of a table whose other cells have values.
template <class Compute> Value value_or_reason(Compute compute) {
    try {
        return compute();
    } catch (const InputError& error) {
        return Missing{error.what()};
    }
}

}  // namespace wafernet::cli
