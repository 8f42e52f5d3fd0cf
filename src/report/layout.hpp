// What the renderers share: a table as a head, rows and a tail, so that a row can be shown as soon as it is computed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/report/render.hpp"

namespace wafernet {

/// How one table is laid out in text: widths and alignment of its columns, and the footnotes met so far.
struct Layout {
    std::vector<std::size_t> widths;
    std::vector<bool> right;             ///< heads of columns of numbers stand on the right
    std::vector<std::string> footnotes;  ///< reasons of missing values, numbered from 1
};

/// One format. `head` and `tail` enclose the rows; `between` stands between two rows.
struct Renderer {
    std::string (*head)(const Table& table, Layout& layout);
    std::string (*row)(const Table& table, const std::vector<Value>& row, Layout& layout);
    std::string_view between;
    std::string (*tail)(const Table& table, Layout& layout);
};

const Renderer& renderer(const RenderOptions& options);

extern const Renderer text_renderer;
extern const Renderer csv_renderer;
extern const Renderer json_renderer;
extern const Renderer markdown_renderer;

/// Returns the table as a table environment with the rules of the package booktabs. Texts are escaped.
std::string latex_table(const Table& table);

/// Returns the whole table as text of lines of at most `width` characters, as render says.
std::string fitted(const Table& table, std::size_t width);
/// Returns lines of text, each broken so that none is longer than `width` characters.
std::string fitted_lines(std::string_view text, std::size_t width);

/// Returns the columns that blocks of a table repeat: the first, and the first other one that tells apart rows which
/// that does not.
std::vector<std::size_t> repeated_columns(const Table& table);

struct TextCell {
    std::string text;
    bool right = false;  ///< numbers, and what stands in their place
};
/// Returns a value's cell; a missing value is "- [1]", its reason among the footnotes.
TextCell text_cell(const Value& value, const Column& column, std::vector<std::string>& footnotes);

bool is_number(const Value& value);
/// Returns a value as people read it: 5 significant digits or the column's decimals. A missing value is "-".
std::string shown(const Value& value, const Column& column);
/// Returns a number to 5 significant digits.
std::string rounded(double number);
/// Rows of a table that are laid out together. One of as many or more grows, and keeps all its columns.
inline constexpr std::size_t laid_out_rows = 1U << 12U;
/// Returns the table as text and Markdown show it: what is the same in two rows and more once above it, columns without
/// a value as notes, one format a column, three notes of it unless `all_notes`.
Table for_people(const Table& table, bool all_notes);
/// Returns the shortest text that reads back as the same number.
std::string exact(double number);
/// The unit that the end of a column's name stands for, as headings and as the axes of plots say it; empty: not there.
struct Unit {
    std::string_view ending, words, axis;
};
/// Returns the unit of a column that has this form; null: none.
const Unit* unit_of(std::string_view column, std::string_view Unit::*form);
/// Returns what a column of this name is called for people: "diameter, hops".
std::string words_of_column(std::string_view name);
/// "latency without load, ns" as "latency without load" and "ns"; a heading without a unit has an empty one.
std::pair<std::string, std::string> label_and_unit(const std::string& heading);
/// Returns the column's title, or the words of its name where it has none.
std::string heading(const Column& column);
/// Returns JSON's form of a text, in quotes. What is not UTF-8 becomes U+FFFD.
std::string json_string(std::string_view text);

}  // namespace wafernet
