// Aligned text for people: numbers on the right, texts on the left, reasons of missing values as footnotes.
#include <algorithm>

#include "report/layout.hpp"

namespace wafernet {

namespace {

bool is_number(const Value& value) { return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value); }

// A terminal obeys control characters, so none gets through.
std::string harmless(std::string text) {
    std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
    return text;
}

// Characters, not bytes.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

void pad(std::string& line, std::string_view text, std::size_t width, bool right) {
    const std::size_t blanks = width - std::min(width, width_of(text));
    if (right) line.append(blanks, ' ');
    line += text;
    if (!right) line.append(blanks, ' ');
}

std::string finished(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

std::string cell(const Value& value, const Column& column, Layout& layout) {
    const auto* missing = std::get_if<Missing>(&value);
    if (missing == nullptr) return harmless(shown(value, column));
    if (missing->reason.empty()) return "-";
    const auto known = std::find(layout.footnotes.begin(), layout.footnotes.end(), missing->reason);
    const auto number = known - layout.footnotes.begin() + 1;
    if (known == layout.footnotes.end()) layout.footnotes.push_back(missing->reason);
    return "- [" + std::to_string(number) + "]";
}

std::string head(const Table& table, Layout& layout) {
    // A table that is still growing gives its widths beforehand.
    const bool given = !layout.widths.empty();
    for (std::size_t i = 0; i < table.columns.size() && !given; ++i) {
        std::size_t width = width_of(heading(table.columns[i]));
        bool right = false;
        for (const auto& row : table.rows) {
            width = std::max(width, width_of(cell(row[i], table.columns[i], layout)));
            right = right || is_number(row[i]);
        }
        layout.widths.push_back(width);
        layout.right.push_back(right);
    }
    layout.footnotes.clear();
    std::string line;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i > 0) line += "  ";
        pad(line, heading(table.columns[i]), layout.widths[i], layout.right[i]);
    }
    return (table.title.empty() ? "" : harmless(table.title) + "\n") + finished(line);
}

std::string row(const Table& table, const std::vector<Value>& values, Layout& layout) {
    std::string line;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) line += "  ";
        const bool right = !std::holds_alternative<std::string>(values[i]) && layout.right[i];
        pad(line, cell(values[i], table.columns[i], layout), layout.widths[i], right);
    }
    return finished(line);
}

std::string tail(const Table& table, Layout& layout) {
    std::string out;
    for (std::size_t i = 0; i < layout.footnotes.size(); ++i) out += "[" + std::to_string(i + 1) + "] " + harmless(layout.footnotes[i]) + "\n";
    for (const std::string& note : table.notes) out += harmless(note) + "\n";
    return out;
}

}  // namespace

const Renderer text_renderer = {head, row, "", tail};

}  // namespace wafernet
