#include "json_value.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace wafernet::graph_formats {

namespace {

class Parser {
public:
    explicit Parser(const Source& source) : source_(source), text_(source.text) {}

    JsonValue document() {
        JsonValue value = parse(0);
        skip();
        if (at_ != text_.size()) need("the end of the file");
        return value;
    }

private:
    [[noreturn]] void need(const std::string& what) const {
        const Place at = place_of(source_, at_);
        if (at_ >= text_.size()) fail(source_, at, "found the end of the file, need " + what);
        fail_at(source_, at,
                text_.substr(at_, std::min<std::size_t>(20, text_.find_first_of(" \t\r\n,]}", at_ + 1) - at_)), what);
    }
    void skip() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    bool take(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    JsonValue parse(int depth) {
        constexpr int deepest = 100;
        skip();
        JsonValue value;
        value.at = at_;
        if (depth > deepest) need("values at most " + std::to_string(deepest) + " deep");
        if (take('{')) {
            value.kind = JsonValue::Kind::object;
            std::unordered_set<std::string> seen;
            if (take('}')) return value;
            do {
                skip();
                const std::size_t begin = at_;
                if (at_ >= text_.size() || text_[at_] != '"') need("a key in quotes");
                value.keys.push_back(string());
                if (!seen.insert(value.keys.back()).second) {
                    at_ = begin;
                    need("every key once");
                }
                if (!take(':')) need("':'");
                value.items.push_back(parse(depth + 1));
            } while (take(','));
            if (!take('}')) need("',' or '}'");
        } else if (take('[')) {
            value.kind = JsonValue::Kind::list;
            if (take(']')) return value;
            do value.items.push_back(parse(depth + 1));
            while (take(','));
            if (!take(']')) need("',' or ']'");
        } else if (at_ < text_.size() && text_[at_] == '"') {
            value.kind = JsonValue::Kind::text;
            value.text = string();
        } else {
            scalar(value);
        }
        return value;
    }

    void scalar(JsonValue& value) {
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}:", at_), text_.size());
        value.text = std::string(text_.substr(at_, end - at_));
        if (value.text == "true" || value.text == "false") value.kind = JsonValue::Kind::boolean;
        else if (value.text == "null" || value.text == "NaN" || value.text == "Infinity" ||
                 value.text == "-Infinity")  // as Python writes them
            value.kind = JsonValue::Kind::null;
        else if (!value.text.empty() && (value.text[0] == '-' || (value.text[0] >= '0' && value.text[0] <= '9')) &&
                 is_number(value.text))
            value.kind = JsonValue::Kind::number;
        else need("a value");
        at_ = end;
    }

    std::uint32_t four_digits() {
        std::uint32_t code = 0;
        const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (digits.size() < 4 || status != std::errc{} || end != digits.data() + 4) need("four hexadecimal digits");
        at_ += 4;
        return code;
    }

    std::string string() {
        const std::size_t begin = at_++;
        std::string out;
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == '"') return out;
            if (c == '\n') {
                --at_;
                need("the end of the text before the end of the line");
            }
            if (c != '\\') {
                out += c;
                continue;
            }
            static constexpr std::pair<char, char> escapes[] = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'b', '\b'},
                                                                {'f', '\f'}, {'n', '\n'},  {'r', '\r'}, {'t', '\t'}};
            const char escaped = at_ < text_.size() ? text_[at_] : '\0';
            if (escaped == 'u') {
                ++at_;
                std::uint32_t code = four_digits();
                if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
                    at_ += 2;
                    const std::uint32_t low = four_digits();
                    if (low < 0xDC00 || low > 0xDFFF) need("the second half of a character");
                    code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
                } else if (code >= 0xD800 && code <= 0xDFFF) {
                    need("both halves of a character");
                }
                out += utf8(code);
                continue;
            }
            const auto found =
                std::find_if(std::begin(escapes), std::end(escapes), [&](const auto& e) { return e.first == escaped; });
            if (found == std::end(escapes)) need("an escape such as \\n");
            out += found->second;
            ++at_;
        }
        at_ = begin;
        need("a text that ends with its quote");
    }
    const Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
    const auto found = std::find(keys.begin(), keys.end(), key);
    return kind != Kind::object || found == keys.end() ? nullptr
                                                       : &items[static_cast<std::size_t>(found - keys.begin())];
}

JsonValue parse_json(const Source& source) { return Parser(source).document(); }

}  // namespace wafernet::graph_formats
