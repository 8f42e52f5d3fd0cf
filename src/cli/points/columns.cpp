#include "columns.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/number_in.hpp"
#include "base/text.hpp"

namespace wafernet::cli {

Value value_of(const std::string& text) {
    if (const auto whole = number_in<std::int64_t>(text); whole && fmt::format("{}", *whole) == text) return *whole;
    const auto real = number_in<double>(text);
    if (real && std::isfinite(*real) && fmt::format("{}", *real) == text) return *real;
    return text;
}

NamedValues options_in(std::string_view words) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const std::string_view word : split(words, ' ')) {
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos && word.find_first_of(":@#,") > equals)
            texts.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        else if (!texts.empty()) texts.back().second += ' ' + std::string(word);
    }
    NamedValues options;
    for (const auto& [name, value] : texts) options.emplace_back(name, value_of(value));
    return options;
}

std::string option_column(std::string_view option) {
    return (option == "cycles" || option == "links" ? "option_" : "") + std::string(option);
}

std::string on_one_line(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '\\' ? std::string("\\\\") : c == '\n' ? std::string("\\n") : std::string(1, c);
    return out;
}

std::string as_it_was(std::string_view line) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) out += line[i];
        else out += line[++i] == 'n' ? '\n' : line[i];
    }
    return out;
}

std::string reason_of(std::string_view reasons, const std::string& column) {
    const std::string begin = on_one_line(column) + ": ";
    for (const std::string_view line : split(reasons, '\n')) {
        if (line.starts_with(begin)) return as_it_was(line.substr(begin.size()));
    }
    return "";
}

}  // namespace wafernet::cli
