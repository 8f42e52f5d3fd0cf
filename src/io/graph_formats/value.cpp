// What JSON is.
#include "value.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include <fmt/format.h>

namespace wafernet::graph_formats {

namespace {

class Parser {
public:
    explicit Parser(const Source& source) : source_(source), text_(source.text) {}

    Value document() {
        Value value = parse(0);
        skip();
        if (at_ != text_.size()) refuse("the end of the file");
        return value;
    }

private:
    [[noreturn]] void refuse(const std::string& what) const {
        if (at_ >= text_.size()) fail(source_.place(at_), "found the end of the file, need " + what);
        const std::size_t length = std::min<std::size_t>(20, text_.find_first_of(" \t\n,]}", at_ + 1) - at_);
        need(source_.place(at_), text_.substr(at_, length), what);
    }
    [[nodiscard]] char look() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip() { at_ = std::min(text_.find_first_not_of(" \t\n", at_), text_.size()); }
    bool take(char c) {
        skip();
        if (look() != c) return false;
        ++at_;
        return true;
    }

    Value parse(int depth) {
        constexpr int deepest = 100;
        skip();
        Value value;
        value.at = source_.place(at_);
        if (depth > deepest) refuse(fmt::format("values at most {} deep", deepest));
        if (take('{')) {
            value.kind = Value::Kind::object;
            if (take('}')) return value;
            std::unordered_set<std::string> seen;
            do {
                skip();
                const std::size_t begin = at_;
                if (look() != '"') refuse("a key in quotes");
                value.keys.push_back(string());
                if (!seen.insert(value.keys.back()).second) at_ = begin, refuse("every key once");
                if (!take(':')) refuse("':'");
                value.items.push_back(parse(depth + 1));
            } while (take(','));
            if (!take('}')) refuse("',' or '}'");
        } else if (take('[')) {
            value.kind = Value::Kind::list;
            if (take(']')) return value;
            do value.items.push_back(parse(depth + 1));
            while (take(','));
            if (!take(']')) refuse("',' or ']'");
        } else if (look() == '"') {
            value.kind = Value::Kind::text;
            value.text = string();
        } else {
            value.text = text_.substr(at_, text_.find_first_of(" \t\n,]}:", at_) - at_);
            const bool number = look() == '-' || (look() >= '0' && look() <= '9');
            if (one_of(value.text, {"true", "false"})) value.kind = Value::Kind::boolean;
            else if (!one_of(value.text, {"null", "NaN", "Infinity", "-Infinity"})) {  // as Python writes them
                value.kind = Value::Kind::number;
                if (!number || !is_number(value.text)) refuse("a value");
            }
            at_ += value.text.size();
        }
        return value;
    }

    std::uint32_t four_digits() {
        std::uint32_t code = 0;
        const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (digits.size() < 4 || status != std::errc{} || end != digits.data() + 4) refuse("four hexadecimal digits");
        at_ += 4;
        return code;
    }

    // The character after \u, perhaps in two halves.
    std::string code_point() {
        std::uint32_t code = four_digits();
        if (code < 0xD800 || code > 0xDFFF) return utf8(code);
        if (code >= 0xDC00 || !text_.substr(at_).starts_with("\\u")) refuse("both halves of a character");
        at_ += 2;
        const std::uint32_t low = four_digits();
        if (low < 0xDC00 || low > 0xDFFF) refuse("the second half of a character");
        return utf8(0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00));
    }

    std::string string() {
        constexpr std::string_view escapes = "\"\\/bfnrt", characters = "\"\\/\b\f\n\r\t";
        const std::size_t begin = at_++;
        std::string out;
        for (; at_ < text_.size() && look() != '"'; ++at_) {
            if (look() == '\n') refuse("the end of the text before the end of the line");
            if (look() != '\\') {
                out += look();
                continue;
            }
            ++at_;
            const std::size_t escape = escapes.find(look());
            if (look() == 'u') {
                ++at_;
                out += code_point();
                --at_;
            } else if (escape != std::string_view::npos) {
                out += characters[escape];
            } else {
                refuse("an escape such as \\n");
            }
        }
        if (at_ >= text_.size()) at_ = begin, refuse("a text that ends with its quote");
        ++at_;
        return out;
    }

    const Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

const Value* Value::find(std::string_view key) const {
    const auto found = std::find(keys.begin(), keys.end(), key);
    return kind != Kind::object || found == keys.end() ? nullptr
                                                       : &items[static_cast<std::size_t>(found - keys.begin())];
}

void refuse(const Value& value, const std::string& what) {
    static constexpr const char* kinds[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    if (!value.text.empty() || value.is_name()) need(value.word(), what);
    fail(value.at, fmt::format("found {}, need {}", kinds[static_cast<std::size_t>(value.kind)], what));
}

void read_attributes(const Value& object, Attributes& said, AttributeReader& reader) {
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        const Value& value = object.items[i];
        if (value.is_name()) reader.read(said, object.keys[i], value.word());
        else if (reader.takes(object.keys[i])) refuse(value, "a latency in cycles or a width in bits");
        else reader.note(object.keys[i]);
    }
}

Value parse_json(const Source& source) { return Parser(source).document(); }

}  // namespace wafernet::graph_formats
