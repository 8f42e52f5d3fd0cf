#include "wafernet/report/provenance.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/layout.hpp"

namespace wafernet {

namespace {

bool plain(std::string_view word) {
    constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
    return !word.empty() && word.find_first_not_of(harmless) == std::string_view::npos;
}

// The code of the character at the front of `text`, `length` bytes of UTF-8.
unsigned code_point(std::string_view text, std::size_t length) {
    constexpr unsigned marks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    unsigned code = static_cast<std::uint8_t>(text[0]) & marks[length];
    for (std::size_t i = 1; i < length; ++i) code = code << 6U | (static_cast<std::uint8_t>(text[i]) & 0x3FU);
    return code;
}

// JSON in which only ASCII stands, and nothing that XML would take for its own.
std::string ascii(std::string_view json) {
    std::string out;
    while (!json.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_length(json), 1);
        const unsigned code = code_point(json, length);
        if (code >= 0x10000)
            out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((code - 0x10000) >> 10U), 0xDC00 + (code & 0x3FFU));
        else if (code >= 0x7F || code == '<' || code == '>' || code == '&' || code == '\'')
            out += fmt::format("\\u{:04x}", code);
        else out += json.front();
        json.remove_prefix(length);
    }
    return out;
}

}  // namespace

std::string shell_word(const std::string& word) {
    if (plain(word)) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

std::string command_line(const Provenance& provenance) {
    std::string line = "wafernet";
    for (const std::string& word : provenance.command) line += ' ' + shell_word(word);
    return escaped(line);
}

std::string provenance_json(const Provenance& provenance) {
    std::string out = "{\"version\": " + json_string(provenance.version) + ", \"command\": [";
    for (std::size_t i = 0; i < provenance.command.size(); ++i)
        out += (i > 0 ? ", " : "") + json_string(provenance.command[i]);
    out += "], \"seed\": " + std::to_string(provenance.seed) + ", \"settings\": {";
    for (std::size_t i = 0; i < provenance.settings.size(); ++i)
        out += (i > 0 ? ", " : "") + json_string(provenance.settings[i].first) + ": " +
               json_string(provenance.settings[i].second);
    return ascii(out + "}}");
}

Frame provenance_frame(const RenderOptions& options) {
    if (!options.provenance) return {};
    const std::string mark = std::string(provenance_mark) + ' ';
    const std::string json = provenance_json(*options.provenance);
    switch (options.format) {
        case Format::text: return {"# " + mark + json + "\n", ""};
        case Format::csv: return {"# " + mark + json + "\r\n", ""};
        case Format::markdown: return {"<!-- " + mark + json + " -->\n\n", ""};
        case Format::latex: return {"% " + mark + json + "\n", ""};
        case Format::json: return {"{\"" + std::string(provenance_mark) + "\": " + json + ",\n\"result\": ", "}\n"};
        case Format::html:
        case Format::xlsx: return {};  // it stands inside
    }
    return {};
}

}  // namespace wafernet
