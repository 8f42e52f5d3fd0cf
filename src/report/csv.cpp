// CSV after RFC 4180: comma, CRLF, quotes where needed.
#include "base/csv.hpp"

#include "report/layout.hpp"

namespace wafernet {

namespace {

std::string cell(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* text = std::get_if<std::string>(&value)) return csv_cell(*text);
    const auto* real = std::get_if<double>(&value);
    return real == nullptr ? "" : exact(*real);
}

std::string line(const std::vector<Value>& values) {
    std::string out;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out += ',';
        out += cell(values[i]);
    }
    return out + "\r\n";
}

std::string head(const Table& table, Layout&) {
    std::vector<Value> names;
    for (const Column& column : table.columns) names.emplace_back(column.name);
    return line(names);
}

std::string row(const Table&, const std::vector<Value>& values, Layout&) { return line(values); }

std::string tail(const Table&, Layout&) { return ""; }

}  // namespace

const Renderer csv_renderer = {head, row, "", tail};

}  // namespace wafernet
