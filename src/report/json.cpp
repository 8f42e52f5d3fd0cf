// JSON: an array with one object a row. A missing value is null, and "<column>_missing" beside it gives the reason.
#include <fmt/format.h>

#include <cstdint>

#include "report/layout.hpp"

namespace wafernet {

namespace {

// Length of the well-formed UTF-8 sequence at the front of `text`, 0 where there is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xC2 && first <= 0xDF ? 2 : (first & 0xF0U) == 0xE0 ? 3 : first >= 0xF0 && first <= 0xF4 ? 4 : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return 0;
    }
    const std::uint8_t second = byte(1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second > 0x9F;
    const bool too_large = first == 0xF4 && second > 0x8F;
    return overlong || surrogate || too_large ? 0 : length;
}

std::string head(const Table&, Layout&) { return "["; }

std::string row(const Table& table, const std::vector<Value>& values, Layout& layout) {
    std::string out = "\n  {";
    layout.widths.assign(1, 1);  // there is a row
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& name = table.columns[i].name;
        if (i > 0) out += ", ";
        out += json_string(name) + ": ";
        if (const auto* whole = std::get_if<std::int64_t>(&values[i])) out += std::to_string(*whole);
        if (const auto* real = std::get_if<double>(&values[i])) out += exact(*real);
        if (const auto* text = std::get_if<std::string>(&values[i])) out += json_string(*text);
        if (const auto* missing = std::get_if<Missing>(&values[i])) out += "null, " + json_string(name + "_missing") + ": " + json_string(missing->reason);
    }
    return out + "}";
}

std::string tail(const Table&, Layout& layout) { return layout.widths.empty() ? "]\n" : "\n]\n"; }

}  // namespace

std::string json_string(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text.front();
        if (length == 0) {
            out += "\xEF\xBF\xBD";  // U+FFFD
        } else if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out + '"';
}

const Renderer json_renderer = {head, row, ",", tail};

}  // namespace wafernet
