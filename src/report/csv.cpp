// CSV after RFC 4180: comma, CRLF, quotes where needed; "excel-eu" has semicolons and decimal commas instead.
#include <algorithm>

#include "report/layout.hpp"

namespace wafernet {

namespace {

// A text that a spreadsheet would take for a formula gets an apostrophe in front. Numbers never pass here.
std::string text_cell(std::string text) {
    if (!text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos) text.insert(0, 1, '\'');
    if (text.find_first_of(",;\"\t\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

template <bool eu>
std::string cell(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* text = std::get_if<std::string>(&value)) return text_cell(*text);
    const auto* real = std::get_if<double>(&value);
    if (real == nullptr) return "";
    std::string number = exact(*real);
    if (eu) std::replace(number.begin(), number.end(), '.', ',');
    return number;
}

template <bool eu>
std::string line(const std::vector<Value>& values) {
    std::string out;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out += eu ? ';' : ',';
        out += cell<eu>(values[i]);
    }
    return out + "\r\n";
}

template <bool eu>
std::string head(const Table& table, Layout&) {
    std::vector<Value> names;
    for (const Column& column : table.columns) names.emplace_back(column.name);
    return line<eu>(names);
}

template <bool eu>
std::string row(const Table&, const std::vector<Value>& values, Layout&) {
    return line<eu>(values);
}

std::string tail(const Table&, Layout&) { return ""; }

}  // namespace

const Renderer csv_renderer = {head<false>, row<false>, "", tail};
const Renderer csv_excel_eu_renderer = {head<true>, row<true>, "", tail};

}  // namespace wafernet
