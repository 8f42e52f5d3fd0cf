// A TOML file read strictly: every error says file, line and column, what was found and what is needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wafernet::model {

struct TomlEntry;

/// A value with its place in the file. Dates and times are not among them.
struct TomlValue {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::variant<std::string, std::int64_t, double, bool, std::vector<TomlValue>, std::vector<TomlEntry>> data;
};

/// A key of a table and what it stands for.
struct TomlEntry {
    std::string key;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    TomlValue value;
};

/// Returns a value as text: "true" for true, "0.1,0.2" for [0.1, 0.2]. Throws InputError for a table and for a list in
/// a list.
std::string text_of(const TomlValue& value);

/// Returns the top-level entries of a file, every table's entries in the order of the file.
/// Throws InputError where the file cannot be read, is a directory, empty, binary, too large or not TOML.
std::vector<TomlEntry> parse_toml(const std::filesystem::path& path);

/// One table of a file. Each reader function asks for a key; `finish` complains of keys that nobody asked for.
/// All throw InputError: "models/htn.toml:12:5: m = 'four', need a number".
class TomlSection {
public:
    /// Returns the top-level table of a file.
    static TomlSection of_file(const std::filesystem::path& path);

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] bool is_text(std::string_view key) const;  ///< present and a text
    /// All keys, in the order of the file; they count as asked for.
    [[nodiscard]] std::vector<std::string> keys() const;

    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] double number(std::string_view key) const;  ///< finite; whole numbers too
    [[nodiscard]] std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most) const;
    [[nodiscard]] std::string word(std::string_view key) const;  ///< a text, or a whole number from 0 as text
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
    [[nodiscard]] std::vector<double> numbers(std::string_view key) const;
    [[nodiscard]] std::variant<double, std::string> number_or_text(std::string_view key) const;
    [[nodiscard]] TomlSection section(std::string_view key) const;
    [[nodiscard]] std::vector<TomlSection> sections(std::string_view key) const;  ///< [[key]], or key = [{..}, {..}]

    [[nodiscard]] std::optional<std::string> maybe_text(std::string_view key) const;
    [[nodiscard]] std::optional<double> maybe_number(std::string_view key) const;
    [[nodiscard]] std::optional<TomlSection> maybe_section(std::string_view key) const;

    /// Throws InputError for the first key that was not asked for, with the nearest one that was.
    void finish() const;
    /// Throws InputError "<file>:<line>:<column>: <message>" with the place of `key`, or of the table where there is
    /// none.
    [[noreturn]] void fail(std::string_view key, const std::string& message) const;
    /// Returns "<file>:<line>:<column>" of `key`, or of the table.
    [[nodiscard]] std::string place(std::string_view key = {}) const;

private:
    struct Data;
    explicit TomlSection(std::shared_ptr<Data> data) : data_(std::move(data)) {}
    [[nodiscard]] const TomlEntry* find(std::string_view key) const;
    [[nodiscard]] const TomlValue& need(std::string_view key) const;
    [[noreturn]] void wrong(std::string_view key, const TomlValue& value, std::string_view needed) const;
    [[nodiscard]] TomlSection child(const std::vector<TomlEntry>& entries, const TomlValue& at) const;

    std::shared_ptr<Data> data_;
};

}  // namespace wafernet::model
