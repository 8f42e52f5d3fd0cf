#include "kept.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "../digest.hpp"
#include "../values.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) out += text[++i] == 't' ? '\t' : text[i];
        else out += text[i];
    }
    return out;
}

}  // namespace

std::optional<std::string> KeptResults::find(const std::string& words) const {
    const std::string line = on_one_line(words) + '\n';
    const std::lock_guard lock(guard_);
    const auto found = journal_.records().find(text_key(words));
    if (found == journal_.records().end() || !found->second.starts_with(line)) return std::nullopt;
    return found->second.substr(line.size());
}

void KeptResults::keep(const std::string& words, std::string_view text) {
    std::string record = on_one_line(words);
    record += '\n';
    record += text;
    const std::lock_guard lock(guard_);
    journal_.append(text_key(words), record);
}

void KeptResults::for_each(const std::function<void(std::string_view words, std::string_view text)>& use) const {
    const std::lock_guard lock(guard_);
    for (const auto& [key, record] : journal_.records()) {
        const std::string_view all = record;
        const std::size_t end = std::min(all.find('\n'), all.size());
        use(as_it_was(all.substr(0, end)), all.substr(std::min(end + 1, all.size())));
    }
}

std::vector<std::string> KeptResults::damaged() const {
    std::vector<std::string> lines;
    for (const std::string& damage : journal_.damaged()) lines.push_back(path_ + ": " + damage);
    return lines;
}

std::size_t KeptResults::size() const {
    const std::lock_guard lock(guard_);
    return journal_.records().size();
}

std::optional<std::string> held_by(std::string_view value) {
    if (value.starts_with("file:")) value.remove_prefix(5);
    else if (value.starts_with('@')) value.remove_prefix(1);
    std::error_code none;
    if (!std::filesystem::is_regular_file(value, none)) return std::nullopt;
    std::ifstream in{std::string(value), std::ios::binary};
    Digest digest;
    for (std::array<char, 1U << 16U> block{}; in;) {
        in.read(block.data(), block.size());
        digest.add(block.data(), static_cast<std::size_t>(in.gcount()));
    }
    return std::string(value) + " holds " + digest.text();
}

std::string cell_text(const Value& value) {
    std::string text;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) text = fmt::format("i{}", *whole);
    else if (const auto* real = std::get_if<double>(&value)) text = fmt::format("d{}", *real);
    else if (const auto* word = std::get_if<std::string>(&value)) text = "s" + *word;
    else text = "m" + std::get<Missing>(value).reason;
    std::string out;
    for (const char c : text) {
        if (c == '\\') out += "\\\\";
        else if (c == '\t') out += "\\t";
        else out += c;
    }
    return out;
}

Value cell_of(std::string_view cell) {
    const std::string text = unescaped(cell.substr(std::min<std::size_t>(cell.size(), 1)));
    const auto number = [&](auto start) {
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), start);
        if (status != std::errc{} || end != text.data() + text.size())
            throw InputError("'" + one_line(text) + "' in a journal, need a number");
        return start;
    };
    switch (cell.empty() ? ' ' : cell.front()) {
        case 'i':
            return number(std::int64_t{});
        case 'd':
            return number(0.0);
        case 's':
            return text;
        case 'm':
            return Missing{text};
        default:
            throw InputError("'" + one_line(cell) + "' in a journal, need a cell");
    }
}

std::string cells_text(const std::vector<Value>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : "\t") + cell_text(cells[i]);
    return text;
}

std::vector<Value> cells_of(std::string_view text) {
    std::vector<Value> cells;
    for (const std::string_view cell : split(text, '\t')) cells.push_back(cell_of(cell));
    return cells;
}

}  // namespace wafernet::cli
