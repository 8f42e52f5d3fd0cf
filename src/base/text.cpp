#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace wafernet {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                               : (first & 0xF0U) == 0xE0        ? 3
                               : first >= 0xF0 && first <= 0xF4 ? 4
                                                                : 0;
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

std::size_t plain_length(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text[0]);
    const std::size_t length = utf8_length(text);
    const bool control =
        byte < ' ' || byte == 0x7F || (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
    return control ? 0 : length;
}

std::string with_noun(const std::string& number, std::string_view noun) {
    return number + ' ' + std::string(noun) + (number == "1" ? "" : "s");
}

std::string utf8(std::uint32_t code) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    const auto later = [&](std::uint32_t shift) { return byte(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xC0 | code >> 6), later(0)};
    if (code < 0x10000) return {byte(0xE0 | code >> 12), later(6), later(0)};
    return {byte(0xF0 | code >> 18), later(12), later(6), later(0)};
}

bool is_whole(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool natural_less(std::string_view a, std::string_view b) {
    const auto digits = [](std::string_view text) {
        return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
    };
    const auto value = [](std::string_view number) {  // in the order of these, numbers are in theirs
        number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
        return std::pair(number.size(), number);
    };
    if (is_whole(a) != is_whole(b)) return is_whole(a);
    std::string_view x = a, y = b;
    while (!x.empty() && !y.empty()) {
        const std::string_view m = digits(x), n = digits(y);
        const bool numbers = !m.empty() && !n.empty();
        if (numbers && value(m) != value(n)) return value(m) < value(n);
        if (!numbers && x[0] != y[0]) return static_cast<unsigned char>(x[0]) < static_cast<unsigned char>(y[0]);
        x.remove_prefix(numbers ? m.size() : 1);
        y.remove_prefix(numbers ? n.size() : 1);
    }
    return x.empty() && y.empty() ? a < b : x.empty();  // 01 and 1
}

namespace {

template <class... Numbers> std::string printed(const char* format, Numbers... numbers) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), format, numbers...);
    return text.data();
}

// What is written for the character at the front of `text`, of `length` bytes; empty: the character itself.
std::string escape_of(std::string_view text, std::size_t length) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<std::uint8_t>(text[i])); };
    const unsigned first = byte(0);
    if (length == 1) {
        switch (first) {
            case '\n': return "\\n";
            case '\r': return "\\r";
            case '\t': return "\\t";
            default: return first < 0x20 || first == 0x7F ? printed("\\x%02x", first) : "";
        }
    }
    if (length == 0) return printed("\\x%02x", first);
    // The control characters of ISO 8859, the ends of lines and paragraphs of Unicode, and the marks that turn the
    // direction of what follows, so that a name could be read as another one.
    if (first == 0xC2 && byte(1) < 0xA0) return printed("\\u%04x", byte(1));
    const unsigned code = length == 2   ? (first & 0x1FU) << 6U | (byte(1) & 0x3FU)
                          : length == 3 ? (first & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU)
                                        : 0;
    const bool turns = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                       (code >= 0x2066 && code <= 0x2069);
    return turns || code == 0x2028 || code == 0x2029 ? printed("\\u%04x", code) : "";
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string instead = escape_of(text, length);
        const std::size_t bytes = std::max<std::size_t>(length, 1);
        if (instead.empty()) out += text.substr(0, bytes);
        else out += instead;
        text.remove_prefix(bytes);
    }
    return out;
}

std::string printable(std::string_view text, std::size_t longest) {
    std::string out;
    for (std::size_t i = 0; i < text.size() && i < longest;) {
        const std::size_t plain = plain_length(text.substr(i));
        out += plain > 0 ? std::string(text.substr(i, plain)) : "?";
        i += std::max<std::size_t>(utf8_length(text.substr(i)), 1);
    }
    return text.size() > longest ? out + "..." : out;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<std::uint8_t>(c) & 0xC0U) != 0x80; }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    const std::size_t margin = indent < width ? indent : 0;
    std::vector<std::string> lines;
    const std::size_t front = std::min(text.find_first_not_of(' '), text.size());
    std::string line(text.substr(0, front < width ? front : 0));
    bool empty = true;  // no word yet in `line`
    for (std::size_t at = front; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::string_view word = text.substr(at, end - at);
        // Blanks in a row stay where the line goes on: columns of a note stand apart.
        const std::size_t next = std::min(text.find_first_not_of(" \n", end), text.size());
        if (!empty && characters(line) + characters(word) > width) {
            line.erase(line.find_last_not_of(' ') + 1);
            lines.push_back(std::move(line));
            line = std::string(margin + characters(word) <= width ? margin : 0, ' ');
        }
        line += word;
        line.append(next - end, ' ');
        empty = false;
        at = next;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
    return lines;
}

}  // namespace wafernet
