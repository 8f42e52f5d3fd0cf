// Tables as text, CSV, JSON, Markdown, pages, LaTeX or spreadsheets.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "wafernet/report/provenance.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet {

enum class Format { text, csv, json, markdown, html, latex, xlsx };

/// Whether a format is for programs and spreadsheets, whose rows hold all values, and not for reading.
inline bool for_programs(Format format) {
    return format == Format::csv || format == Format::json || format == Format::xlsx;
}

struct RenderOptions {
    Format format = Format::text;
    std::optional<std::size_t>
        width{};  ///< of the terminal in characters, which text is fitted into; nothing: as wide as it is
    std::optional<Provenance> provenance{};  ///< what made the tables; nothing: a result does not say it
    bool all_notes = false;                  ///< in text and Markdown; else three at most
};

/// Returns the whole table in the format asked for, the header first, ending in a newline.
///  - text: aligned columns for people; a column with one value in all rows is a line above the table, one without any
///    a note; a missing value is "- [1]" with its reason below the table. With a width no
///  line is longer unless one
///    word of a cell is: long texts take several lines, a table of few rows is turned (a column a line), any other is
///    split into blocks of columns that repeat the first.
///  - csv: RFC 4180 with CRLF; numbers are the shortest text that reads back as the same number; a missing value is an
///    empty cell; a text stands as it is.
///  - json: an array with one object a row; a missing value is null with its reason under "<column>_missing".
///  - markdown: a table as GitHub reads it, special characters escaped.
///  - html: a page of its own with the table, no script and nothing loaded.
///  - latex: a table environment with the rules of the package booktabs, special characters escaped.
///  - xlsx: the bytes of a workbook, a sheet for the table and, where it is given, one for the provenance. The other
///  formats but html leave the provenance to provenance_frame.
std::string render(const Table& table, const RenderOptions& options);

/// Returns several tables as one output: in JSON an array of {"title": ..., "rows": [...]}, in the other formats one
/// after the other with an empty line between, in xlsx a workbook of a sheet each, in html one page. One table alone is
/// rendered as such.
std::string render(const std::vector<Table>& tables, const RenderOptions& options);

/// What stands before and after a result that says what made it.
struct Frame {
    std::string before, after;
};
/// Returns it: in text and CSV a first line that begins with #, in Markdown and LaTeX a comment, in JSON an object with
/// the members "wafernet-provenance" and "result"; nothing where there is no provenance, and in a workbook.
Frame provenance_frame(const RenderOptions& options);

}  // namespace wafernet
