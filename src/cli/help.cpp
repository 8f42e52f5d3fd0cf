#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace wafernet::cli {

namespace {

constexpr std::string_view about = "wafernet estimates interconnection networks for parallel computers";

bool takes_many(const Option& option) { return std::holds_alternative<std::vector<std::string>*>(option.target); }

std::string kind(const Option& option) {
    if (!option.choices.empty()) return "WORD";
    if (std::holds_alternative<std::uint64_t*>(option.target) || std::holds_alternative<std::optional<std::uint64_t>*>(option.target)) return "N";
    if (std::holds_alternative<double*>(option.target) || std::holds_alternative<std::optional<double>*>(option.target)) return "X";
    return "TEXT";
}

std::string fallback(const Option& option) {
    if (const auto* text = std::get_if<std::string*>(&option.target)) return **text;
    if (const auto* whole = std::get_if<std::uint64_t*>(&option.target)) return fmt::format("{}", **whole);
    if (const auto* real = std::get_if<double*>(&option.target)) return fmt::format("{}", **real);
    return "";
}

// "  left                right", the right side wrapped at 110 characters.
std::string entry(const std::string& left, const std::string& right) {
    constexpr std::size_t indent = 26;
    constexpr std::size_t widest = 110;
    std::string out = "  " + left;
    if (out.size() + 2 > indent) out += '\n' + std::string(indent, ' ');
    else out.resize(indent, ' ');
    std::size_t at = indent;
    for (std::size_t i = 0; i < right.size();) {
        const std::size_t end = std::min(right.find(' ', i), right.size());
        if (at > indent && at + 1 + end - i > widest) {
            out += '\n' + std::string(indent, ' ');
            at = indent;
        }
        if (at > indent) {
            out += ' ';
            ++at;
        }
        out += right.substr(i, end - i);
        at += end - i;
        i = end + 1;
    }
    return out + '\n';
}

std::string option_entry(const Option& option) {
    std::string left = option.names;
    if (positional(option)) {
        left = option_name(option);
    } else {
        const std::size_t comma = left.find(',');
        if (comma != std::string::npos) left.insert(comma + 1, 1, ' ');
        if (!std::holds_alternative<bool*>(option.target)) left += ' ' + kind(option);
    }
    std::string right = option.help;
    const std::string value = fallback(option);
    std::string words;
    for (const std::string& choice : option.choices) words += (words.empty() ? "" : "|") + choice;
    if (!words.empty() && right.find(words) == std::string::npos) right += ": " + words;
    if (!value.empty()) right += " (default " + value + ")";
    return entry(left, right);
}

std::string indented(const std::string& lines) {
    std::string out;
    for (std::size_t i = 0; i < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', i), lines.size());
        const std::size_t first = std::min(lines.find_first_not_of(' ', i), end);
        if (first < end) out += "  " + lines.substr(first, end - first) + '\n';
        i = end + 1;
    }
    return out;
}

}  // namespace

bool positional(const Option& option) { return !option.names.starts_with('-'); }

std::string option_name(const Option& option) {
    std::string name = option.names.substr(option.names.find(',') + 1);
    if (!positional(option)) return name;
    if (takes_many(option) && name.ends_with('s')) name.pop_back();
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return name;
}

std::string short_help() {
    return "usage: wafernet COMMAND ..., for example 'wafernet estimate htn:4,4,2,1'; 'wafernet --help' shows the commands\n";
}

std::string general_help(const std::vector<Command>& commands) {
    std::string out = fmt::format("{}\n\nusage: wafernet COMMAND [OPTIONS]\n\ncommands:\n", about);
    for (const Command& command : commands) out += entry(command.name, command.summary);
    return out + R"(
A network is one word: htn:4,4,2,1 or htn:m=4,n=4,L=2,q=1 or mesh:8x8, a model @FILE.toml, or a graph file:FILE.
A graph file has lines of BookSim's anynet syntax ('router 0 node 0 router 1 10'), or of two names of nodes and perhaps the link's
latency in cycles: 'a b' again is a parallel link, 'b a' the way back of the same link, 'a > b' a one-way link; # starts a comment.
GraphML, GML, DOT, JSON, METIS, Matrix Market, DIMACS, Pajek and others are read too: 'wafernet list file-formats' shows them.
'wafernet list families' shows the families, 'wafernet COMMAND --help' the options of a command with examples.
Results go to standard output as text, CSV, JSON or Markdown (--format); warnings and progress to standard error.
Exit code: 0 done, 1 a check failed or a computation could not finish, 2 the input was wrong.

examples:
  wafernet estimate htn:4,4,2,1
  wafernet compare htn:4,4,2,1 torus:32x32 --format csv -o compare.csv
  wafernet route htn:4,4,2,1 '(0,0)(0,0,0)' '(3,2)(2,3,0)'
)";
}

std::string command_help(const Command& command, const std::vector<Option>& common) {
    std::string usage;
    std::string positionals;
    std::string options;
    for (const Option& option : command.options) {
        if (positional(option)) {
            const std::string word = option_name(option) + (takes_many(option) ? "..." : "");
            usage += option.required ? ' ' + word : " [" + word + ']';
            positionals += option_entry(option);
        } else {
            if (option.required) usage += ' ' + option_name(option) + ' ' + kind(option);
            options += option_entry(option);
        }
    }
    std::string out = fmt::format("wafernet {}: {}\n\nusage: wafernet {}{} [OPTIONS]\n", command.name, command.summary, command.name, usage);
    out += (positionals.empty() ? "" : '\n' + positionals) + (options.empty() ? "" : "\noptions:\n" + options);
    out += "\noptions of every command:\n";
    for (const Option& option : common) out += option_entry(option);
    out += entry("-h, --help", "show this");
    // A footer is the examples alone, or text of its own with a line "examples:".
    std::string footer = command.footer;
    const std::size_t heading = footer.find("xamples:");
    if (heading == std::string::npos) {
        if (!footer.empty()) out += "\nexamples:\n" + indented(footer);
    } else {
        footer[heading - 1] = 'e';
        out += '\n' + footer + (footer.ends_with('\n') ? "" : "\n");
    }
    return out;
}

}  // namespace wafernet::cli
