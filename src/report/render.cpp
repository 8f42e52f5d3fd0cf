#include "wafernet/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace wafernet {

std::optional<Format> format_named(std::string_view name) {
    if (name == "text") return Format::text;
    if (name == "csv") return Format::csv;
    if (name == "json") return Format::json;
    if (name == "md") return Format::markdown;
    return std::nullopt;
}

namespace {

std::string shown(const Value& value, const Column& column) {
    if (const auto* missing = std::get_if<Missing>(&value)) return "- " + missing->reason;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value)) {
        return column.decimals >= 0 ? fmt::format("{:.{}f}", *real, column.decimals) : fmt::format("{:.6g}", *real);
    }
    return std::get<std::string>(value);
}

std::string exact(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    return "";
}

std::string csv_cell(std::string cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string out = "\"";
    for (const char c : cell) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string as_csv(const Table& table) {
    std::string out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) out += (i > 0 ? "," : "") + csv_cell(table.columns[i].name);
    out += "\r\n";
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) out += (i > 0 ? "," : "") + csv_cell(exact(row[i]));
        out += "\r\n";
    }
    return out;
}

std::string as_text(const Table& table) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::size_t width = table.columns[i].name.size();
        for (const auto& row : table.rows) width = std::max(width, shown(row[i], table.columns[i]).size());
        widths.push_back(width);
    }
    std::string out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) out += fmt::format("{:<{}}  ", table.columns[i].name, widths[i]);
    out += '\n';
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) out += fmt::format("{:<{}}  ", shown(row[i], table.columns[i]), widths[i]);
        out += '\n';
    }
    return out;
}

}  // namespace

std::string render(const Table& table, const RenderOptions& options) {
    return options.format == Format::csv ? as_csv(table) : as_text(table);
}

}  // namespace wafernet
