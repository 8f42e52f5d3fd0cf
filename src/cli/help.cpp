#include "help.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "base/text.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::cli {

namespace {

// The commands by the question that they answer. One that is named nowhere stands at the end.
struct Question {
    std::string_view text;
    std::array<std::string_view, 6> commands;
};

constexpr Question questions[] = {
    {"which network, and what is it like?", {"estimate", "compare", "explore", "topology", "explain", "list"}},
    {"what does it cost on wafers?", {"stack", "yield", "router", "windows", "cost", "energy"}},
    {"how fast is it, and where does it saturate?", {"latency", "simulate", "load", "validate"}},
    {"which way do messages go, and can they deadlock?", {"route", "deadlock", "turns", "adaptiveness"}},
    {"how does an application run on it?", {"mapping", "makespan", "collectives", "embed"}},
    {"is a published number right?", {"verify", "tables"}},
    {"how are results drawn and repeated?", {"draw", "sweep", "rerun", "completion"}},
};

constexpr std::string_view about = "wafernet estimates interconnection networks for parallel computers";

bool takes_many(const Option& option) { return std::holds_alternative<std::vector<std::string>*>(option.target); }

std::string kind(const Option& option) {
    if (!option.choices.empty()) return "WORD";
    if (std::holds_alternative<std::uint64_t*>(option.target) ||
        std::holds_alternative<std::optional<std::uint64_t>*>(option.target))
        return "N";
    if (std::holds_alternative<double*>(option.target) || std::holds_alternative<std::optional<double>*>(option.target))
        return "X";
    return "TEXT";
}

std::string fallback(const Option& option) {
    if (const auto* text = std::get_if<std::string*>(&option.target)) return **text;
    if (const auto* whole = std::get_if<std::uint64_t*>(&option.target)) return fmt::format("{}", **whole);
    if (const auto* real = std::get_if<double*>(&option.target)) return fmt::format("{}", **real);
    return "";
}

constexpr std::size_t widest = 110;  // longer lines are hard to read

// "  left                right", the right side wrapped.
std::string entry(const std::string& left, const std::string& right, std::size_t width) {
    const std::size_t indent = width < 60 ? 8 : 26;
    std::string out = "  " + left;
    if (out.size() + 2 > indent) out += '\n' + std::string(indent, ' ');
    else out.resize(indent, ' ');
    bool first = true;
    const std::size_t most = width > indent ? width - indent : 1;
    for (std::string line : wrapped(right, most)) {
        // A word that is longer than a line is broken behind a sign between choices: "text|csv|" and "json".
        while (true) {
            if (!first) out += '\n' + std::string(indent, ' ');
            first = false;
            const std::size_t cut = characters(line) > most ? line.find_last_of("|,", most - 1) : std::string::npos;
            if (cut == std::string::npos || cut + 1 == line.size()) break;
            out += line.substr(0, cut + 1);
            line.erase(0, cut + 1);
        }
        out += line;
    }
    return out + '\n';
}

// A command that a shell reads from several lines, broken at blanks that are not in quotes.
std::string broken(const std::string& command, std::size_t width) {
    std::string out;
    std::string line;
    std::string word;
    bool quoted = false;
    const auto end_word = [&] {
        if (!line.empty() && line.size() + word.size() + 2 > width &&
            line.find_first_not_of(' ') != std::string::npos) {
            line.erase(line.find_last_not_of(' ') + 1);
            out += line + " \\\n";
            line = std::string(6, ' ');
        }
        line += word;
        word.clear();
    };
    for (const char c : command) {
        if (c == '\'') quoted = !quoted;
        word += c;
        if (c == ' ' && !quoted) end_word();
    }
    end_word();
    return out + line + '\n';
}

// Lines of prose and of examples, as they stand where no width is given.
std::string fit(const std::string& text, std::optional<std::size_t> width) {
    if (!width) return text;
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = std::min(text.find('\n', i), text.size());
        const std::string line = text.substr(i, end - i);
        if (line.starts_with("  wafernet ")) out += characters(line) > *width ? broken(line, *width) : line + '\n';
        else
            for (const std::string& part : wrapped(line, *width)) out += part + '\n';
        i = end + 1;
    }
    return out;
}

// What every preset has for an option, "2, thesis 3, kmway 4": first that of `ideal`, with which networks of direct
// links begin.
std::string by_preset(const std::string& option) {
    const auto settings = simulation_settings();
    const auto known = [&](const SimulationSetting& s) { return "--" + std::string(s.name) == option; };
    if (std::none_of(settings.begin(), settings.end(), known)) return "";
    const std::string_view key = std::string_view(option).substr(2);
    const std::string first = simulation_option(simulation_preset("ideal"), key);
    std::string out = first;
    for (const Preset& p : presets()) {
        const std::string_view preset = p.name;
        const std::string value = simulation_option(simulation_preset(preset), key);
        if (value != first) out += ", " + std::string(preset) + ' ' + value;
    }
    return out;
}

// Whether the help of an option says itself what holds without it, or nothing has to be said.
bool says_without(const Option& option) {
    if (positional(option) || option.required || std::holds_alternative<bool*>(option.target)) return true;
    return option.help.find('(') != std::string::npos || option.help.find("not given") != std::string::npos ||
           option.help.find("none is given") != std::string::npos;
}

std::string option_entry(const Option& option, bool presets, std::size_t width) {
    std::string left = option.names;
    if (positional(option)) {
        left = option_name(option);
    } else {
        const std::size_t comma = left.find(',');
        if (comma != std::string::npos) left.insert(comma + 1, 1, ' ');
        if (!std::holds_alternative<bool*>(option.target)) left += ' ' + kind(option);
    }
    std::string right = option.help;
    std::string value = fallback(option);
    if (value.empty() && presets) value = by_preset(option_name(option));
    std::string words;
    for (const std::string& choice : option.choices) words += (words.empty() ? "" : "|") + choice;
    if (!words.empty() && right.find(words) == std::string::npos) right += ": " + words;
    if (!value.empty()) right += " (default " + value + ")";
    else if (!says_without(option)) right += " (none if not given)";
    return entry(left, right, width);
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
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return name;
}

std::string short_help() {
    return "usage: wafernet COMMAND ..., for example 'wafernet estimate htn:4,4,2,1'; 'wafernet --help' shows the "
           "commands\n";
}

std::string general_help(const std::vector<Command>& commands, std::optional<std::size_t> width) {
    const std::size_t most = std::min(width.value_or(widest), widest);
    std::string out = fit(fmt::format("{}\n\nusage: wafernet COMMAND [OPTIONS]\n", about), width);
    std::vector<const Command*> left;
    for (const Command& command : commands) left.push_back(&command);
    for (const Question& question : questions) {
        std::string entries;
        for (const std::string_view name : question.commands) {
            const auto found =
                std::find_if(left.begin(), left.end(), [&](const Command* c) { return c->name == name; });
            if (found == left.end()) continue;
            entries += entry((*found)->name, (*found)->summary, most);
            left.erase(found);
        }
        if (!entries.empty()) out += '\n' + std::string(question.text) + '\n' + entries;
    }
    if (!left.empty()) out += "\nmore:\n";
    for (const Command* command : left) out += entry(command->name, command->summary, most);
    return out + fit(R"(
A network is one word: htn:4,4,2,1 or htn:m=4,n=4,L=2,q=1 or mesh:8x8, a model @FILE.toml, or a graph file:FILE.
A graph file has lines of BookSim's anynet syntax ('router 0 node 0 router 1 10'), or of two names of nodes and perhaps the link's
latency in cycles: 'a b' again is a parallel link, 'b a' the way back of the same link, 'a > b' a one-way link; # starts a comment.
GraphML, GML, DOT, JSON, METIS, Matrix Market, DIMACS, Pajek and others are read too: 'wafernet list file-formats' shows them.
'wafernet list families' shows the families, 'wafernet COMMAND --help' the options of a command with examples.
Results go to standard output as text, CSV, JSON or Markdown (--format); warnings and progress to standard error.
Text fits the terminal, or as many characters as the variable COLUMNS says; in a pipe or a file its lines are as long as they are.
CSV is RFC 4180, for programs; for spreadsheets there are --csv-dialect excel and excel-eu, which mark texts like =1+1 with an apostrophe.
Exit code: 0 done, 1 a check failed or a computation could not finish, 2 the input was wrong.
-V, --version shows the version; the options of every command may stand before it: wafernet -j 2 --format csv topology mesh:8x8

examples:
  wafernet estimate htn:4,4,2,1
  wafernet compare htn:4,4,2,1 torus:32x32 --format csv -o compare.csv
  wafernet route htn:4,4,2,1 '(0,0)(0,0,0)' '(3,2)(2,3,0)'
)",
                     width);
}

std::string command_help(const Command& command, const std::vector<Option>& common, std::optional<std::size_t> width) {
    const std::size_t most = std::min(width.value_or(widest), widest);
    const bool presets = std::any_of(command.options.begin(), command.options.end(),
                                     [](const Option& option) { return option.names == "--preset"; });
    std::string usage;
    std::string positionals;
    std::string options;
    for (const Option& option : command.options) {
        if (positional(option)) {
            const std::string word = option_name(option) + (takes_many(option) ? "..." : "");
            usage += option.required ? ' ' + word : " [" + word + ']';
            positionals += option_entry(option, presets, most);
        } else {
            if (option.required) usage += ' ' + option_name(option) + ' ' + kind(option);
            options += option_entry(option, presets, most);
        }
    }
    std::string out = fit(fmt::format("wafernet {}: {}\n\nusage: wafernet {}{} [OPTIONS]\n", command.name,
                                      command.summary, command.name, usage),
                          width);
    out += (positionals.empty() ? "" : '\n' + positionals) + (options.empty() ? "" : "\noptions:\n" + options);
    out += "\noptions of every command:\n";
    for (const Option& option : common) out += option_entry(option, false, most);
    out += entry("-h, --help", "show this", most);
    // A footer is the examples alone, or text of its own with a line "examples:".
    std::string footer = command.footer;
    const std::size_t heading = footer.find("xamples:");
    if (heading == std::string::npos) {
        if (!footer.empty()) out += fit("\nexamples:\n" + indented(footer), width);
    } else {
        footer[heading - 1] = 'e';
        out += fit('\n' + footer + (footer.ends_with('\n') ? "" : "\n"), width);
    }
    return out;
}

}  // namespace wafernet::cli
