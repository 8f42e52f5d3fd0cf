#include "edge_lines.hpp"

#include <algorithm>

namespace wafernet::graph_formats {

namespace {

// Lines that are no comment, at most so many.
std::vector<std::string_view> data_lines(const Source& source, std::size_t most) {
    std::vector<std::string_view> out;
    for (std::size_t number = 1; number <= source.starts.size() && out.size() < most; ++number) {
        const std::string_view line = without_indent(source.line(number));
        if (!line.empty() && !is_comment(line)) out.push_back(line);
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

// Two words on a line with as many commas in each: the places of nodes in a grid, 0,1 1,1.
bool grid_names(std::string_view line) {
    const std::size_t gap = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view left = line.substr(0, gap);
    std::string_view right = without_indent(line.substr(gap));
    right = right.substr(0, right.find_first_of(" \t"));
    const auto commas = std::ranges::count(left, ',');
    return commas > 0 && left.back() != ',' && !right.empty() && right.front() != ',' &&
           commas == std::ranges::count(right, ',');
}

// "0: 1,2" is a list after a name, whose commas part its words alone.
bool list_of_names(std::string_view line) {
    const std::size_t gap = line.find_first_of(" \t");
    return gap != std::string_view::npos && line[gap - 1] == ':';
}

// "Source Node" and "from_id": the letters and digits alone, without the words for nodes at the end.
std::string stem_of(std::string_view head) {
    static constexpr std::string_view things[] = {"id", "node", "name", "vertex", "router", "switch", "host", "device"};
    std::string stem = lower(head);
    std::erase_if(stem, [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); });
    for (bool more = true; more;) {
        const auto* thing = std::ranges::find_if(
            things, [&](std::string_view word) { return stem.size() > word.size() && stem.ends_with(word); });
        more = thing != std::end(things);
        if (more) stem.resize(stem.size() - thing->size());
    }
    return stem;
}

// "header,from,to,latency" of --columns.
Columns columns_named(const std::string& option) {
    Columns columns;
    std::size_t ends[2] = {0, 0};
    for (const std::string_view word : split(option, ',')) {
        if (word == "header" && columns.names.empty() && !columns.head) {
            columns.head = true;
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

// Whether the first line names its ends, as no other line does.
bool names_ends(const std::vector<EdgeLine>& lines, Columns& columns) {
    std::size_t ends[2] = {0, 0};
    const auto& [first, arrow] = lines.front();
    for (std::size_t i = 0; i < first.size(); ++i) {
        const std::string stem = stem_of(first[i].text);
        if (one_of(stem, {"source", "src", "from"})) ++ends[0], columns.from = i;
        if (one_of(stem, {"target", "dst", "dest", "destination", "to"})) ++ends[1], columns.to = i;
        if (stem == "type") columns.type = i;
    }
    if (ends[0] != 1 || ends[1] != 1 || lines.size() == 1 || arrow != Arrow::none) return false;
    return std::none_of(lines.begin() + 1, lines.end(), [&, &head = first](const EdgeLine& line) {
        const auto end = [&](std::size_t at) {
            return at < line.words.size() &&
                   one_of(line.words[at].text, {head[columns.from].text, head[columns.to].text});
        };
        return end(columns.from) || end(columns.to);
    });
}

// The columns that the options or the first line name. Throws where the first line names a column that is not known.
Columns columns_of(const std::vector<EdgeLine>& lines, const GraphFileOptions& options) {
    if (!options.columns.empty()) return columns_named(options.columns);
    Columns columns;
    if (!names_ends(lines, columns)) {
        const bool more = std::ranges::any_of(
            lines, [](const EdgeLine& line) { return line.words.size() > 2 && !is_data(line.words.back()); });
        // What the third word is says an option, or the name of the format that this program writes.
        if (more && options.weights) return {.names = {"from", "to", "weight"}};
        if (more && options.format == "edges") return {.names = {"from", "to", "latency"}};
        return {};
    }
    columns.head = true;
    std::string all;
    const Word* unknown = nullptr;
    const Line& first = lines.front().words;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const std::string stem = stem_of(first[i].text), &name = first[i].text;
        const Kind kind = kind_of(name);
        const std::string known = i == columns.from      ? "from"
                                  : i == columns.to      ? "to"
                                  : like_latency(name)   ? "latency"
                                  : kind == Kind::weight ? "weight"
                                  : kind == Kind::width  ? "width_bits"
                                                         : "ignore";
        const bool aside = known == "ignore" && i != columns.type;
        if (aside && unknown == nullptr &&
            !one_of(stem, {"", "id", "label", "key", "timeset", "link", "edge", "no", "number", "index"}))
            unknown = &first[i];
        if (aside && !name.empty()) columns.not_read += (columns.not_read.empty() ? "" : ", ") + shown(name);
        all += "," + known;
        columns.names.push_back(name);
    }
    if (unknown != nullptr)
        need(*unknown, "a column that is known; --columns header" + all + " says what the columns are");
    return columns;
}

}  // namespace

WordRules rules_of(const Source& source) {
    std::vector<std::string_view> lines = data_lines(source, 1000);
    WordRules rules;
    if (lines.empty()) return rules;
    // A mark at the end of every line and nowhere else in it: a -- b;
    for (const char c : {';', ','}) {
        const bool all = std::ranges::all_of(lines, [&](std::string_view line) {
            return line[line.find_last_not_of(" \t")] == c && count_of(line, c) == 1;
        });
        if (!all) continue;
        rules.end = c;
        for (std::string_view& line : lines) line = line.substr(0, line.find_last_of(c));
        break;
    }
    const auto everywhere = [&](char c) {
        return std::ranges::all_of(lines, [&](std::string_view line) { return count_of(line, c) > 0; });
    };
    const auto all = [&](bool (*is)(std::string_view)) { return std::ranges::all_of(lines, is); };
    // Blanks separate names, or stand in them; where no name has one, blanks do for tabs as well and are more lenient.
    const bool blanks =
        std::ranges::any_of(lines, [](std::string_view line) { return line.find(' ') != std::string_view::npos; });
    if (everywhere(';')) rules.separator = ';';
    else if (everywhere(',') && !all(list_of_names) && !all(grid_names)) rules.separator = ',';
    else if (blanks && everywhere('\t')) rules.separator = '\t';
    return rules;
}

EdgeLines edge_lines(const Source& source, const GraphFileOptions& options) {
    EdgeLines out;
    const WordRules rules = rules_of(source);
    out.separator = rules.separator;
    const auto empty = [](const Word& w) { return w.text.empty() && !w.quoted; };
    for (Line& line : words_of_lines(source, rules)) {
        // Spreadsheets fill lines up with empty cells, and leave lines of nothing else.
        while (line.size() > 1 && empty(line.back()) && (line.size() > 2 || empty(line[0]))) line.pop_back();
        if (line.size() == 1 && empty(line[0])) continue;
        const Arrow arrow = line.size() > 2 ? arrow_of(line[1]) : Arrow::none;
        if (arrow == Arrow::backward) std::swap(line[0], line[2]);
        if (arrow != Arrow::none) line.erase(line.begin() + 1);
        out.lines.push_back({std::move(line), arrow});
    }
    if (out.lines.empty()) return out;
    out.columns = columns_of(out.lines, options);
    if (out.columns.head) {
        out.head_line = out.lines[0].words[0].at.line;
        out.lines.erase(out.lines.begin());
    }
    return out;
}

Arrow arrow_of(const Word& word) {
    if (word.quoted) return Arrow::none;
    if (one_of(word.text, {">", "->", "-->", "=>", "==>", "\u2192", "\u27F6", "\u21D2"})) return Arrow::forward;
    if (one_of(word.text, {"<", "<-", "<--", "\u2190"})) return Arrow::backward;
    return one_of(word.text, {"-", "--", "---", "<->", "<-->", "<>", "<=>", "\u2013", "\u2014", "\u2194", "\u21C4"})
               ? Arrow::both
               : Arrow::none;
}

bool is_data(const Word& word) {
    return !word.quoted && (word.text == "{}" || word.text.starts_with("{'") || word.text.starts_with("{\"")) &&
           word.text.ends_with('}');
}

bool can_be_name(const Word& word) {
    const auto tells = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    return word.quoted ? !word.text.empty() : std::ranges::any_of(word.text, tells) && arrow_of(word) == Arrow::none;
}

}  // namespace wafernet::graph_formats
