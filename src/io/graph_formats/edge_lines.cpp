#include "edge_lines.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

// Lines that are no comment, at most so many.
std::vector<std::string_view> data_lines(const Source& source, std::size_t most) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at < source.text.size() && out.size() < most;) {
        const std::size_t end = std::min(source.text.find('\n', at), source.text.size());
        const std::string_view line = std::string_view(source.text).substr(at, end - at);
        at = end + 1;
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == std::string_view::npos || line[first] == '#' || line[first] == '%' ||
            line.substr(first).starts_with("//"))
            continue;
        out.push_back(line.substr(first));
    }
    return out;
}

// Separators outside quotes, braces and parentheses.
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
        const std::size_t gap = std::min(line.find_first_of(" \t"), line.size());
        const std::string_view left = line.substr(0, gap);
        std::string_view right = line.substr(gap);
        right.remove_prefix(std::min(right.find_first_not_of(" \t"), right.size()));
        right = right.substr(0, right.find_first_of(" \t"));
        const auto commas = std::count(left.begin(), left.end(), ',');
        return commas > 0 && left.back() != ',' && !right.empty() && right.front() != ',' &&
               commas == std::count(right.begin(), right.end(), ',');
    });
}

// "Source Node" and "from_id": the letters and digits alone, without the words for nodes at the end.
std::string stem_of(std::string_view head) {
    static constexpr std::string_view things[] = {"id", "node", "name", "vertex", "router", "switch", "host", "device"};
    std::string stem;
    for (const char c : lower(head)) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) stem += c;
    }
    for (bool more = true; more;) {
        const auto* thing = std::find_if(std::begin(things), std::end(things), [&](std::string_view word) {
            return stem.size() > word.size() && stem.ends_with(word);
        });
        more = thing != std::end(things);
        if (more) stem.resize(stem.size() - thing->size());
    }
    return stem;
}

// "header,from,to,latency" of --columns.
Columns columns_named(const std::string& option, bool& head) {
    Columns columns;
    std::size_t ends[2] = {0, 0};
    for (const std::string_view word : split(option, ',')) {
        if (word == "header" && columns.names.empty() && !head) {
            head = true;
            continue;
        }
        if (!one_of(word, {"from", "to", "latency", "width_bits", "weight", "ignore"}))
            throw InputError("--columns: found '" + shown(word) +
                             "', must be from, to, latency, width_bits, weight or ignore");
        if (word == "from") ++ends[0], columns.from = columns.names.size();
        if (word == "to") ++ends[1], columns.to = columns.names.size();
        columns.names.emplace_back(word);
    }
    if (ends[0] != 1 || ends[1] != 1)
        throw InputError("--columns '" + shown(option) + "' must name one column from and one column to");
    return columns;
}

}  // namespace

WordRules rules_of(const Source& source) {
    std::vector<std::string_view> lines = data_lines(source, 1000);
    WordRules rules;
    if (lines.empty()) return rules;
    // A mark at the end of every line and nowhere else in it: a -- b;
    for (const char c : {';', ','}) {
        const bool all = std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
            return line[line.find_last_not_of(" \t")] == c && count_of(line, c) == 1;
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
    // "0: 1,2" is a list after a name, whose commas part its words alone.
    const bool lists = std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
        const std::size_t gap = line.find_first_of(" \t");
        return gap != std::string_view::npos && line[gap - 1] == ':';
    });
    if (everywhere(';')) rules.separator = Separator::semicolon;
    else if (everywhere(',') && !lists && !grid_names(lines)) rules.separator = Separator::comma;
    else if (blanks && everywhere('\t')) rules.separator = Separator::tab;
    return rules;
}

Columns columns_of(const Source& source, const std::vector<Line>& lines, const GraphFileOptions& options, bool& head) {
    head = false;
    if (!options.columns.empty()) return columns_named(options.columns, head);
    Columns columns;
    std::size_t ends[2] = {0, 0};
    const Line& first = lines.front();
    for (std::size_t i = 0; i < first.size(); ++i) {
        const std::string stem = stem_of(first[i].text);
        if (one_of(stem, {"source", "src", "from"})) ++ends[0], columns.from = i;
        if (one_of(stem, {"target", "dst", "dest", "destination", "to"})) ++ends[1], columns.to = i;
        if (stem == "type") columns.type = i;
    }
    const auto known = [&](std::size_t i) {
        return std::none_of(lines.begin() + 1, lines.end(), [&](const Line& line) {
            return (columns.from < line.size() && line[columns.from].text == first[i].text) ||
                   (columns.to < line.size() && line[columns.to].text == first[i].text);
        });
    };
    head = ends[0] == 1 && ends[1] == 1 && lines.size() > 1 && !is_arrow(first[1]) && known(columns.from) &&
           known(columns.to);
    if (!head) {
        const bool any = std::any_of(lines.begin(), lines.end(), [](const Line& line) {
            return line.size() > (line.size() > 2 && is_arrow(line[1]) ? 3U : 2U) && !is_data(line.back());
        });
        // What the third word is says an option, or the name of the format that this program writes.
        if (any && options.weights) return {0, 1, no_column, {"from", "to", "weight"}};
        if (any && options.format == "edges") return {0, 1, no_column, {"from", "to", "latency"}};
        return {};
    }
    std::string all;
    const Word* unknown = nullptr;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const std::string stem = stem_of(first[i].text), &name = first[i].text;
        const bool end = i == columns.from || i == columns.to, latency = LatencyReader::like_one(name),
                   weight = LatencyReader::weight(name), width = LatencyReader::width(name);
        if (unknown == nullptr && !end && !latency && !weight && !width && i != columns.type &&
            !one_of(stem, {"", "id", "label", "key", "timeset", "link", "edge", "no", "number", "index"}))
            unknown = &first[i];
        all += std::string(all.empty() ? "" : ",") + (i == columns.from ? "from"
                                                      : i == columns.to ? "to"
                                                      : latency         ? "latency"
                                                      : weight          ? "weight"
                                                      : width           ? "width_bits"
                                                                        : "ignore");
        columns.names.push_back(name);
    }
    if (unknown != nullptr)
        fail_at(source, unknown->at, unknown->text,
                "a column that is known; --columns header," + all + " says what the columns are");
    return columns;
}

}  // namespace wafernet::graph_formats
