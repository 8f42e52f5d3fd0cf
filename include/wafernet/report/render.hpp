// Tables as text, CSV, JSON or Markdown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/report/table.hpp"

namespace wafernet {

enum class Format { text, csv, json, markdown };

/// How CSV is written, and for whom.
enum class CsvDialect {
    rfc4180,  ///< for programs: commas, decimal points, every text as it is
    excel,    ///< for spreadsheets: the same, but what they would take for a formula or, of an address, for a number is
              ///< marked as text
    excel_eu,  ///< for spreadsheets of countries that write decimal commas: semicolons, decimal commas, marked likewise
};

struct RenderOptions {
    Format format = Format::text;
    CsvDialect dialect = CsvDialect::rfc4180;
    std::optional<std::size_t>
        width{};  ///< of the terminal in characters, which text is fitted into; nothing: as wide as it is
};

/// Returns the format called "text", "csv", "json" or "md"; nothing for any other word.
std::optional<Format> format_named(std::string_view name);

/// Returns the whole table in the format asked for, the header first, ending in a newline.
///  - text: aligned columns for people; a missing value is "- [1]" with its reason below the table. With a width no
///  line is longer unless one
///    word of a cell is: long texts take several lines, a table of few rows is turned (a column a line), any other is
///    split into blocks of columns that repeat the first.
///  - csv: RFC 4180 with CRLF; numbers are the shortest text that reads back as the same number; a missing value is an
///    empty cell; in the dialects of spreadsheets a text that these would take for a formula (= + - @, tab or line end
///    in front) starts with an apostrophe.
///  - json: an array with one object a row; a missing value is null with its reason under "<column>_missing".
///  - markdown: a table as GitHub reads it, special characters escaped.
std::string render(const Table& table, const RenderOptions& options);

/// Returns several tables as one output: in JSON an array of {"title": ..., "rows": [...]}, in the other formats one
/// after the other with an empty line between. One table alone is rendered as such.
std::string render(const std::vector<Table>& tables, const RenderOptions& options);

}  // namespace wafernet
