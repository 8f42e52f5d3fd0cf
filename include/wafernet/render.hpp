// Tables as text, CSV, JSON or Markdown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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
/// CSV follows RFC 4180 with full precision; a missing value is an empty cell there and its reason in the other formats.
std::string render(const Table& table, const RenderOptions& options);

}  // namespace wafernet
