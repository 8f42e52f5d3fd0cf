// What wafernet says when its input is wrong.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace wafernet {

/// What is the matter, in one line.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The user's input is wrong. The message is one line in lower case that says what was found, where, and what is
/// needed. The command line prints it and exits with 2.
class InputError : public Error {
public:
    using Error::Error;
};

/// A computation on good input could not finish (a check failed, no convergence). The command line exits with 1.
class ComputationError : public Error {
public:
    using Error::Error;
};

/// Returns the candidate nearest to `word` in edit distance, or nothing where none is near enough to be a slip of the
/// pen.
std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> candidates);

/// Returns " (did you mean 'htn'?)" for the candidate nearest to `word`, or an empty string.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace wafernet
