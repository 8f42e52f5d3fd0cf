// Readers of CSV and JSON that share no code with the renderers.
#pragma once

#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wafernet::test {

/// Returns the records of an RFC 4180 text, or nothing where it breaks the grammar (a lone quote, a bare line end,
/// ...).
inline std::optional<std::vector<std::vector<std::string>>> parse_csv(std::string_view text, char separator) {
    std::vector<std::vector<std::string>> records;
    std::size_t i = 0;
    while (i < text.size()) {
        std::vector<std::string> record;
        while (true) {
            std::string field;
            if (i < text.size() && text[i] == '"') {
                ++i;
                while (true) {
                    if (i >= text.size()) return std::nullopt;
                    if (text[i] != '"') {
                        field += text[i++];
                    } else if (i + 1 < text.size() && text[i + 1] == '"') {
                        field += '"';
                        i += 2;
                    } else {
                        ++i;
                        break;
                    }
                }
            } else {
                while (i < text.size() && text[i] != separator && text[i] != '\r') {
                    if (text[i] == '"' || text[i] == '\n') return std::nullopt;
                    field += text[i++];
                }
            }
            record.push_back(field);
            if (i < text.size() && text[i] == separator) {
                ++i;
                continue;
            }
            if (text.substr(i, 2) != "\r\n") return std::nullopt;
            i += 2;
            break;
        }
        records.push_back(record);
    }
    return records;
}

/// Whether a text is one JSON value (RFC 8259) in well-formed UTF-8 without raw control characters.
class JsonCheck {
public:
    static bool valid(std::string_view text) {
        JsonCheck check(text);
        return check.value(0) && (check.blanks(), check.at_ == text.size());
    }

private:
    explicit JsonCheck(std::string_view text) : text_(text) {}

    void blanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    }
    bool take(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    bool digits() {
        const std::size_t from = at_;
        while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
        return at_ > from;
    }
    bool number() {
        take("-");
        if (!take("0") && !digits()) return false;
        if (take(".") && !digits()) return false;
        if (take("e") || take("E")) {
            if (!take("+")) take("-");
            return digits();
        }
        return true;
    }
    bool string() {
        if (!take("\"")) return false;
        while (at_ < text_.size()) {
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (c == '"') return ++at_, true;
            if (c < 0x20) return false;
            if (c == '\\') {
                ++at_;
                if (take("u")) {
                    for (int i = 0; i < 4; ++i, ++at_) {
                        if (at_ >= text_.size() || std::isxdigit(static_cast<unsigned char>(text_[at_])) == 0)
                            return false;
                    }
                } else if (at_ >= text_.size() ||
                           std::string_view("\"\\/bfnrt").find(text_[at_++]) == std::string_view::npos) {
                    return false;
                }
            } else if (c < 0x80) {
                ++at_;
            } else {
                // Decode the code point and see that it is the shortest form and no surrogate.
                const int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
                if (c < 0xC0 || c > 0xF7) return false;
                unsigned long point = c & (0x3FU >> static_cast<unsigned>(more));
                for (int i = 0; i < more; ++i) {
                    ++at_;
                    if (at_ >= text_.size() || (static_cast<unsigned char>(text_[at_]) & 0xC0U) != 0x80) return false;
                    point = point << 6U | (static_cast<unsigned char>(text_[at_]) & 0x3FU);
                }
                ++at_;
                const unsigned long least = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80;
                if (point < least || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return false;
            }
        }
        return false;
    }
    bool list(char open, char close, bool keyed, int depth) {
        if (!take(std::string_view(&open, 1))) return false;
        blanks();
        if (take(std::string_view(&close, 1))) return true;
        while (true) {
            if (keyed) {
                blanks();
                if (!string()) return false;
                blanks();
                if (!take(":")) return false;
            }
            if (!value(depth + 1)) return false;
            blanks();
            if (take(std::string_view(&close, 1))) return true;
            if (!take(",")) return false;
        }
    }
    bool value(int depth) {
        if (depth > 50) return false;
        blanks();
        if (at_ >= text_.size()) return false;
        switch (text_[at_]) {
            case '{': return list('{', '}', true, depth);
            case '[': return list('[', ']', false, depth);
            case '"': return string();
            case 't': return take("true");
            case 'f': return take("false");
            case 'n': return take("null");
            default: return number();
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace wafernet::test
