// Keys, types and defaults as in BookSim2's booksim_config.cpp; the grammar as in its config.l and config.y.
#include "booksim_keys.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/embedded.hpp"
#include "base/input_file.hpp"
#include "base/named.hpp"
#include "base/number_in.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::model {

namespace {

using enum BooksimType;

constexpr std::string_view types[] = {"whole", "real", "word", "whole_or_word", "real_or_word"},
                           uses[] = {"mapped", "only", "silent", "warned"};

constexpr bool word_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("_-/.+(){},").find(c) != std::string_view::npos;
}

// A number as BookSim2's scanner tells whole ones from others, or a word.
std::optional<std::variant<long long, double, std::string>> value_of(std::string_view text) {
    if (const auto whole_number = number_in<long long>(text)) return *whole_number;
    const bool numeric = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || std::string_view(".eE+-").find(c) != std::string_view::npos;
    });
    if (const auto number = number_in<double>(text); numeric && number && text.back() != '.') return *number;
    if (text.front() >= '0' && text.front() <= '9') return std::nullopt;
    return std::string(text);
}

struct Reader {
    std::map<std::string, BooksimValue>& said;
    const std::vector<std::string>& ignored;

    void assign(const std::string& key, std::string_view text, const std::string& place) const {
        const auto known = std::ranges::find(booksim_keys(), key, &BooksimKey::name);
        if (known == booksim_keys().end() || std::ranges::find(ignored, key) != ignored.end()) {
            said[key] = {std::string(text), std::string(text), place};
            return;
        }
        const auto value = value_of(text);
        const auto takes = [&](BooksimType a, BooksimType b) { return known->type == a || known->type == b; };
        const bool fits =
            value && (std::holds_alternative<long long>(*value) ? takes(whole, whole_or_word)
                      : std::holds_alternative<double>(*value)  ? takes(real, real_or_word)
                                                                : known->type != whole && known->type != real);
        if (!fits) {
            constexpr std::string_view needs[] = {"a whole number such as 2", "a number with a point such as 1.0",
                                                  "a word", "a whole number such as 2",
                                                  "a number with a point such as 0.1"};
            throw InputError(place + ": " + key + " = " + std::string(text.substr(0, 60)) + ", BookSim2 takes " +
                             std::string(needs[static_cast<std::size_t>(known->type)]) + " there");
        }
        said[key] = {*value, std::string(text), place};
    }

    // Statements "key = value;" with // comments, over any number of lines.
    void read(const std::string& text, const std::string& file) const {
        std::size_t at = 0, line = 1;
        const auto place = [&] { return file + ":" + std::to_string(line); };
        const auto skip = [&] {
            while (at < text.size()) {
                if (text[at] == '\n') ++line;
                if (text.compare(at, 2, "//") == 0) {
                    while (at < text.size() && text[at] != '\n') ++at;
                } else if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
                    ++at;
                } else {
                    return;
                }
            }
        };
        const auto fail = [&](const std::string& need) {
            std::string found = at < text.size() ? std::string("'") + text[at] + "'" : "the end of the file";
            if (at < text.size() && (text[at] < ' ' || text[at] > '~')) found = "a byte that is no plain text";
            throw InputError(place() + ": found " + found + ", need " + need);
        };
        const auto next_word = [&](const char* need) {
            skip();
            const std::size_t from = at;
            while (at < text.size() && word_letter(text[at]) && text.compare(at, 2, "//") != 0) ++at;
            if (at == from) fail(need);
            return text.substr(from, at - from);
        };
        for (skip(); at < text.size(); skip()) {
            const std::string key = next_word("a key, as in num_vcs = 2;");
            const std::string where = place();
            skip();
            if (at >= text.size() || text[at] != '=') fail("'=' after " + key.substr(0, 60));
            ++at;
            const std::string value = next_word("a value, which BookSim2 writes without quotes");
            skip();
            if (at >= text.size() || text[at] != ';') fail("';' after the value of " + key.substr(0, 60));
            ++at;
            assign(key, value, where);
        }
    }
};

}  // namespace

const std::vector<BooksimKey>& booksim_keys() {
    static const std::vector<BooksimKey> all = [] {
        std::vector<BooksimKey> keys;
        for (const auto& row : embedded::rows_of(embedded::booksim_keys, 4)) {
            const auto type = named<BooksimType>(row[0], types, "no type", "");
            const auto use = named<BooksimUse>(row[1], uses, "no use", "");
            for (const std::string_view key : split(row[2], ' ')) {
                const std::size_t equals = key.find('=');
                keys.push_back({key.substr(0, equals), type, key.substr(equals + 1), use, row[3]});
            }
        }
        return keys;
    }();
    return all;
}

std::map<std::string, BooksimValue> booksim_statements(const std::string& path,
                                                       const std::vector<std::string>& overrides,
                                                       const std::vector<std::string>& ignored) {
    std::map<std::string, BooksimValue> said;
    const Reader reader{said, ignored};
    std::error_code error;
    const std::string stored = readable(path);
    if (!std::filesystem::is_regular_file(stored, error))
        throw InputError(path + ": no such file, need a configuration of BookSim2");
    if (std::filesystem::file_size(stored, error) > (1U << 24U))
        throw InputError(path + ": larger than 16 MiB, need a configuration of BookSim2");
    std::ifstream file = opened(stored, std::ios::binary);
    std::ostringstream text;
    if (!(text << file.rdbuf()) && file.peek() != std::ifstream::traits_type::eof())
        throw InputError(path + ": cannot be read");
    reader.read(text.str(), path);
    for (const std::string& word : overrides) {
        const std::size_t equals = word.find('=');
        const std::string place = "'" + word.substr(0, 60) + "'";
        if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
            throw InputError(place + ": need key=value");
        const std::string value = word.substr(equals + 1);
        if (!std::all_of(value.begin(), value.end(), word_letter))
            throw InputError(place + ": need a value of letters, digits and _-/.+(){}, alone");
        reader.assign(word.substr(0, equals), value, place);
    }
    return said;
}

}  // namespace wafernet::model
