// Command lines for libFuzzer: the words of an input stand on lines of their own.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace wafernet::fuzz {

/// Runs the command line in this process, in a scratch folder. Aborts where it does not end as one should: exit code
/// 0, 1 or 2, with 2 one short line and nothing written. Command lines that may take long or leave the folder are left
/// out.
void command_line(std::string_view text);

/// Returns the command line with one word put in, exchanged or taken out: an option of its command, a value of one.
std::string with_other_word(std::string_view text, std::minstd_rand& random);

}  // namespace wafernet::fuzz
