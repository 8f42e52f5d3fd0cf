#include "source.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/number_in.hpp"

namespace wafernet::graph_formats {

namespace {

// CR LF becomes LF, and so does CR in files of the old Macintosh, which have no LF. One at the end goes.
void end_lines(std::string& text) {
    if (text.find('\n') == std::string::npos) std::ranges::replace(text, '\r', '\n');
    std::size_t out = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r' || (i + 1 < text.size() && text[i + 1] != '\n')) text[out++] = text[i];
    }
    text.resize(out);
}

void check_text(const Source& source) {
    for (std::string_view text = source.text; !text.empty();) {
        const bool blank = text[0] == '\t' || text[0] == '\n';
        const std::size_t length = blank ? 1 : plain_length(text);
        if (length == 0)
            fail(source.place(source.text.size() - text.size()),
                 fmt::format("found byte 0x{:02x}, need plain text in UTF-8", static_cast<unsigned char>(text[0])));
        text.remove_prefix(length);
    }
}

// One line cut into words.
class Cutter {
public:
    Cutter(std::string_view line, std::size_t number, const WordRules& rules)
        : line_(line), number_(number), rules_(rules) {
        if (rules.end == 0) return;
        line_ = line_.substr(0, line_.find_last_not_of(" \t") + 1);
        if (line_.ends_with(rules.end)) line_.remove_suffix(1);
    }

    Line words() {
        Line words;
        bool expected = false;  // a word, after a separator
        for (skip_blanks(at_); at_ < line_.size() && !(rules_.comments && is_comment(line_.substr(at_)));
             skip_blanks(at_)) {
            const Place place{number_, at_ + 1};
            Word word = mark(at_) ? Word{} : next();
            word.at = place;
            if (rules_.comments && has_unseen(word.text, !word.quoted))
                fail(place, "found '" + shown(word.text) +
                                "' with a character that is not seen or a blank of another kind, need plain blanks, or "
                                "quotes around the name");
            if (word.text.size() > rules_.longest)
                need(word, fmt::format("words of at most {} characters", rules_.longest));
            words.push_back(std::move(word));
            skip_blanks(at_);
            expected = mark(at_);
            if (expected) ++at_;
        }
        if (expected) words.push_back({"", {number_, line_.size() + 1}});
        return words;
    }

private:
    [[nodiscard]] bool parted() const { return rules_.separator != ' '; }  // by marks
    [[nodiscard]] bool mark(std::size_t i) const {
        return parted() && i < line_.size() && line_[i] == rules_.separator;
    }
    [[nodiscard]] bool blank(std::size_t i) const {
        return i < line_.size() && (line_[i] == ' ' || (line_[i] == '\t' && rules_.separator != '\t'));
    }
    void skip_blanks(std::size_t& i) const {
        while (blank(i)) ++i;
    }
    // Whether a word ends before i, or after a closing mark there.
    [[nodiscard]] bool ends(std::size_t i) const { return i >= line_.size() || (parted() ? mark(i) : blank(i)); }
    [[nodiscard]] bool closes(std::size_t i) const {
        if (parted()) skip_blanks(i);
        return ends(i);
    }

    Word next() {
        const char first = line_[at_];
        std::optional<Word> quote = first == '"' || first == '\'' ? quoted(first) : std::nullopt;
        if (quote) return *std::move(quote);
        const std::size_t brace = first == '{' ? line_.find_last_of('}') : std::string_view::npos;
        if (brace != std::string_view::npos && brace > at_) return until(brace + 1);
        const std::size_t close = first == '(' ? line_.find(')', at_) : std::string_view::npos;
        if (close != std::string_view::npos && ends(close + 1)) {  // (0, 1), as networkx writes the nodes of a grid
            Word word = until(close + 1);
            std::erase(word.text, ' ');
            return word;
        }
        std::size_t stop = at_;
        while (!ends(stop)) ++stop;
        const std::size_t next = stop;
        while (stop > at_ && blank(stop - 1)) --stop;
        Word word = until(stop);
        at_ = next;
        return word;
    }
    Word until(std::size_t stop) {
        Word word{std::string(line_.substr(at_, stop - at_)), {}};
        at_ = stop;
        return word;
    }
    // "a ""b"" c" or "a \"b\" c"; nothing where the quote does not end a word: then it is part of a name, as in 'tis.
    std::optional<Word> quoted(char quote) {
        Word word{"", {}, true};
        for (std::size_t i = at_ + 1; i < line_.size(); ++i) {
            const char next = i + 1 < line_.size() ? line_[i + 1] : '\0';
            if ((line_[i] == '\\' && (next == quote || next == '\\')) || (line_[i] == quote && next == quote)) {
                word.text += line_[++i];
            } else if (line_[i] != quote) {
                word.text += line_[i];
            } else if (closes(i + 1)) {
                at_ = i + 1;
                return word;
            } else {
                return std::nullopt;
            }
        }
        if (quote == '"') fail({number_, at_ + 1}, "found a quote that does not end on its line, need another \"");
        return std::nullopt;
    }

    std::string_view line_;
    std::size_t number_;
    const WordRules& rules_;
    std::size_t at_ = 0;
};

// What stands between & and ; in XML, GML and HTML; empty where it is none.
std::string entity(std::string_view name) {
    static constexpr std::pair<std::string_view, char> named[] = {
        {"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}};
    constexpr std::uint32_t first_latin = 160;
    static const std::vector<std::string_view> latin = split(
        "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
        "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring "
        "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
        "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
        "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
        "ugrave uacute ucirc uuml yacute thorn yuml",
        ' ');
    for (const auto& [known, character] : named) {
        if (known == name) return std::string(1, character);
    }
    if (const auto found = std::ranges::find(latin, name); found != latin.end())
        return utf8(first_latin + static_cast<std::uint32_t>(found - latin.begin()));
    if (!name.starts_with('#')) return "";
    const bool hex = name.starts_with("#x") || name.starts_with("#X");
    name.remove_prefix(hex ? 2 : 1);
    std::uint32_t code = 0;
    const auto [last, status] = std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
    const bool whole = status == std::errc{} && last == name.data() + name.size();
    return whole && code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? utf8(code) : "";
}

}  // namespace

Source::Source(std::string from, std::string content) : path(std::move(from)), text(std::move(content)), starts{0} {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        starts.push_back(at + 1);
}

std::string_view Source::line(std::size_t number) const {
    const std::size_t begin = starts[number - 1], end = number < starts.size() ? starts[number] - 1 : text.size();
    return std::string_view(text).substr(begin, end - begin);
}

Place Source::place(std::size_t offset) const {
    const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
    return {static_cast<std::size_t>(next - starts.begin()), offset - *(next - 1) + 1};
}

Source read_source(const std::string& path, const std::string& what) {
    namespace fs = std::filesystem;
    constexpr std::uint64_t largest_file = std::uint64_t{1} << 30U;
    std::error_code error;
    if (path.empty()) throw InputError("file: has no path after it, need file:PATH");
    const std::string stored = readable(path);
    const fs::file_status status = fs::status(stored, error);
    if (!fs::exists(status)) fail("no such file, need a " + what);
    if (fs::is_directory(status)) fail("found a directory, need a " + what);
    const std::uint64_t size = fs::file_size(stored, error);
    if (error || size > largest_file) fail("larger than 1 GiB, need a smaller " + what);
    std::ifstream file = opened(stored, std::ios::binary);
    std::string text(size, '\0');
    if (!file || !file.read(text.data(), static_cast<std::streamsize>(size))) fail("cannot be read");
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // byte order mark
    // "sep=;" alone on the first line tells Excel the separator; blanks there keep all places.
    constexpr std::string_view excel = "sep=";
    if (text.starts_with(excel) && text.find_first_of("\r\n") == excel.size() + 1)
        std::fill_n(text.begin(), excel.size() + 1, ' ');
    if (text.starts_with("\x1F\x8B")) fail("found a gzip file, need it unpacked: gunzip");
    if (text.starts_with("PK\x03\x04"))
        fail("found a zip file or a spreadsheet, need its table as text: save it as CSV");
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        fail({1, 1}, "found UTF-16, need UTF-8: iconv -f UTF-16 -t UTF-8");
    end_lines(text);
    Source source(path, std::move(text));
    check_text(source);
    return source;
}

void fail(const std::string& what) { throw Complaint(": " + what); }

void fail(Place at, const std::string& what) { throw Complaint(fmt::format(":{}:{}: {}", at.line, at.column, what)); }

void need(Place at, std::string_view found, const std::string& what) {
    fail(at, "found '" + shown(found) + "', need " + what);
}

void need(const Word& found, const std::string& what) { need(found.at, found.text, what); }

void need_lines(const std::string& what) { fail({1, 1}, "found no line with a word, need " + what); }

std::vector<Line> words_of_lines(const Source& source, const WordRules& rules) {
    std::vector<Line> lines;
    for (std::size_t number = 1; number <= source.starts.size(); ++number) {
        Line words = Cutter(source.line(number), number, rules).words();
        if (!words.empty()) lines.push_back(std::move(words));
    }
    return lines;
}

std::string_view without_indent(std::string_view line) {
    return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

bool is_comment(std::string_view text) {
    return text.starts_with('#') || text.starts_with('%') || text.starts_with("//");
}

Line bare_words(const Source& source, std::size_t number) {
    const std::string_view line = source.line(number);
    Line words;
    for (std::size_t at = line.find_first_not_of(" \t"); at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back({std::string(line.substr(at, end - at)), {number, at + 1}});
        at = line.find_first_not_of(" \t", end);
    }
    return words;
}

std::uint32_t whole_number(const Word& word, std::uint32_t least, std::uint32_t most, std::string_view what) {
    const auto number = number_in<std::uint64_t>(word.text);
    if (!number || *number < least || *number > most) need(word, fmt::format("{} from {} to {}", what, least, most));
    return static_cast<std::uint32_t>(*number);
}

std::string_view without_zeros(std::string_view text) {
    const std::size_t point = text.find('.');
    const bool whole = point != std::string_view::npos && point + 1 < text.size() && is_whole(text.substr(0, point)) &&
                       text.find_first_not_of('0', point + 1) == std::string_view::npos;
    return whole ? text.substr(0, point) : text;
}

bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && end == text.data() + text.size() && status != std::errc::invalid_argument;
}

bool is_zero(std::string_view number) {
    return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
}

bool has_unseen(std::string_view text, bool blanks) {
    static constexpr std::string_view unseen[] = {"\u00AD", "\u200B", "\u200E", "\u200F", "\u2060", "\uFEFF"},
                                      like_blanks[] = {"\u00A0", "\u2002", "\u2003", "\u2007",
                                                       "\u2009", "\u202F", "\u3000"};
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return false;
    const auto inside = [&](std::string_view c) { return text.find(c) != std::string_view::npos; };
    return std::ranges::any_of(unseen, inside) || (blanks && std::ranges::any_of(like_blanks, inside));
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

std::string without_entities(std::string_view text, std::string_view& unknown) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t end = text[i] == '&' ? text.find(';', i) : std::string_view::npos;
        const std::string one = end == std::string_view::npos ? "" : entity(text.substr(i + 1, end - i - 1));
        if (one.empty()) out += text[i];
        else out += one, i = end;
        if (text[i] == '&' && unknown.empty()) unknown = text.substr(i);
    }
    return out;
}

}  // namespace wafernet::graph_formats
