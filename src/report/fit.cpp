// Text tables that fit the terminal: long texts take several lines, a table of few rows is turned, what is still too
// wide is split into blocks of columns.
#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "report/layout.hpp"

namespace wafernet {

namespace {

constexpr std::size_t gap = 2;           // between two columns
constexpr std::size_t least_text = 24;   // what a column of texts is narrowed to at most
constexpr std::size_t most_turned = 12;  // rows that may stand side by side

struct Grid {
    std::vector<std::vector<TextCell>> rows;
    std::vector<std::size_t> widths;  // of the columns, in characters
    std::vector<std::size_t> least;   // what they can be narrowed to
    std::vector<std::size_t> words;   // the same where the terminal is too narrow even for that
};

std::size_t longest_word(std::string_view text) {
    std::size_t most = 0;
    for (const std::string_view word : split(text, ' ')) most = std::max(most, characters(word));
    return most;
}

void measure(Grid& grid, std::size_t narrowest) {
    const std::size_t columns = grid.rows.front().size();
    grid.widths.assign(columns, 0);
    grid.least.assign(columns, 0);
    grid.words.assign(columns, 0);
    for (const auto& row : grid.rows) {
        for (std::size_t i = 0; i < columns; ++i) {
            const std::string& text = row[i].text;
            const bool fixed = row[i].right;
            const std::size_t word = fixed ? characters(text) : longest_word(text);
            grid.widths[i] = std::max(grid.widths[i], characters(text));
            grid.least[i] = std::max(grid.least[i], std::min(characters(text), std::max(narrowest, word)));
            grid.words[i] = std::max(grid.words[i], word);
        }
    }
}

Grid grid_of(const Table& table, std::vector<std::string>& footnotes) {
    Grid grid;
    grid.rows.emplace_back();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto number = [&](const auto& row) {
            return table.columns[i].better != 0 || std::holds_alternative<std::int64_t>(row[i]) ||
                   std::holds_alternative<double>(row[i]);
        };
        grid.rows.front().push_back({escaped(heading(table.columns[i])), std::ranges::any_of(table.rows, number)});
    }
    for (const auto& row : table.rows) {
        auto& cells = grid.rows.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i) {
            cells.push_back(text_cell(row[i], table.columns[i], footnotes));
            if (!grid.rows.front()[i].right && !std::holds_alternative<std::string>(row[i]))
                cells.back().right = false;  // a reason among texts
        }
    }
    measure(grid, least_text);
    return grid;
}

Grid turned(const Grid& grid) {
    Grid out;
    for (std::size_t i = 0; i < grid.widths.size(); ++i) {
        auto& row = out.rows.emplace_back();
        for (const auto& cells : grid.rows) row.push_back(cells[i]);
        row.front().right = false;
        // Texts in a column of numbers stand on the right too, short as they are.
        for (std::size_t column = 1; column < row.size(); ++column)
            row[column].right = row[column].right || characters(row[column].text) <= least_text;
    }
    measure(out, 0);  // a line more for a long text costs less than a block more
    return out;
}

std::size_t width_of(const std::vector<std::size_t>& widths, std::span<const std::size_t> columns) {
    std::size_t sum = columns.empty() ? 0 : gap * (columns.size() - 1);
    for (const std::size_t i : columns) sum += widths[i];
    return sum;
}

// Narrows the widest columns of texts until these columns fit, or as far as it goes.
void narrow(Grid& grid, std::span<const std::size_t> columns, std::size_t width) {
    while (width_of(grid.widths, columns) > width) {
        std::size_t widest = grid.widths.size();
        for (const std::size_t i : columns) {
            if (grid.widths[i] > grid.least[i] &&
                (widest == grid.widths.size() || grid.widths[i] > grid.widths[widest]))
                widest = i;
        }
        if (widest == grid.widths.size()) return;
        --grid.widths[widest];
    }
}

// One row in as many lines as its cells need; a cell that does not fit beside the others begins a line of its own.
std::string drawn(const Grid& grid, const std::vector<TextCell>& row, std::span<const std::size_t> columns,
                  std::size_t width) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (const std::size_t i : columns) {
        cells.push_back(wrapped(row[i].text, std::max<std::size_t>(grid.widths[i], 1)));
        height = std::max(height, cells.back().size());
    }
    std::string out;
    for (std::size_t l = 0; l < height; ++l) {
        std::string line;
        std::size_t at = 0;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::string text = l < cells[k].size() ? cells[k][l] : std::string();
            const std::size_t wide = grid.widths[columns[k]];
            if (k > 0 && at + gap + wide > width) {
                line.erase(line.find_last_not_of(' ') + 1);
                out += line + '\n';
                at = gap + wide > width ? 0 : gap;
                line = std::string(at, ' ');
            } else if (k > 0) {
                line.append(gap, ' ');
                at += gap;
            }
            const std::size_t blanks = wide - std::min(wide, characters(text));
            if (row[columns[k]].right) line.append(blanks, ' ');
            line += text;
            if (!row[columns[k]].right) line.append(blanks, ' ');
            at += std::max(wide, characters(text));
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

std::string drawn(const Grid& grid, std::span<const std::size_t> columns, std::size_t width) {
    std::string out;
    for (const auto& row : grid.rows) out += drawn(grid, row, columns, width);
    return out;
}

// The columns that every block repeats: the first, and the first other one that tells apart rows which the first does
// not.
std::vector<std::size_t> repeated(const Grid& grid) {
    const std::size_t rows = grid.rows.size();
    const auto kinds = [&](std::size_t other) {
        std::vector<std::pair<std::string_view, std::string_view>> all;
        for (const auto& row : grid.rows) all.emplace_back(row[0].text, row[other].text);
        std::ranges::sort(all);
        return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
    };
    for (std::size_t i = 0; i < grid.widths.size(); ++i) {
        if (kinds(i) != rows) continue;
        if (i == 0) return {0};
        return {0, i};
    }
    return {0};
}

std::string blocks(const Grid& grid, std::size_t width) {
    std::vector<std::size_t> keys = repeated(grid);
    if (width_of(grid.widths, keys) > width / 2) keys.resize(1);
    std::vector<std::vector<std::size_t>> all{keys};
    for (std::size_t i = 0; i < grid.widths.size(); ++i) {
        if (std::ranges::find(keys, i) != keys.end()) continue;
        std::vector<std::size_t> with = all.back();
        with.push_back(i);
        if (all.back().size() == keys.size() || width_of(grid.least, with) <= width) {
            all.back() = std::move(with);
        } else {
            all.push_back(keys);
            all.back().push_back(i);
        }
    }
    std::string out;
    for (const auto& columns : all) {
        Grid fitting = grid;
        narrow(fitting, columns, width);
        if (width_of(fitting.widths, columns) > width) {  // a line for each cell, behind a gap
            for (const std::size_t i : columns) {
                const std::size_t room = std::max(width > gap ? width - gap : 1, fitting.words[i]);
                fitting.widths[i] = std::min(fitting.widths[i], room);
            }
        }
        out += (out.empty() ? "" : "\n") + drawn(fitting, columns, width);
    }
    return out;
}

std::string body(const Table& table, std::size_t width, std::vector<std::string>& footnotes) {
    if (table.columns.empty()) return "\n";
    const auto whole = [&](Grid grid) -> std::string {
        std::vector<std::size_t> columns(grid.widths.size());
        std::iota(columns.begin(), columns.end(), std::size_t{0});
        if (width_of(grid.least, columns) > width) return {};
        narrow(grid, columns, width);
        return drawn(grid, columns, width);
    };
    const Grid grid = grid_of(table, footnotes);
    if (std::string text = whole(grid); !text.empty()) return text;
    std::string text = blocks(grid, width);
    if (table.rows.empty() || table.rows.size() > most_turned) return text;
    const Grid other = turned(grid);
    if (std::string fits = whole(other); !fits.empty()) return fits;
    std::string turned_text = blocks(other, width);
    const auto lines = [](const std::string& all) { return std::ranges::count(all, '\n'); };
    return lines(turned_text) < lines(text) ? turned_text : text;
}

}  // namespace

std::string fitted_lines(std::string_view text, std::size_t width) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = std::min(text.find('\n', i), text.size());
        const std::string_view line = text.substr(i, end - i);
        const std::size_t front = std::min(line.find_first_not_of(' '), line.size());
        for (const std::string& part : wrapped(line, width, front + gap)) out += part + '\n';
        i = end + 1;
    }
    return out;
}

std::vector<std::size_t> repeated_columns(const Table& table) {
    std::vector<std::string> footnotes;
    return table.columns.empty() ? std::vector<std::size_t>{} : repeated(grid_of(table, footnotes));
}

std::string fitted(const Table& table, std::size_t width) {
    std::vector<std::string> footnotes;
    std::string out = table.title.empty() ? "" : fitted_lines(escaped(table.title), width);
    for (const std::string& above : table.above) out += fitted_lines(escaped(above), width);
    out += body(table, width, footnotes);
    for (std::size_t i = 0; i < footnotes.size(); ++i)
        out += fitted_lines("[" + std::to_string(i + 1) + "] " + escaped(footnotes[i]), width);
    for (const std::string& note : table.notes) out += fitted_lines(escaped(note), width);
    return out;
}

}  // namespace wafernet
