// JSON: an array with one object a row. A missing value is null, and "<column>_missing" beside it gives the reason.
#include <cstdint>

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/layout.hpp"

namespace wafernet {

namespace {

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
        if (const auto* missing = std::get_if<Missing>(&values[i]))
            out += "null, " + json_string(name + "_missing") + ": " + json_string(missing->reason);
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
            out += length > 1 ? escaped(text.substr(0, length)) : std::string(1, c);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out + '"';
}

const Renderer json_renderer = {head, row, ",", tail};

}  // namespace wafernet
