#include "toml.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"

namespace wafernet::model {

std::string text_of(const TomlValue& value) {
    if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
    if (const auto* flag = std::get_if<bool>(&value.data)) return *flag ? "true" : "false";
    if (const auto* whole = std::get_if<std::int64_t>(&value.data)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value.data)) {
        const std::string text = fmt::format("{}", *real);
        return text.find_first_not_of("-0123456789") == std::string::npos
                   ? text + ".0"
                   : text;  // 2.0 is no whole number, here as on the command line
    }
    const auto* many = std::get_if<std::vector<TomlValue>>(&value.data);
    if (many == nullptr) throw InputError("a table, need a value");
    std::string out;
    for (const TomlValue& one : *many) {
        if (std::holds_alternative<std::vector<TomlValue>>(one.data)) throw InputError("a list in a list, need values");
        out += (out.empty() ? "" : ",") + text_of(one);
    }
    return out;
}

struct TomlSection::Data {
    std::shared_ptr<const std::vector<TomlEntry>> file_entries;  // keeps the whole tree alive
    std::string file;
    const std::vector<TomlEntry>* entries = nullptr;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::set<std::string, std::less<>> asked;
};

namespace {

std::string at(const std::string& file, std::uint32_t line, std::uint32_t column) {
    return line == 0 ? file : file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string shown(const TomlValue& value) {
    struct Show {
        std::string operator()(const std::string& text) const {
            std::string out = "'" + text.substr(0, 60) + "'";
            std::replace_if(
                out.begin(), out.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
            return out;
        }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return std::to_string(number); }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(const std::vector<TomlValue>&) const { return "a list"; }
        std::string operator()(const std::vector<TomlEntry>&) const { return "a table"; }
    };
    return std::visit(Show{}, value.data);
}

}  // namespace

TomlSection TomlSection::of_file(const std::filesystem::path& path) {
    auto data = std::make_shared<Data>();
    data->file_entries = std::make_shared<const std::vector<TomlEntry>>(parse_toml(path));
    data->file = path.string();
    data->entries = data->file_entries.get();
    return TomlSection(data);
}

const TomlEntry* TomlSection::find(std::string_view key) const {
    data_->asked.emplace(key);
    const auto& entries = *data_->entries;
    const auto found = std::ranges::find_if(entries, [&](const TomlEntry& e) { return e.key == key; });
    return found == entries.end() ? nullptr : &*found;
}

bool TomlSection::has(std::string_view key) const { return find(key) != nullptr; }

bool TomlSection::is_text(std::string_view key) const {
    const TomlEntry* entry = find(key);
    return entry != nullptr && std::holds_alternative<std::string>(entry->value.data);
}

std::vector<std::string> TomlSection::keys() const {
    std::vector<std::string> out;
    for (const TomlEntry& entry : *data_->entries) {
        data_->asked.insert(entry.key);
        out.push_back(entry.key);
    }
    return out;
}

const TomlValue& TomlSection::need(std::string_view key) const {
    if (const TomlEntry* entry = find(key)) return entry->value;
    // A key that differs by a slip of the pen is what the user meant.
    std::vector<std::string_view> present;
    for (const TomlEntry& entry : *data_->entries) {
        if (!data_->asked.contains(entry.key)) present.push_back(entry.key);
    }
    const auto slip = nearest_word(key, present);
    if (slip) fail(*slip, "unknown key '" + std::string(*slip) + "', need '" + std::string(key) + "'");
    fail({}, "no '" + std::string(key) + "' here, need one");
}

std::string TomlSection::place(std::string_view key) const {
    if (!key.empty()) {
        const auto& entries = *data_->entries;
        const auto found = std::ranges::find_if(entries, [&](const TomlEntry& e) { return e.key == key; });
        if (found != entries.end()) return at(data_->file, found->line, found->column);
    }
    return at(data_->file, data_->line, data_->column);
}

void TomlSection::fail(std::string_view key, const std::string& message) const {
    throw InputError(place(key) + ": " + message);
}

void TomlSection::wrong(std::string_view key, const TomlValue& value, std::string_view needed) const {
    throw InputError(at(data_->file, value.line, value.column) + ": " + std::string(key) + " = " + shown(value) +
                     ", need " + std::string(needed));
}

std::string TomlSection::text(std::string_view key) const {
    const TomlValue& value = need(key);
    const auto* text = std::get_if<std::string>(&value.data);
    if (text == nullptr) wrong(key, value, "a text in quotes");
    return *text;
}

double TomlSection::number(std::string_view key) const {
    const TomlValue& value = need(key);
    if (const auto* whole = std::get_if<std::int64_t>(&value.data)) return static_cast<double>(*whole);
    const auto* number = std::get_if<double>(&value.data);
    if (number == nullptr) wrong(key, value, "a number");
    if (!std::isfinite(*number)) wrong(key, value, "a finite number");
    return *number;
}

std::int64_t TomlSection::whole(std::string_view key, std::int64_t least, std::int64_t most) const {
    const TomlValue& value = need(key);
    const auto* number = std::get_if<std::int64_t>(&value.data);
    if (number != nullptr && *number >= least && *number <= most) return *number;
    wrong(key, value, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

std::string TomlSection::word(std::string_view key) const {
    const TomlValue& value = need(key);
    if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
    const auto* number = std::get_if<std::int64_t>(&value.data);
    if (number == nullptr || *number < 0)
        wrong(key, value, "a whole number, 0 or more, or a text in quotes, as in \"2x4\"");
    return std::to_string(*number);
}

std::vector<std::string> TomlSection::texts(std::string_view key) const {
    const TomlValue& value = need(key);
    const auto* items = std::get_if<std::vector<TomlValue>>(&value.data);
    if (items == nullptr) wrong(key, value, "a list of texts");
    std::vector<std::string> out;
    for (const TomlValue& item : *items) {
        const auto* text = std::get_if<std::string>(&item.data);
        if (text == nullptr) wrong(key, item, "a list of texts in quotes");
        out.push_back(*text);
    }
    return out;
}

std::vector<double> TomlSection::numbers(std::string_view key) const {
    const TomlValue& value = need(key);
    const auto* items = std::get_if<std::vector<TomlValue>>(&value.data);
    if (items == nullptr) wrong(key, value, "a list of numbers");
    std::vector<double> out;
    for (const TomlValue& item : *items) {
        if (const auto* whole = std::get_if<std::int64_t>(&item.data)) {
            out.push_back(static_cast<double>(*whole));
            continue;
        }
        const auto* number = std::get_if<double>(&item.data);
        if (number == nullptr || !std::isfinite(*number)) wrong(key, item, "a list of finite numbers");
        out.push_back(*number);
    }
    return out;
}

std::variant<double, std::string> TomlSection::number_or_text(std::string_view key) const {
    const TomlValue& value = need(key);
    if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
    return number(key);
}

TomlSection TomlSection::child(const std::vector<TomlEntry>& entries, const TomlValue& where) const {
    auto data = std::make_shared<Data>();
    data->file_entries = data_->file_entries;
    data->file = data_->file;
    data->entries = &entries;
    data->line = where.line;
    data->column = where.column;
    return TomlSection(data);
}

TomlSection TomlSection::section(std::string_view key) const {
    const TomlValue& value = need(key);
    const auto* entries = std::get_if<std::vector<TomlEntry>>(&value.data);
    if (entries == nullptr) wrong(key, value, "a table");
    return child(*entries, value);
}

std::vector<TomlSection> TomlSection::sections(std::string_view key) const {
    const TomlValue& value = need(key);
    const auto* items = std::get_if<std::vector<TomlValue>>(&value.data);
    if (items == nullptr) wrong(key, value, "a list of tables");
    std::vector<TomlSection> out;
    for (const TomlValue& item : *items) {
        const auto* entries = std::get_if<std::vector<TomlEntry>>(&item.data);
        if (entries == nullptr) wrong(key, item, "a list of tables");
        out.push_back(child(*entries, item));
    }
    return out;
}

std::optional<std::string> TomlSection::maybe_text(std::string_view key) const {
    return has(key) ? std::optional(text(key)) : std::nullopt;
}
std::optional<double> TomlSection::maybe_number(std::string_view key) const {
    return has(key) ? std::optional(number(key)) : std::nullopt;
}
std::optional<TomlSection> TomlSection::maybe_section(std::string_view key) const {
    return has(key) ? std::optional(section(key)) : std::nullopt;
}

void TomlSection::finish() const {
    for (const TomlEntry& entry : *data_->entries) {
        if (data_->asked.contains(entry.key)) continue;
        const std::vector<std::string_view> candidates(data_->asked.begin(), data_->asked.end());
        constexpr std::size_t longest = 300;
        std::string all, near = did_you_mean(entry.key, candidates);
        for (const std::string_view key : candidates)
            all += (all.empty() ? ", need one of: " : ", ") + std::string(key);
        // A line stays readable: of a long list the nearest key says enough.
        if (all.size() > longest) all = near.empty() ? all.substr(0, all.rfind(", ", longest)) + ", .." : "";
        fail(entry.key, "unknown key '" + entry.key + "'" + near + all);
    }
}

}  // namespace wafernet::model
