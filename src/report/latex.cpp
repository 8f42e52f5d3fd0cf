// Tables as LaTeX's package booktabs sets them.
#include <algorithm>
#include <array>

#include "report/layout.hpp"

namespace wafernet {

namespace {

std::string latex_escaped(std::string_view text) {
    static constexpr std::array<std::pair<char, const char*>, 7> named = {{{'\\', "backslash"},
                                                                           {'~', "asciitilde"},
                                                                           {'^', "asciicircum"},
                                                                           {'<', "less"},
                                                                           {'>', "greater"},
                                                                           {'|', "bar"},
                                                                           {'"', "quotedbl"}}};
    std::string out;
    for (const char c : text) {
        const auto* name = std::ranges::find_if(named, [c](const auto& one) { return one.first == c; });
        if (name != named.end()) out += std::string("\\text") + name->second + "{}";
        else if (std::string_view("{}$&#_%").find(c) != std::string_view::npos) out += {'\\', c};
        else out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
    return out;
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
        const bool right = std::ranges::any_of(table.rows, [&](const auto& row) { return is_number(row[i]); });
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

std::string latex_table(const Table& table) {
    std::string out = latex_head(table);
    for (const auto& row : table.rows) out += latex_row(table, row);
    return out + latex_tail(table);
}

}  // namespace wafernet
