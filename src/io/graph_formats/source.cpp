#include "source.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/input_file.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr std::size_t longest_name = 200;
constexpr std::uint64_t largest_file = std::uint64_t{1} << 30U;

// CR LF becomes LF.
void end_lines(std::string& text) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') text[out++] = text[i];
    }
    text.resize(out);
}

void check_text(const Source& source) {
    const std::string& text = source.text;
    std::size_t start = 0, line = 1;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == '\n') {
            ++line;
            start = ++i;
            continue;
        }
        const std::size_t length = utf8_length(std::string_view(text).substr(i));
        const bool control = byte < ' '
                                 ? byte != '\t' && (byte != '\r' || i + 1 < text.size())
                                 : byte == 0x7F || (byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0);
        if (length == 0 || control) {
            constexpr std::string_view hex = "0123456789abcdef";
            fail(source, {line, i - start + 1},
                 std::string("found byte 0x") + hex[byte / 16] + hex[byte % 16] + ", need plain text in UTF-8");
        }
        i += length;
    }
}

// One line cut into words.
class Cutter {
public:
    Cutter(const Source& source, std::string_view line, std::size_t number, const WordRules& rules)
        : source_(source), line_(line), number_(number), rules_(rules) {
        if (rules.end == 0) return;
        line_ = line_.substr(0, line_.find_last_not_of(" \t\r") + 1);
        if (line_.ends_with(rules.end)) line_.remove_suffix(1);
    }

    Line words() {
        Line words;
        bool expected = false;  // a word, after a separator
        while (true) {
            skip_blanks();
            if (at_ == line_.size() || comment()) break;
            const Place place{number_, at_ + 1};
            Word word = rules_.separator != Separator::blanks && line_[at_] == mark() ? Word{"", place, false} : next();
            word.at = place;
            if (rules_.comments && has_unseen(word.text, !word.quoted))
                fail(source_, place,
                     "found '" + shown(word.text) +
                         "' with a character that is not seen or a blank of another kind, need plain blanks, or quotes "
                         "around the name");
            if (word.text.size() > longest_name)
                fail_at(source_, place, word.text, "words of at most " + std::to_string(longest_name) + " characters");
            words.push_back(std::move(word));
            expected = false;
            if (rules_.separator == Separator::blanks) continue;
            skip_blanks();
            if (at_ < line_.size() && line_[at_] == mark()) {
                ++at_;
                expected = true;
            }
        }
        if (expected && !words.empty()) words.push_back({"", {number_, line_.size() + 1}, false});
        return words;
    }

private:
    [[nodiscard]] char mark() const {
        return rules_.separator == Separator::comma ? ',' : rules_.separator == Separator::semicolon ? ';' : '\t';
    }
    [[nodiscard]] bool blank(char c) const {
        return c == ' ' || c == '\r' || (c == '\t' && rules_.separator != Separator::tab);
    }
    void skip_blanks() {
        while (at_ < line_.size() && blank(line_[at_])) ++at_;
    }
    [[nodiscard]] bool comment() const {
        return rules_.comments && (line_[at_] == '#' || line_[at_] == '%' || line_.substr(at_, 2) == "//");
    }
    [[nodiscard]] bool ends(std::size_t i) const {
        return i >= line_.size() || (rules_.separator == Separator::blanks ? blank(line_[i]) : line_[i] == mark());
    }

    Word next() {
        const char first = line_[at_];
        if (first == '"' || first == '\'') {
            if (auto word = quoted(first)) return *word;
        }
        if (rules_.comments) {
            if (auto word = in_typographic_quotes()) return *word;
        }
        if (first == '{' && line_.substr(at_).find_last_of('}') != std::string_view::npos)
            return until(line_.find_last_of('}') + 1);
        if (first == '(') {  // (0, 1), as networkx writes the nodes of a grid
            const std::size_t close = line_.find(')', at_);
            if (close != std::string_view::npos && ends(close + 1)) {
                Word word = until(close + 1);
                std::erase(word.text, ' ');
                return word;
            }
        }
        std::size_t stop = at_;
        while (!ends(stop)) ++stop;
        Word word = until(stop);
        while (!word.text.empty() && blank(word.text.back())) word.text.pop_back();
        return word;
    }
    Word until(std::size_t stop) {
        Word word{std::string(line_.substr(at_, stop - at_)), {}, false};
        at_ = stop;
        return word;
    }
    // "a ""b"" c" or "a \"b\" c"; nothing where the quote does not end a word: then it is part of a name, as in 'tis.
    std::optional<Word> quoted(char quote) {
        Word word{"", {}, true};
        for (std::size_t i = at_ + 1; i < line_.size(); ++i) {
            if (line_[i] == '\\' && i + 1 < line_.size() && (line_[i + 1] == quote || line_[i + 1] == '\\')) {
                word.text += line_[++i];
            } else if (line_[i] != quote) {
                word.text += line_[i];
            } else if (i + 1 < line_.size() && line_[i + 1] == quote) {
                word.text += line_[i++];
            } else {
                std::size_t after = i + 1;
                if (rules_.separator != Separator::blanks) {
                    while (after < line_.size() && blank(line_[after])) ++after;
                }
                if (!ends(after)) return std::nullopt;
                at_ = i + 1;
                return word;
            }
        }
        if (quote == '"')
            fail(source_, {number_, at_ + 1}, "found a quote that does not end on its line, need another \"");
        return std::nullopt;
    }

    // “a b”, „a b“, «a b», ‘a b’ or `a b`, as word processors and Markdown write them.
    std::optional<Word> in_typographic_quotes() {
        static constexpr struct {
            std::string_view open, close;
        } pairs[] = {{"\u201C", "\u201D"},
                     {"\u201E", "\u201C"},
                     {"\u201E", "\u201D"},
                     {"\u201D", "\u201D"},
                     {"\u00AB", "\u00BB"},
                     {"\u00BB", "\u00AB"},
                     {"\u2018", "\u2019"},
                     {"\u201A", "\u2018"},
                     {"\u2019", "\u2019"},
                     {"`", "`"},
                     {"`", "'"}};
        for (const auto& [open, close] : pairs) {
            if (!line_.substr(at_).starts_with(open)) continue;
            const std::size_t begin = at_ + open.size(), end = line_.find(close, begin);
            if (end == std::string_view::npos || end == begin) continue;
            std::size_t after = end + close.size();
            if (rules_.separator != Separator::blanks) {
                while (after < line_.size() && blank(line_[after])) ++after;
            }
            if (!ends(after)) continue;
            at_ = end + close.size();
            return Word{std::string(line_.substr(begin, end - begin)), {}, true};
        }
        return std::nullopt;
    }

    const Source& source_;
    std::string_view line_;
    std::size_t number_;
    const WordRules& rules_;
    std::size_t at_ = 0;
};

}  // namespace

std::string shown(std::string_view text) { return printable(text); }

Source read_source(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (path.empty()) throw InputError("file: has no path after it, need file:PATH");
    const std::string stored = readable(path);
    const fs::file_status status = fs::status(stored, error);
    if (!fs::exists(status)) throw InputError(shown(path) + ": no such file, need a graph file");
    if (fs::is_directory(status)) throw InputError(shown(path) + ": found a directory, need a graph file");
    const std::uint64_t size = fs::file_size(stored, error);
    if (error || size > largest_file) throw InputError(shown(path) + ": larger than 1 GiB, need a smaller graph file");
    std::ifstream file = opened(stored, std::ios::binary);
    Source source{path, std::string(size, '\0'), {}};
    if (!file || !file.read(source.text.data(), static_cast<std::streamsize>(size)))
        throw InputError(shown(path) + ": cannot be read");
    if (source.text.starts_with("\xEF\xBB\xBF")) source.text.erase(0, 3);  // byte order mark
    // "sep=;" alone on the first line tells Excel the separator; blanks there keep all places.
    constexpr std::string_view excel = "sep=";
    if (source.text.starts_with(excel) && source.text.find_first_of("\r\n") == excel.size() + 1)
        std::fill_n(source.text.begin(), excel.size() + 1, ' ');
    if (source.text.starts_with("\x1F\x8B"))
        throw InputError(shown(path) + ": found a gzip file, need it unpacked: gunzip");
    if (source.text.starts_with("PK\x03\x04"))
        throw InputError(shown(path) + ": found a zip file or a spreadsheet, need its table as text: save it as CSV");
    if (source.text.starts_with("\xFF\xFE") || source.text.starts_with("\xFE\xFF"))
        throw InputError(shown(path) + ":1:1: found UTF-16, need UTF-8: iconv -f UTF-16 -t UTF-8");
    // Line ends of Windows, and of the old Macintosh where no other stands in the file.
    if (source.text.find('\n') == std::string::npos) std::replace(source.text.begin(), source.text.end(), '\r', '\n');
    else end_lines(source.text);
    check_text(source);
    source.starts.push_back(0);
    for (std::size_t at = source.text.find('\n'); at != std::string::npos; at = source.text.find('\n', at + 1))
        source.starts.push_back(at + 1);
    return source;
}

Place place_of(const Source& source, std::size_t offset) {
    if (!source.starts.empty()) {
        const auto next = std::upper_bound(source.starts.begin(), source.starts.end(), offset);
        return {static_cast<std::size_t>(next - source.starts.begin()), offset - *(next - 1) + 1};
    }
    const std::string_view before = std::string_view(source.text).substr(0, offset);
    const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')), before.size() - start + 1};
}

void fail(const Source& source, Place at, const std::string& what) {
    throw InputError(shown(source.path) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                     what);
}

void fail_at(const Source& source, Place at, std::string_view found, const std::string& need) {
    fail(source, at, "found '" + shown(found) + "', need " + need);
}

void fail_empty(const Source& source, const std::string& need) {
    fail(source, {1, 1}, "found no line with a word, need " + need);
}

std::vector<Line> words_of_lines(const Source& source, const WordRules& rules) {
    std::string_view text = source.text;
    std::vector<Line> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        Line words = Cutter(source, text.substr(0, end), number, rules).words();
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!words.empty()) lines.push_back(std::move(words));
    }
    return lines;
}

std::uint32_t whole_number(const Source& source, const Word& word, std::uint32_t least, std::uint32_t most,
                           std::string_view what) {
    std::uint64_t number = 0;
    const char* const last = word.text.data() + word.text.size();
    const auto [end, status] = std::from_chars(word.text.data(), last, number);
    if (status != std::errc{} || end != last || number < least || number > most) {
        fail_at(source, word.at, word.text,
                std::string(what) + " from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<std::uint32_t>(number);
}

std::string_view without_zeros(std::string_view text) {
    const std::size_t point = text.find('.');
    const bool whole = point != std::string_view::npos && point + 1 < text.size() && is_whole(text.substr(0, point)) &&
                       text.find_first_not_of('0', point + 1) == std::string_view::npos;
    return whole ? text.substr(0, point) : text;
}

bool is_whole(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && end == text.data() + text.size() && status != std::errc::invalid_argument;
}

bool has_unseen(std::string_view text, bool blanks) {
    static constexpr std::string_view unseen[] = {"\u00AD", "\u200B", "\u200E", "\u200F", "\u2060", "\uFEFF"},
                                      like_blanks[] = {"\u00A0", "\u2002", "\u2003", "\u2007",
                                                       "\u2009", "\u202F", "\u3000"};
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return false;
    const auto inside = [&](std::string_view c) { return text.find(c) != std::string_view::npos; };
    return std::any_of(std::begin(unseen), std::end(unseen), inside) ||
           (blanks && std::any_of(std::begin(like_blanks), std::end(like_blanks), inside));
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string utf8(std::uint32_t code) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xC0 | code >> 6), byte(0x80 | (code & 0x3F))};
    if (code < 0x10000) return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F))};
    return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 0x3F)), byte(0x80 | (code >> 6 & 0x3F)),
            byte(0x80 | (code & 0x3F))};
}

std::string entity(std::string_view name) {
    static constexpr std::pair<std::string_view, char> named[] = {
        {"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}};
    for (const auto& [known, character] : named) {
        if (known == name) return std::string(1, character);
    }
    if (!name.starts_with('#')) return "";
    const bool hex = name.starts_with("#x");
    name.remove_prefix(hex ? 2 : 1);
    std::uint32_t code = 0;
    const auto [last, status] = std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
    const bool whole = status == std::errc{} && last == name.data() + name.size();
    return whole && code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? utf8(code) : "";
}

}  // namespace wafernet::graph_formats
