// A file to which records are appended as they are finished, so that nothing finished is ever lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wafernet {

/// Returns any text as one line, and back.
std::string on_one_line(std::string_view text);
std::string as_it_was(std::string_view line);

/// Returns 32 hexadecimal digits by which texts are told apart.
std::string text_key(std::string_view text);

/// An append-only text file, which anybody can read: a head that says what it is of, then a record a line, each with
/// its checksum, its key and its text. One process at a time may have it open. A record that is cut short or changed
/// is left out when the file is read, and named. A file that was begun and got no record is gone at the end.
class Journal {
public:
    /// How it is opened.
    enum class Use : std::uint8_t {
        begin,  ///< there must be none, or one without records
        go_on,  ///< there may be one
        read,   ///< there must be one; nothing is written
    };

    /// `about` says in lines what the records are of, the version of the program first. Throws InputError where the
    /// file cannot be opened, where another process has it open, where it is no journal, where it has records and `use`
    /// does not expect them, and where it is about something else, with the first line that differs.
    Journal(const std::string& path, const std::vector<std::string>& about, Use use);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal();

    /// Returns the texts by their keys; of two with one key the last counts.
    [[nodiscard]] const std::map<std::string, std::string>& records() const { return records_; }
    /// Returns what is wrong with records that are left out: "line 12: the checksum does not fit".
    [[nodiscard]] const std::vector<std::string>& damaged() const { return damaged_; }

    /// Appends a record of any text; it stands in the file when this returns. Throws ComputationError where it cannot
    /// be written (a full disk), and leaves the file as it was.
    void append(const std::string& key, std::string_view text);

private:
    std::string open(Use use);
    void close();
    void read_all(const std::string& content, const std::vector<std::string>& about);
    void write(const std::string& text);

    std::string path_;
    int file_ = -1;
    bool made_ = false;  // there was none
    std::uint64_t size_ = 0;
    std::map<std::string, std::string> records_;
    std::vector<std::string> damaged_;
};

}  // namespace wafernet
