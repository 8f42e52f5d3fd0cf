// The options that every command has, as words, and what they ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "fault_options.hpp"
#include "file_options.hpp"
#include "output.hpp"

namespace wafernet::cli {

struct CommonWords {
    std::optional<std::string> format;
    std::optional<std::string> output;
    bool plot = false;
    std::uint64_t threads = 1;
    std::uint64_t seed = 1;
    std::optional<std::string> memory, title, points;
    bool quiet = false;
    bool provenance = false, notes = false;
    FileWords files;
    FaultWords faults;

    /// The options; `command`: null where none is known yet. *this must outlive them.
    std::vector<Option> options(const Command* command);
    /// Returns the word of the form: by --format, else by the ending of the file.
    [[nodiscard]] std::string form_word(const Command& command) const;
    /// Returns what they ask for. Throws InputError where they do not fit together, or not the command.
    [[nodiscard]] CommonOptions checked(const Command& command, bool to_folder) const;

private:
    [[nodiscard]] std::optional<Picture> picture_of(const OutputForm& form) const;
};

}  // namespace wafernet::cli
