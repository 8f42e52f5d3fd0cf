#include "edge_lines.hpp"

#include <algorithm>

namespace wafernet::graph_formats {

namespace {

// Lines that are no comment, at most so many.
std::vector<std::string_view> data_lines(const Source& source, std::size_t most) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at < source.text.size() && out.size() < most;) {
        const std::size_t end = std::min(source.text.find('\n', at), source.text.size());
        const std::string_view line = std::string_view(source.text).substr(at, end - at);
        at = end + 1;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '#' || line[first] == '%' ||
            line.substr(first).starts_with("//"))
            continue;
        out.push_back(line.substr(first));
    }
    return out;
}

// Separators outside quotes and braces.
std::size_t count_of(std::string_view line, char separator) {
    std::size_t count = 0;
    char quote = 0;
    int depth = 0;
    for (const char c : line) {
        if (quote != 0) quote = c == quote ? '\0' : quote;
        else if (c == '"') quote = c;
        else if (c == '{' || c == '(') ++depth;
        else if (c == '}' || c == ')') --depth;
        else if (depth == 0 && c == separator) ++count;
    }
    return count;
}

// Two words on every line with as many commas in each: the places of nodes in a grid, 0,1 1,1.
bool grid_names(const std::vector<std::string_view>& lines) {
    return std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
        const std::size_t gap = line.find_first_of(" \t");
        if (gap == std::string_view::npos) return false;
        const std::string_view left = line.substr(0, gap);
        std::string_view right = line.substr(gap);
        right.remove_prefix(std::min(right.find_first_not_of(" \t"), right.size()));
        right = right.substr(0, right.find_first_of(" \t\r"));
        const auto commas = std::count(left.begin(), left.end(), ',');
        return commas > 0 && left.back() != ',' && !right.empty() && right.front() != ',' &&
               commas == std::count(right.begin(), right.end(), ',');
    });
}

// Blanks between three words or more, and the one comma of each line is that of a decimal number at its end: a b 1,5.
bool decimal_commas(const std::vector<std::string_view>& lines) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
        const std::size_t end = line.find_last_not_of(" \t\r") + 1, gap = line.find_last_of(" \t", end - 1);
        const std::size_t comma = line.find(',');
        return gap != std::string_view::npos && line.find_first_of(" \t") < line.find_last_not_of(" \t", gap) &&
               comma > gap + 1 && comma + 1 < end && digit(line[gap + 1]) && digit(line[comma - 1]) &&
               digit(line[comma + 1]) && line.find(',', comma + 1) == std::string_view::npos;
    });
}

// No blank parts the words of any line, and the separator those of some: 0,1 then 2, as an adjacency list ends.
bool one_word_or_parted(const std::vector<std::string_view>& lines, char separator) {
    bool parted = false;
    for (const std::string_view line : lines) {
        char quote = 0, before = separator;
        int depth = 0;
        bool gap = false;
        for (const char c : line) {
            if (quote != 0) quote = c == quote ? '\0' : quote;
            else if (c == '"') quote = c;
            else if (c == '(') ++depth;
            else if (c == ')') --depth;
            if (depth > 0 || quote != 0 || (c != ' ' && c != '\t' && c != '\r')) {
                if (gap && c != separator && before != separator) return false;
                gap = false;
                before = c;
                parted = parted || (depth == 0 && quote == 0 && c == separator);
            } else {
                gap = true;
            }
        }
    }
    return parted;
}

}  // namespace

WordRules rules_of(const Source& source) {
    std::vector<std::string_view> lines = data_lines(source, 1000);
    WordRules rules;
    // "0: 1,2" is a list after a name, whose commas part its words alone.
    const bool lists = std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
        const std::size_t gap = line.find_first_of(" \t\r");
        return gap != std::string_view::npos && gap > 1 && line[gap - 1] == ':';
    });
    if (lines.empty() || lists) return rules;
    // A mark at the end of every line and nowhere else in it: a -- b;
    for (const char c : {';', ','}) {
        const bool all = std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
            return line[line.find_last_not_of(" \t\r")] == c && count_of(line, c) == 1;
        });
        if (!all) continue;
        rules.end = c;
        for (std::string_view& line : lines) line = line.substr(0, line.find_last_of(c));
        break;
    }
    const auto everywhere = [&](char c) {
        return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) { return count_of(line, c) > 0; });
    };
    // Blanks separate names, or stand in them; where no name has one, blanks do for tabs as well and are more lenient.
    const bool blanks = std::any_of(lines.begin(), lines.end(),
                                    [](std::string_view line) { return line.find(' ') != std::string_view::npos; });
    if (everywhere(';') || one_word_or_parted(lines, ';')) rules.separator = Separator::semicolon;
    else if ((everywhere(',') && !grid_names(lines) && !decimal_commas(lines)) || one_word_or_parted(lines, ','))
        rules.separator = Separator::comma;
    else if (blanks && everywhere('\t')) rules.separator = Separator::tab;
    return rules;
}

ThirdColumn third_column(const EdgeLines& file, const GraphFileOptions& options) {
    if (options.weights) return *options.weights == FileWeights::latency ? ThirdColumn::latency : ThirdColumn::weight;
    bool decimal = false;
    for (const Line& line : file.lines) {
        const std::size_t at = line.size() > 2 && is_arrow(line[1]) ? 3 : 2;
        if (line.size() <= at) continue;
        if (!is_number(line[at].text)) return ThirdColumn::latency;
        decimal = decimal || line[at].text.find_first_of(".eEn") != std::string::npos;
    }
    return decimal ? ThirdColumn::weight : ThirdColumn::latency;
}

}  // namespace wafernet::graph_formats
