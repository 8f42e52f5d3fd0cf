#include "values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

InputError unusable(std::string_view option, std::string_view text, std::string_view need) {
    return InputError(fmt::format("{} '{}': need {}", option, one_line(text), need));
}

}  // namespace

std::string one_line(std::string_view text, std::size_t longest) {
    std::string line;
    while (!text.empty()) {  // by whole characters, as they are shown
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        const std::string shown = escaped(text.substr(0, length));
        if (line.size() + shown.size() > longest) return line + "...";
        line += shown;
        text.remove_prefix(length);
    }
    return line;
}

std::uint64_t whole_number(std::string_view text, std::string_view option, std::string_view need) {
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status == std::errc::result_out_of_range)
        throw unusable(option, text, "a whole number of at most 18446744073709551615");
    if (status != std::errc{} || end != text.data() + text.size()) throw unusable(option, text, need);
    return number;
}

void check_between(std::uint64_t number, std::string_view option, std::uint64_t least, std::uint64_t most) {
    if (number < least || number > most)
        throw InputError(fmt::format("{} {}, must be from {} to {}", option, number, least, most));
}

double real_number(std::string_view text, std::string_view option, std::string_view need) {
    double number = 0.0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status == std::errc::result_out_of_range) throw unusable(option, text, "a number that a double can hold");
    if (status != std::errc{} || end != text.data() + text.size() || !std::isfinite(number))
        throw unusable(option, text, need);
    return number;
}

double known_digits(double sum, double scale) {
    scale = std::max(std::abs(scale), std::abs(sum));
    if (!(scale > 0.0) || !std::isfinite(scale)) return sum;
    constexpr int digits = 12;
    const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(scale)));
    if (decimals < 0 || decimals > 300) return sum;
    const std::string text = fmt::format("{:.{}f}", sum, decimals);
    double known = sum;
    std::from_chars(text.data(), text.data() + text.size(), known);
    return known == 0.0 ? 0.0 : known;  // no -0
}

std::vector<double> number_range(std::string_view text, std::string_view option, double least, double most,
                                 std::string_view forms) {
    constexpr double most_numbers = 100000;
    const std::string limits = std::isinf(most) ? fmt::format("numbers of at least {}", least)
                                                : fmt::format("numbers from {} to {}", least, most);
    const std::string need = "a number in " + std::string(forms);
    std::vector<double> numbers;
    if (text.find(':') == std::string_view::npos) {
        for (const std::string_view part : split(text, ',')) {
            if (part.empty()) throw unusable(option, text, forms);
            numbers.push_back(real_number(part, option, need));
        }
    } else {
        const std::vector<std::string_view> parts = split(text, ':');
        if (parts.size() != 3) throw unusable(option, text, forms);
        const double first = real_number(parts[0], option, need);
        const double last = real_number(parts[1], option, need);
        const double step = real_number(parts[2], option, need);
        if (step <= 0) throw unusable(option, text, "a positive STEP in A:B:STEP");
        if (last < first) throw unusable(option, text, "B not below A in A:B:STEP");
        const double steps = std::floor((last - first) / step + 1e-9);
        if (!(steps < most_numbers)) throw unusable(option, text, "at most 100000 numbers");
        for (double i = 0; i <= steps; ++i) {
            // 12 digits: 0.06 rather than 0.060000000000000005.
            const double number = real_number(fmt::format("{:.12g}", first + i * step), option);
            if (!numbers.empty() && number <= numbers.back()) throw unusable(option, text, "a STEP that changes A");
            numbers.push_back(number);
        }
    }
    for (const double number : numbers) {
        if (number < least || number > most) throw unusable(option, text, limits);
    }
    return numbers;
}

std::pair<std::uint64_t, std::uint64_t> node_range(const std::string& text, std::string_view option) {
    const std::size_t colon = text.find(':');
    constexpr std::string_view forms = "a number of nodes N or a range A:B";
    if (colon == std::string::npos && text.find_first_of("-.,") != std::string::npos)
        throw unusable(option, text, forms);
    const std::uint64_t least = whole_number(std::string_view(text).substr(0, colon), option, forms);
    const std::uint64_t most =
        colon == std::string::npos ? least : whole_number(std::string_view(text).substr(colon + 1), option, forms);
    constexpr std::uint64_t largest = std::uint64_t{1} << 20U;  // beyond it the search takes long
    if (least < 1 || most < least || most > largest)
        throw unusable(option, text,
                       fmt::format("a number of nodes N or a range A:B, from 1 to {} and A not above B", largest));
    constexpr std::uint64_t most_in_range = 65536;  // beyond it there are millions of members
    if (least != most && most > most_in_range)
        throw unusable(option, text, "a range A:B with B up to 65536, or one number");
    return {least, most};
}

void check_words(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const std::string resolved = resolve_model_word(word);
        if (is_fault_word(resolved)) check_words({parse_fault_word(resolved).network});
        else if (is_graph_file_word(resolved)) (void)parse_graph_file_word(resolved);
        else (void)parse_network_word(resolved);
    }
}

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
    return fmt::format("{}", fmt::join(items, separator));
}

void add_assumption_note(Table& table, const Technology& technology,
                         std::initializer_list<const std::vector<std::string>*> assumptions) {
    std::vector<std::string> all;
    for (const auto* some : assumptions) all.insert(all.end(), some->begin(), some->end());
    if (!all.empty())
        table.notes.push_back("technology " + technology.name + " assumes without a source: " + joined(all));
}

void add_switch_note(Table& table, const Network& network, const DesignStack& stack, const Technology& technology) {
    if (stack.switches.count == 0) return;
    table.notes.push_back(fmt::format("{}: {} of its {} nodes are switches, {:.4g} mm2 of a plane, without spares; {}",
                                      network.word, network.graph.nodes() - network.terminals.size(),
                                      network.graph.nodes(), silicon(stack.switches, technology).in(units::mm2),
                                      "assumed: " + joined(technology.switches.assumptions)));
}

}  // namespace wafernet::cli
