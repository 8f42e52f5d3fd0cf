// CSV after RFC 4180: comma, CRLF, quotes where needed; "excel-eu" has semicolons and decimal commas instead.
#include <algorithm>

#include "report/layout.hpp"

namespace wafernet {

namespace {

// Whether a spreadsheet would take a text for a formula.
bool like_formula(std::string_view text) { return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos; }

// Whether a text is an address that a spreadsheet would take for a number: 0011 for 11, (3,2) for -3.2.
bool like_number(std::string_view text) {
    if (text.size() > 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
    return !text.empty() && text.find_first_not_of("0123456789,") == std::string_view::npos;
}

// A text that a spreadsheet would take for a formula gets an apostrophe in front; so does an address in the dialect of spreadsheets,
// and there alone: other programs read 0011 as it stands. Numbers never pass here.
template <bool eu>
std::string text_cell(std::string text) {
    if (like_formula(text) || (eu && like_number(text))) text.insert(0, 1, '\'');
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
    if (const auto* text = std::get_if<std::string>(&value)) return text_cell<eu>(*text);
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
