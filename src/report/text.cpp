// Aligned text for people: numbers on the right, texts on the left, reasons of missing values as footnotes.
#include "base/text.hpp"

#include <algorithm>

#include "report/layout.hpp"

namespace wafernet {

namespace {

// Also a number with the mark of the best, which is a text.
bool is_number(const Value& value, const Column& column) { return column.better != 0 || is_number(value); }

void pad(std::string& line, std::string_view text, std::size_t width, bool right) {
    const std::size_t blanks = width - std::min(width, characters(text));
    if (right) line.append(blanks, ' ');
    line += text;
    if (!right) line.append(blanks, ' ');
}

std::string finished(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

std::string cell(const Value& value, const Column& column, Layout& layout) {
    return text_cell(value, column, layout.footnotes).text;
}

std::string head(const Table& table, Layout& layout) {
    // A table that is still growing gives its widths beforehand.
    const bool given = !layout.widths.empty();
    for (std::size_t i = 0; i < table.columns.size() && !given; ++i) {
        std::size_t width = characters(heading(table.columns[i]));
        bool right = false;
        for (const auto& row : table.rows) {
            width = std::max(width, characters(cell(row[i], table.columns[i], layout)));
            right = right || is_number(row[i], table.columns[i]);
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
    std::string out = table.title.empty() ? "" : escaped(table.title) + "\n";
    for (const std::string& above : table.above) out += escaped(above) + "\n";
    return out + finished(line);
}

std::string row(const Table& table, const std::vector<Value>& values, Layout& layout) {
    std::string line;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) line += "  ";
        const bool text = std::holds_alternative<std::string>(values[i]) && !is_number(values[i], table.columns[i]);
        pad(line, cell(values[i], table.columns[i], layout), layout.widths[i], !text && layout.right[i]);
    }
    return finished(line);
}

std::string tail(const Table& table, Layout& layout) {
    std::string out;
    for (std::size_t i = 0; i < layout.footnotes.size(); ++i)
        out += "[" + std::to_string(i + 1) + "] " + escaped(layout.footnotes[i]) + "\n";
    for (const std::string& note : table.notes) out += escaped(note) + "\n";
    return out;
}

}  // namespace

TextCell text_cell(const Value& value, const Column& column, std::vector<std::string>& footnotes) {
    const auto* missing = std::get_if<Missing>(&value);
    // A terminal obeys control characters, so none gets through.
    if (missing == nullptr) return {escaped(shown(value, column)), is_number(value, column)};
    if (missing->reason.empty()) return {"-", true};
    const auto known = std::find(footnotes.begin(), footnotes.end(), missing->reason);
    const auto number = known - footnotes.begin() + 1;
    if (known == footnotes.end()) footnotes.push_back(missing->reason);
    return {"- [" + std::to_string(number) + "]", true};
}

const Renderer text_renderer = {head, row, "", tail};

}  // namespace wafernet
