// The only file that includes toml++: from text to a tree with places.
#define TOML_EXCEPTIONS 1
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

// toml++ asserts that a key begins with the character of one, and refuses with a message what does not: "[=".
#undef NDEBUG
#define TOML_ASSERT(ignored) static_cast<void>(0)
// toml++ declares a place unreachable that characters from U+00A0 to U+0499 outside of texts reach: they are none of
// the spaces that it asks for there.
#include <toml++/impl/preprocessor.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE \
    return {}
#include <toml++/toml.h>

#include "core/input_file.hpp"
#include "toml.hpp"
#include "wafernet/core/error.hpp"

namespace wafernet::model {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20U;
constexpr std::size_t longest_line = 4096;  // a dotted key nests a table a dot, and tables are taken down recursively

std::string read_text(const std::filesystem::path& path) {
    const std::string name = path.string();
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw InputError(name + " is a directory, need a TOML file");
    std::FILE* file = std::fopen(readable(name).c_str(), "rb");
    if (file == nullptr && errno == ENOMEM) throw std::bad_alloc();
    if (file == nullptr) throw InputError("cannot read '" + name + "': " + std::strerror(errno));
    std::string text(most_bytes + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    const bool failed = std::ferror(file) != 0, refused = failed && errno == ENOMEM;
    std::fclose(file);
    if (refused) throw std::bad_alloc();
    if (failed) throw InputError("cannot read '" + name + "'");
    if (text.size() > most_bytes) throw InputError(name + " has more than 1 MiB, need a small TOML file");
    if (text.find('\0') != std::string::npos) throw InputError(name + " is a binary file, need TOML text");
    std::uint32_t line = 1;
    for (std::size_t at = 0; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end - at > longest_line) {
            throw InputError(name + ":" + std::to_string(line) + ":1: a line of " + std::to_string(end - at) +
                             " characters, need at most 4096");
        }
        at = end + 1;
    }
    return text;
}

std::vector<TomlEntry> entries_of(const toml::table& table, const std::string& file);

TomlValue value_of(const toml::node& node, const std::string& file) {
    TomlValue out;
    out.line = node.source().begin.line;
    out.column = node.source().begin.column;
    if (const auto* text = node.as_string()) {
        out.data = text->get();
    } else if (const auto* whole = node.as_integer()) {
        out.data = whole->get();
    } else if (const auto* number = node.as_floating_point()) {
        out.data = number->get();
    } else if (const auto* flag = node.as_boolean()) {
        out.data = flag->get();
    } else if (const auto* array = node.as_array()) {
        std::vector<TomlValue> items;
        for (const toml::node& item : *array) items.push_back(value_of(item, file));
        out.data = std::move(items);
    } else if (const auto* table = node.as_table()) {
        out.data = entries_of(*table, file);
    } else {
        throw InputError(file + ":" + std::to_string(out.line) + ":" + std::to_string(out.column) +
                         ": a date or time, need a text or a number");
    }
    return out;
}

// toml++ keeps keys in alphabetical order; the place in the file gives back the order in which they were written.
std::vector<TomlEntry> entries_of(const toml::table& table, const std::string& file) {
    std::vector<TomlEntry> entries;
    for (const auto& [key, node] : table) {
        entries.push_back(
            {std::string(key.str()), key.source().begin.line, key.source().begin.column, value_of(node, file)});
    }
    std::stable_sort(entries.begin(), entries.end(), [](const TomlEntry& a, const TomlEntry& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    return entries;
}

// toml++ puts several sentences on several lines; one line is wanted.
std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text) out += c < ' ' || c > '~' ? ' ' : c;
    while (!out.empty() && (out.back() == '.' || out.back() == ' ')) out.pop_back();
    if (!out.empty() && out[0] >= 'A' && out[0] <= 'Z') out[0] = static_cast<char>(out[0] + ('a' - 'A'));
    return out;
}

}  // namespace

std::vector<TomlEntry> parse_toml(const std::filesystem::path& path) {
    const std::string name = path.string();
    const std::string text = read_text(path);
    try {
        std::vector<TomlEntry> entries = entries_of(toml::parse(text), name);
        if (entries.empty()) throw InputError(name + " is empty, need TOML text with at least one key");
        return entries;
    } catch (const toml::parse_error& error) {
        const toml::source_position at = error.source().begin;
        throw InputError(name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                         ": not TOML: " + one_line(error.description()));
    }
}

}  // namespace wafernet::model
