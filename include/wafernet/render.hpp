// Tables as text, CSV, JSON or Markdown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/table.hpp"

namespace wafernet {

enum class Format { text, csv, json, markdown };

struct RenderOptions {
    Format format = Format::text;
    bool excel_eu = false;  ///< CSV with semicolons and decimal commas
};

/// Returns the format called "text", "csv", "json" or "md"; nothing for any other word.
std::optional<Format> format_named(std::string_view name);

/// Returns the whole table in the format asked for, the header first, ending in a newline.
///  - text: aligned columns for people; a missing value is "- [1]" with its reason below the table.
///  - csv: RFC 4180 with CRLF; numbers are the shortest text that reads back as the same number; a missing value is an
///    empty cell; a text that a spreadsheet would take for a formula (= + - @, tab or line end in front) starts with an
///    apostrophe instead.
///  - json: an array with one object a row; a missing value is null with its reason under "<column>_missing".
///  - markdown: a table as GitHub reads it, special characters escaped.
std::string render(const Table& table, const RenderOptions& options);

/// Returns several tables as one output: in JSON an array of {"title": ..., "rows": [...]}, in the other formats one
/// after the other with an empty line between. One table alone is rendered as such.
std::string render(const std::vector<Table>& tables, const RenderOptions& options);

}  // namespace wafernet
