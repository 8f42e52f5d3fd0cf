#include "wafernet/report/render.hpp"

#include <fmt/format.h>

#include "report/layout.hpp"
#include "report/page.hpp"
#include "report/xlsx.hpp"

namespace wafernet {

const Renderer& renderer(const RenderOptions& options) {
    switch (options.format) {
        case Format::text: return text_renderer;
        case Format::csv: return csv_renderer;
        case Format::json: return json_renderer;
        case Format::markdown: return markdown_renderer;
        case Format::html:
        case Format::latex:
        case Format::xlsx: break;  // no page, table environment or workbook grows line by line
    }
    return text_renderer;
}

bool is_number(const Value& value) {
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

std::string shown(const Value& value, const Column& column) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value)) {
        if (column.decimals < 0) return rounded(*real);
        const std::string text = fmt::format("{:.{}f}", *real, column.decimals);
        const bool minus_zero = text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos;
        return minus_zero ? text.substr(1) : text;
    }
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    return "-";
}

std::string exact(double number) { return fmt::format("{}", number); }

std::string heading(const Column& column) { return column.title.empty() ? words_of_column(column.name) : column.title; }

std::string render(const Table& given, const RenderOptions& options) {
    if (options.format == Format::xlsx) return xlsx_workbook({&given, 1}, options);
    if (options.format == Format::html) return tables_page({&given, 1}, options);
    if (options.format == Format::latex) return latex_table(given);
    const bool people = options.format == Format::text || options.format == Format::markdown;
    const Table table = people && given.rows.size() < laid_out_rows ? for_people(given, options.all_notes) : given;
    if (options.format == Format::text && options.width) return fitted(table, *options.width);
    const Renderer& as = renderer(options);
    Layout layout;
    std::string out = as.head(table, layout);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (i > 0) out += as.between;
        out += as.row(table, table.rows[i], layout);
    }
    return out + as.tail(table, layout);
}

std::string render(const std::vector<Table>& tables, const RenderOptions& options) {
    if (tables.size() == 1) return render(tables.front(), options);
    if (options.format == Format::xlsx) return xlsx_workbook(tables, options);
    if (options.format == Format::html) return tables_page(tables, options);
    if (options.format != Format::json) {
        std::string out;
        for (const Table& table : tables)
            out += (out.empty() ? "" : options.format == Format::csv ? "\r\n" : "\n") + render(table, options);
        return out;
    }
    std::string out = "[";
    for (const Table& table : tables) {
        out += out.size() > 1 ? ",\n" : "\n";
        std::string rows = render(table, options);
        rows.pop_back();  // its newline
        out += "{\"title\": " + json_string(table.title) + ", \"rows\": " + rows + "}";
    }
    return out + "\n]\n";
}

}  // namespace wafernet
