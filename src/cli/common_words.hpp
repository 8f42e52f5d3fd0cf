// The options that every command has, as words, and what they ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "file_options.hpp"
#include "output.hpp"

namespace wafernet::cli {

/// --faults, --fault-kind and --fault-rate. They become part of the words of networks, faults+n=3+..:mesh:8x8, so that
/// every command understands them.
class FaultWords {
public:
    std::vector<Option> options();
    /// Puts the faults into the words of networks among the positionals; where there are none to put, the words stay.
    /// Throws InputError where there is no network to put them into, and for values that are none.
    void apply(const std::vector<Option>& of_command, std::uint64_t seed) const;

private:
    std::optional<std::string> faults_, kinds_;
    std::optional<double> rate_;
};

struct CommonWords {
    std::optional<std::string> format;
    std::optional<std::string> output;
    bool plot = false;
    std::uint64_t threads = 1;
    std::uint64_t seed = 1;
    std::optional<std::string> memory, title, points, size;
    std::optional<double> font_size;
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
