// Where results go: standard output, or a file that appears as a whole or not at all.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wafernet::cli {

/// The reader of standard output has gone (`wafernet ... | head -1`): nobody wants the rest.
struct OutputClosed {};

/// Writes to standard output. Throws OutputClosed, or ComputationError where it cannot be written (a full disk).
void write_stdout(std::string_view text);

/// Returns how many characters fit on a line of what is written to this descriptor: what the variable COLUMNS says,
/// else the size of the terminal that it is; nothing where it is a file or a pipe and nobody says.
std::optional<std::size_t> terminal_width(int descriptor);

/// Throws InputError where `path` cannot become a file: no such folder, no permission, a folder of that name.
void check_writable(const std::string& path);

/// Writes the file through a temporary one in the same folder and a rename. A symbolic link keeps pointing to the file
/// written; a device or pipe is written directly. Throws InputError
/// as check_writable does, and ComputationError where writing fails (a full disk); then it leaves nothing behind. What
/// is written has reached the disk before it has the file's name.
void write_file(const std::string& path, std::string_view text);

/// Removes the temporary file that write_file is at, if any. For signal handlers that end the program.
void remove_unfinished();

}  // namespace wafernet::cli
