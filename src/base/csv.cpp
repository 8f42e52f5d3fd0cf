#include "base/csv.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

bool next_line(std::istream& file, std::string& line, std::size_t& number) {
    if (!std::getline(file, line)) return false;
    if (++number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // byte order mark
    while (line.ends_with('\r')) line.pop_back();
    return true;
}

char csv_separator(const std::string& first_line) { return first_line.find(';') == std::string::npos ? ',' : ';'; }

std::vector<std::string> csv_cells(const std::string& line, const std::string& place, char separator) {
    constexpr const char* blanks = " \t\r";
    // It would end a message that shows it.
    if (line.find('\0') != std::string::npos)
        throw InputError(place + "found '" + escaped(line.substr(0, 40)) + "' with a NUL byte, must be text");
    std::vector<std::string> cells;
    for (std::size_t at = 0;; ++at) {
        const std::size_t first = std::min(line.find_first_not_of(blanks, at), line.size());
        std::string& cell = cells.emplace_back();
        if (first < line.size() && line[first] == '"') {
            for (at = first + 1;; ++at) {
                if (at >= line.size())
                    throw InputError(place + "the quote before '" + line.substr(first + 1, 40) + "' is not closed");
                if (line[at] == '"' && line[++at] != '"') break;  // two quotes are one that is meant; line[size()] is 0
                cell += line[at];
            }
            at = std::min(line.find_first_not_of(blanks, at), line.size());
            if (at < line.size() && line[at] != separator)
                throw InputError(place + "found '" + line.substr(at, 40) + "' after a closed quote, need a " +
                                 (separator == ';' ? "semicolon" : "comma"));
        } else {
            at = std::min(line.find(separator, first), line.size());
            cell = line.substr(first, at - first);
            cell.erase(cell.find_last_not_of(blanks) + 1);
        }
        if (at >= line.size()) return cells;
    }
}

std::string csv_cell(std::string_view text) {
    const char first = text.empty() ? 'a' : text.front();
    if (text.find_first_of(",;\"\t\r\n") == std::string_view::npos && std::string_view("#%`{ ").find(first) > 4 &&
        (first & 0x80) == 0 && !text.starts_with("//") && !text.ends_with(' ') &&
        (first != '\'' || !text.ends_with(first)))
        return std::string(text);
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

std::string nothing_in(const std::string& path) { return path + ": there is nothing in it"; }

}  // namespace wafernet
