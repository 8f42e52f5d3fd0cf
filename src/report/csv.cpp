// CSV after RFC 4180: comma, CRLF, quotes where needed; "excel" is for spreadsheets.
#include "base/csv.hpp"

#include "report/layout.hpp"

namespace wafernet {

namespace {

// Whether a spreadsheet would take a text for a formula.
bool like_formula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
}

// Whether a text is an address that a spreadsheet would take for a number: 0011 for 11, (3,2) for -3.2.
bool like_number(std::string_view text) {
    if (text.size() > 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
    return !text.empty() && text.find_first_not_of("0123456789,") == std::string_view::npos;
}

// In the dialects of spreadsheets a text that these would take for a formula or, of an address, for a number gets an
// apostrophe in front, which they read as "this is text". Programs would read it as a character of the text, so RFC
// 4180 has none. Numbers never pass here.
template <CsvDialect dialect>
std::string text_cell(std::string text) {
    if (dialect != CsvDialect::rfc4180 && (like_formula(text) || like_number(text))) text.insert(0, 1, '\'');
    return csv_cell(text);
}

template <CsvDialect dialect>
std::string cell(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* text = std::get_if<std::string>(&value)) return text_cell<dialect>(*text);
    const auto* real = std::get_if<double>(&value);
    return real == nullptr ? "" : exact(*real);
}

template <CsvDialect dialect>
std::string line(const std::vector<Value>& values) {
    std::string out;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out += ',';
        out += cell<dialect>(values[i]);
    }
    return out + "\r\n";
}

template <CsvDialect dialect>
std::string head(const Table& table, Layout&) {
    std::vector<Value> names;
    for (const Column& column : table.columns) names.emplace_back(column.name);
    return line<dialect>(names);
}

template <CsvDialect dialect>
std::string row(const Table&, const std::vector<Value>& values, Layout&) {
    return line<dialect>(values);
}

std::string tail(const Table&, Layout&) { return ""; }

template <CsvDialect dialect>
constexpr Renderer renderer_of = {head<dialect>, row<dialect>, "", tail};

}  // namespace

const Renderer csv_renderer = renderer_of<CsvDialect::rfc4180>;
const Renderer csv_excel_renderer = renderer_of<CsvDialect::excel>;

}  // namespace wafernet
