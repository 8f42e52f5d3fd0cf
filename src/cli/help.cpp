#include "help.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <fmt/format.h>

#include "base/embedded.hpp"
#include "base/text.hpp"
#include "values.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::cli {

namespace {

// What help_groups.tsv has: commands by the `question` that they answer, `more` of them, whose answers stand only in
// the whole help, `options` that several commands have by what they are about, and those of them that are `asked most`.
struct Group {
    std::string_view title;
    std::vector<std::string_view> words;
};
std::vector<Group> groups_of(std::string_view kind) {
    std::vector<Group> groups;
    for (const auto& row : embedded::rows_of(embedded::help_groups, 3, '\t')) {
        if (row[0] == kind) groups.push_back({row[1], split(row[2], ' ')});
    }
    return groups;
}

constexpr std::size_t options_shown = 10;  // of them the last two are those of the output

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

// What holds where an option is not given: what its help says, what it holds, what the presets have.
std::string without(const Option& option, bool presets) {
    if (positional(option) || option.required || std::holds_alternative<bool*>(option.target)) return {};
    std::string value = fallback(option);
    if (value.empty() && presets) value = by_preset(option_name(option));
    return value.empty() ? "none" : value;
}

constexpr std::string_view default_words = " (default: ";

// What an option does, in short: up to the first mark behind which there are details.
std::string brief(std::string_view help) {
    return std::string(help.substr(0, std::min({help.find("; "), help.find(": "), help.find(" (")})));
}

enum class Detail : std::uint8_t { brief, whole };

std::string option_entry(const Option& option, bool presets, std::size_t width, Detail detail = Detail::whole) {
    std::string left = option.names;
    if (positional(option)) {
        left = option_name(option);
    } else {
        const std::size_t comma = left.find(',');
        if (comma != std::string::npos) left.insert(comma + 1, 1, ' ');
        if (!std::holds_alternative<bool*>(option.target)) left += ' ' + kind(option);
    }
    const std::size_t at = option.help.find(default_words);
    std::string otherwise = without(option, presets);
    std::string right = option.help.substr(0, at);
    if (at != std::string::npos) otherwise = option.help.substr(at + default_words.size());
    else if (!otherwise.empty()) otherwise += ')';
    if (detail == Detail::brief) right = brief(right);
    const std::string words = joined(option.choices, "|");
    if (!words.empty() && right.find(words) == std::string::npos) right += ": " + words;
    if (!otherwise.empty()) right += std::string(default_words) + otherwise;
    return entry(left, right, width);
}

// The group of an option; empty: its command's own.
std::string_view group_of(const Option& option) {
    const std::string name = option_name(option);
    for (const Group& group : groups_of("options")) {
        if (std::ranges::find(group.words, name) != group.words.end()) return group.title;
    }
    const auto settings = simulation_settings();
    const bool router =
        std::ranges::any_of(settings, [&](const SimulationSetting& s) { return name.substr(2) == s.name; });
    return router ? "router" : "";
}

// The options that the help begins with: the command's own, those that are asked for most, those of the output.
std::vector<const Option*> shown_first(const std::vector<Option>& options) {
    std::vector<const Option*> shown, last;
    const auto add = [&](const Option& option) {
        if (shown.size() + 2 < options_shown && std::ranges::find(shown, &option) == shown.end())
            shown.push_back(&option);
    };
    for (const Option& option : options) {
        if (option_name(option) == "--output" || option_name(option) == "--format") last.push_back(&option);
        else if (!positional(option) && (option.required || group_of(option).empty())) add(option);
    }
    const Group asked_most = groups_of("asked most").front();
    for (const std::string_view name : asked_most.words) {
        for (const Option& option : options) {
            if (option_name(option) == name) add(option);
        }
    }
    shown.insert(shown.end(), last.begin(), last.end());
    return shown;
}

// What help_pages.txt has of a command.
struct HelpPage {
    std::string summary, text, examples;
};
HelpPage help_page(std::string_view command) {
    constexpr std::string_view examples = "examples:\n";
    const std::string heading = fmt::format("\n## {}: ", command);
    std::string_view page = embedded::help_pages;
    const std::size_t begin = page.find(heading);
    if (begin == std::string_view::npos)
        throw std::logic_error("help_pages.txt has no page of " + std::string(command));
    page.remove_prefix(begin + heading.size());
    page = page.substr(0, page.find("\n## "));
    const std::size_t line = page.find('\n'), at = page.find(examples);
    return {std::string(page.substr(0, line)), std::string(page.substr(line + 1, at - line - 1)),
            std::string(page.substr(at + examples.size()))};
}

}  // namespace

void add_help(std::vector<Option>& options, std::string_view command) {
    for (Option& option : options) {
        if (!option.help.empty()) continue;
        const std::string name = option.names.substr(option.names.find(',') + 1);
        const auto own = embedded::row_of(embedded::options, std::string(command) + ' ' + name);
        option.help = own ? *own : embedded::row_of(embedded::options, name).value_or("");
    }
}

Command with_help(std::string_view name, Command command) {
    command.name = name;
    command.summary = help_page(name).summary;
    add_help(command.options, command.name);
    return command;
}

bool positional(const Option& option) { return !option.names.starts_with('-'); }

std::string option_name(const Option& option) {
    std::string name = option.names.substr(option.names.find(',') + 1);
    if (!positional(option)) return name;
    if (takes_many(option) && name.ends_with('s')) name.pop_back();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return name;
}

std::vector<Option> options_but(std::vector<Option> options, std::initializer_list<std::string_view> names) {
    std::erase_if(options, [&](const Option& o) { return std::ranges::count(names, std::string_view(o.names)) > 0; });
    return options;
}

std::string short_help() {
    return "usage: wafernet COMMAND ..., for example 'wafernet estimate htn:4,4,2,1'; 'wafernet --help' shows the "
           "commands\n";
}

std::string general_help(const std::vector<Command>& commands, std::optional<std::size_t> width, bool all) {
    const std::size_t most = std::min(width.value_or(widest), widest);
    std::string out = fit(fmt::format("{}\n\nusage: wafernet COMMAND [OPTIONS]\n", about), width);
    std::vector<const Command*> left;
    for (const Command& command : commands) left.push_back(&command);
    const auto take = [&](std::string_view name) -> const Command* {
        const auto found = std::ranges::find(left, name, [](const Command* c) { return std::string_view(c->name); });
        if (found == left.end()) return nullptr;
        const Command* command = *found;
        left.erase(found);
        return command;
    };
    for (const Group& question : groups_of("question")) {
        out += '\n' + std::string(question.title) + '\n';
        for (const std::string_view name : question.words) {
            if (const Command* command = take(name)) out += entry(command->name, command->summary, most);
        }
    }
    const std::vector<Group> more = groups_of("more");
    for (const Group& question : more) {
        std::string names;
        if (all) out += '\n' + std::string(question.title) + '\n';
        for (const std::string_view name : question.words) {
            const Command* command = take(name);
            if (command == nullptr) continue;
            if (all) out += entry(command->name, command->summary, most);
            else names += (names.empty() ? "" : ", ") + command->name;
        }
        if (&question == &more.front()) {  // with what stands nowhere else
            for (; !left.empty() && !all && left.size() > more.back().words.size(); left.pop_back())
                names += ", " + left.back()->name;
        }
        if (!all) out += '\n' + fit(std::string(question.title) + ": " + names + '\n', most);
    }
    for (const Command* command : left) out += entry(command->name, command->summary, most);
    return out + fit(std::string(all ? embedded::help_whole : embedded::help_brief), width);
}

std::string command_help(const Command& command, const std::vector<Option>& common, std::optional<std::size_t> width,
                         bool all) {
    const std::size_t most = std::min(width.value_or(widest), widest);
    std::vector<Option> options = command.options;
    options.insert(options.end(), common.begin(), common.end());
    const bool presets = std::ranges::any_of(options, [](const Option& o) { return o.names == "--preset"; });
    std::string usage, positionals;
    for (const Option& option : command.options) {
        if (positional(option)) {
            const std::string word = option_name(option) + (takes_many(option) ? "..." : "");
            usage += option.required ? ' ' + word : " [" + word + ']';
            positionals += option_entry(option, presets, most, all ? Detail::whole : Detail::brief);
        } else if (option.required) {
            usage += ' ' + option_name(option) + ' ' + kind(option);
        }
    }
    auto [summary, text, examples] = help_page(command.name);
    std::string out = fit(
        fmt::format("wafernet {}: {}\n\nusage: wafernet {}{} [OPTIONS]\n", command.name, summary, command.name, usage),
        width);
    if (!positionals.empty()) out += '\n' + positionals;
    if (!all) {
        out += "\noptions:\n";
        for (const Option* option : shown_first(options)) out += option_entry(*option, presets, most, Detail::brief);
        examples.resize(std::min(examples.find('\n', examples.find('\n') + 1), examples.size() - 1) + 1);
        out += fit("\nexamples:\n" + examples, width);
        return out + fit("\n'wafernet " + command.name + " --help-all' shows all options in full\n", width);
    }
    const auto section = [&](std::string_view title, std::string_view group) {
        std::string entries;
        for (const Option& option : options) {
            if (!positional(option) && group_of(option) == group) entries += option_entry(option, presets, most);
        }
        if (!entries.empty()) out += '\n' + std::string(title) + ":\n" + entries;
    };
    section("options", "");
    for (const Group& group : groups_of("options")) section(group.title, group.title);
    out += entry("-h, --help", "show the options that are used most", most) + entry("--help-all", "show this", most);
    if (!text.empty()) out += fit('\n' + text.substr(0, text.find_last_not_of('\n') + 1) + '\n', width);
    return out + fit("\nexamples:\n" + examples, width);
}

}  // namespace wafernet::cli
