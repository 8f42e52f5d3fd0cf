#include "wafernet/report/document.hpp"

#include <algorithm>

#include "report/layout.hpp"

namespace wafernet {

namespace {

std::string html_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
    return out;
}

std::string html_head(const Table& table) {
    std::string out = "<table>\n";
    if (!table.title.empty()) out += "<caption>" + html_escaped(table.title) + "</caption>\n";
    out += "<thead><tr>";
    for (const Column& column : table.columns) out += "<th>" + html_escaped(heading(column)) + "</th>";
    return out + "</tr></thead>\n<tbody>\n";
}

std::string html_row(const Table& table, const std::vector<Value>& values) {
    std::string out = "<tr>";
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto* missing = std::get_if<Missing>(&values[i]);
        const bool number =
            std::holds_alternative<std::int64_t>(values[i]) || std::holds_alternative<double>(values[i]);
        out += number ? "<td class=\"number\">" : "<td>";
        out += html_escaped(missing != nullptr ? "- " + missing->reason : shown(values[i], table.columns[i])) + "</td>";
    }
    return out + "</tr>\n";
}

std::string html_tail(const Table& table) {
    std::string out = "</tbody>\n</table>\n";
    for (const std::string& note : table.notes) out += "<p class=\"note\">" + html_escaped(note) + "</p>\n";
    return out;
}

std::string latex_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '\\':
                out += "\\textbackslash{}";
                break;
            case '~':
                out += "\\textasciitilde{}";
                break;
            case '^':
                out += "\\textasciicircum{}";
                break;
            case '<':
                out += "\\textless{}";
                break;
            case '>':
                out += "\\textgreater{}";
                break;
            case '|':
                out += "\\textbar{}";
                break;
            case '"':
                out += "\\textquotedbl{}";
                break;
            case '{':
            case '}':
            case '$':
            case '&':
            case '#':
            case '_':
            case '%':
                out += '\\';
                out += c;
                break;
            default:
                out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
        }
    }
    return out;
}

bool is_number(const Value& value) {
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

// A bracket at the front of a row would be an option of the line end before it.
std::string line(const std::vector<std::string>& cells) {
    std::string out = "{}";
    for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? " & " : "") + cells[i];
    return out + " \\\\\n";
}

std::string latex_head(const Table& table) {
    std::string out = "\\begin{table}\n\\centering\n";
    if (!table.title.empty()) out += "\\caption{" + latex_escaped(table.title) + "}\n";
    out += "\\begin{tabular}{";
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const bool right =
            std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return is_number(row[i]); });
        out += right ? 'r' : 'l';
        cells.push_back(latex_escaped(heading(table.columns[i])));
    }
    return out + "}\n\\toprule\n" + line(cells) + "\\midrule\n";
}

std::string latex_row(const Table& table, const std::vector<Value>& values) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto* missing = std::get_if<Missing>(&values[i]);
        cells.push_back(
            latex_escaped(missing != nullptr ? "- " + missing->reason : shown(values[i], table.columns[i])));
    }
    return line(cells);
}

std::string latex_tail(const Table& table) {
    std::string out = "\\bottomrule\n\\end{tabular}\n";
    for (const std::string& note : table.notes) out += "\\par{\\footnotesize " + latex_escaped(note) + "\\par}\n";
    return out + "\\end{table}\n";
}

}  // namespace

std::string html_table(const Table& table) {
    std::string out = html_head(table);
    for (const auto& row : table.rows) out += html_row(table, row);
    return out + html_tail(table);
}

std::string html_text(std::string_view text) { return html_escaped(text); }

std::string html_document(std::string_view title, std::string_view body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
           "content=\"width=device-width\">\n<title>" +
           html_escaped(title) +
           "</title>\n<style>\n"
           "body { font: 15px/1.45 sans-serif; color: #111; background: #fff; max-width: 64em; margin: 1em auto; "
           "padding: 0 1em }\n"
           "table { border-collapse: collapse; margin: 1.5em 0 .5em; display: block; overflow-x: auto }\n"
           "caption { text-align: left; font-weight: bold; padding-bottom: .4em }\n"
           "thead { border-top: 2px solid; border-bottom: 1px solid } tbody { border-bottom: 2px solid }\n"
           "th, td { text-align: left; padding: .15em .8em .15em 0; vertical-align: top } .number { text-align: right "
           "}\n"
           ".note { font-size: 90%; margin: .2em 0; color: #444 } img, svg { max-width: 100%; height: auto }\n"
           "</style>\n</head>\n<body>\n" +
           std::string(body) + "</body>\n</html>\n";
}

std::string latex_table(const Table& table) {
    std::string out = latex_head(table);
    for (const auto& row : table.rows) out += latex_row(table, row);
    return out + latex_tail(table);
}

}  // namespace wafernet
