// Markdown tables as GitHub reads them.
#include <algorithm>

#include "base/text.hpp"
#include "report/layout.hpp"

namespace wafernet {

namespace {

// One line without markup, control characters and marks of direction.
std::string marked_down(std::string_view text) {
    std::string line;
    for (const char c : text) {
        if (std::string_view("\\|*`<[").find(c) != std::string_view::npos) line += '\\';
        line += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
    return escaped(line);
}

std::string head(const Table& table, Layout&) {
    std::string out;
    if (!table.title.empty()) out += "**" + marked_down(table.title) + "**\n\n";
    for (const std::string& above : table.above) out += marked_down(above) + "\n\n";
    std::string rule = "|";
    out += '|';
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        out += ' ' + marked_down(heading(table.columns[i])) + " |";
        const bool right = std::ranges::any_of(table.rows, [&](const auto& row) { return is_number(row[i]); });
        rule += right ? "---:|" : "---|";
    }
    return out + '\n' + rule + '\n';
}

std::string row(const Table& table, const std::vector<Value>& values, Layout&) {
    std::string out = "|";
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto* missing = std::get_if<Missing>(&values[i]);
        std::string text =
            marked_down(missing != nullptr ? "- " + missing->reason : shown(values[i], table.columns[i]));
        while (!text.empty() && text.back() == ' ') text.pop_back();
        out += (text.empty() ? "" : " ") + text + " |";
    }
    return out + '\n';
}

std::string tail(const Table& table, Layout&) {
    std::string out;
    for (const std::string& note : table.notes) out += '\n' + marked_down(note) + '\n';
    return out;
}

}  // namespace

const Renderer markdown_renderer = {head, row, "", tail};

}  // namespace wafernet
