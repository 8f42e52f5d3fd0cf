// Where results go: standard output, or a file that appears as a whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "wafernet/report/plot.hpp"
#include "wafernet/report/render.hpp"

namespace wafernet::cli {

/// One form that results may have: tables in a format, or a picture of them. This list alone decides what --format and
/// the ending of the -o file may be; what a new form is written by stands in Run::flush.
struct OutputForm {
    std::string_view word;                  ///< of --format
    std::vector<std::string_view> endings;  ///< of files: ".csv"
    std::variant<Format, Picture> form;
};
std::span<const OutputForm> output_forms();

/// Returns the form of this word. Throws InputError for any other.
const OutputForm& output_form(std::string_view word);
/// Returns the form that the ending of a file asks for, text where it has none. Throws InputError for an unknown one.
const OutputForm& form_of_file(const std::string& path);

/// Returns width and height in 96ths of an inch: "800x500", "88x66mm", "column", "page". Throws InputError for others.
std::pair<double, double> picture_size(std::string_view word);

/// The reader of standard output has gone (`wafernet ... | head -1`): nobody wants the rest.
struct OutputClosed {};

/// Writes to standard output. Throws OutputClosed, or ComputationError where it cannot be written (a full disk).
void write_stdout(std::string_view text);

/// Returns how many characters fit on a line of what is written to this descriptor: what the variable COLUMNS says,
/// else the size of the terminal that it is; nothing where it is a file or a pipe and nobody says.
std::optional<std::size_t> terminal_width(int descriptor);

/// Throws InputError where `path` cannot become a file: no such folder, no permission, a folder of that name.
void check_writable(const std::string& path);

/// Throws InputError where `path`, which `option` writes beside -o, is standard output or one of `others`, -o's file or
/// one that is read, or cannot become a file.
void check_second_output(const std::string& option, const std::string& path, const std::vector<std::string>& others);

/// Writes the file through a temporary one in the same folder and a rename. A symbolic link keeps pointing to the file
/// written; a device or pipe is written directly. Throws InputError
/// as check_writable does, and ComputationError where writing fails (a full disk); then it leaves nothing behind. What
/// is written has reached the disk before it has the file's name.
void write_file(const std::string& path, std::string_view text);

/// A folder for results: made where there is none, and gone at the end where nothing was written into it.
class OutFolder {
public:
    /// Throws InputError where it cannot be made.
    explicit OutFolder(const std::string& path);
    OutFolder(const OutFolder&) = delete;
    OutFolder& operator=(const OutFolder&) = delete;
    ~OutFolder();

private:
    void remove_empty() const;

    std::vector<std::filesystem::path> made_;  // the innermost first
};

/// Removes the temporary file that write_file is at. For signal handlers that end the program.
void remove_unfinished();

}  // namespace wafernet::cli
