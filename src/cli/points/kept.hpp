// Results that are kept in a journal as they are finished, so that a command that is given again only does the rest.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/journal.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// Texts by the words that say what they are of. Any thread may ask and add.
class KeptResults {
public:
    /// Opens the journal, or begins it. `about` says in lines what the results are of. Throws as Journal does.
    KeptResults(const std::string& path, const std::vector<std::string>& about, Journal::Use use = Journal::Use::go_on)
        : path_(path), journal_(path, about, use) {}

    /// Returns what is kept under these words.
    [[nodiscard]] std::optional<std::string> find(const std::string& words) const;
    /// Keeps the text; it is in the file when this returns. Throws as Journal::append does.
    void keep(const std::string& words, std::string_view text);
    /// Calls `use` with the words and the text of every result.
    void for_each(const std::function<void(std::string_view words, std::string_view text)>& use) const;
    /// Returns a line for every record of the file that is left out.
    [[nodiscard]] std::vector<std::string> damaged() const;
    [[nodiscard]] std::size_t size() const;

private:
    std::string path_;
    Journal journal_;
    mutable std::mutex guard_;
};

/// Returns "mine.net holds #..." of a value that names a file, by which two contents are told apart; else nothing.
std::optional<std::string> held_by(std::string_view value);

/// Returns a cell of a table as a text without tabs at which it could be cut, and back. Throws InputError where it is
/// none.
std::string cell_text(const Value& value);
Value cell_of(std::string_view cell);

/// Returns cells with tabs between them, and back.
std::string cells_text(const std::vector<Value>& cells);
std::vector<Value> cells_of(std::string_view text);

}  // namespace wafernet::cli
