#include "shell_pages.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "help.hpp"
#include "values.hpp"
#include "wafernet/base/version.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet::cli {

namespace {

std::string spaced(const std::vector<std::string>& words) { return joined(words, " "); }

std::vector<std::string> family_words() {
    std::vector<std::string> words;
    for (const Family* family : families()) words.emplace_back(family->name);
    return words;
}

// "-o" and "--output" of "-o,--output".
std::vector<std::string> spellings(const Option& option) {
    std::vector<std::string> all;
    for (const std::string_view name : split(option.names, ',')) all.emplace_back(name);
    return all;
}

bool takes_value(const Option& option) { return !std::holds_alternative<bool*>(option.target); }

std::vector<Option> options_of(const Command& command, const std::vector<Option>& common) {
    std::vector<Option> all;
    for (const std::vector<Option>* some : {&command.options, &common}) {
        std::copy_if(some->begin(), some->end(), std::back_inserter(all),
                     [](const Option& o) { return !positional(o); });
    }
    return all;
}

// Text between single quotes, as POSIX shells and zsh read it; fish reads '\'' the same way.
std::string quote(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string for_bash(const std::vector<Command>& commands, const std::vector<Option>& common) {
    std::vector<std::string> names;
    for (const Command& command : commands) names.push_back(command.name);
    std::string out =
        "# bash completion of wafernet, made by 'wafernet completion bash'\n"
        "_wafernet() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
        "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
        "        case ${COMP_WORDS[i]} in\n"
        "            ";
    for (const std::string& name : names) out += (name == names.front() ? "" : "|") + name;
    out += ") command=${COMP_WORDS[i]}; break ;;\n        esac\n    done\n    local words=\n";
    out += "    case $command in\n        '') words=" + quote(spaced(names) + " --help --version") + " ;;\n";
    for (const Command& command : commands) {
        std::string values, all;
        for (const Option& option : options_of(command, common)) {
            for (const std::string& name : spellings(option)) all += name + ' ';
            if (!takes_value(option)) continue;
            // Without words of its own a value is a file, or something that nobody can guess.
            values += "                " + joined(spellings(option), "|") + ") words=" + quote(spaced(option.choices)) +
                      " ;;\n";
        }
        out += "        " + command.name + ")\n            case $before in\n" + values +
               "                *) [[ $word == -* ]] && words=" + quote(all + "--help") +
               " || words=$families ;;\n            esac ;;\n";
    }
    out += "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n";
    const std::string families = "    local families=" + quote(spaced(family_words())) + "\n";
    out.insert(out.find("    local words=\n"), families);
    return out + "complete -o default -F _wafernet wafernet\n";
}

std::string for_zsh(const std::vector<Command>& commands, const std::vector<Option>& common) {
    const auto plain = [](const std::string& text) {
        std::string out;
        for (const char c : text)
            out +=
                std::string_view("[]:\\").find(c) == std::string_view::npos ? std::string(1, c) : std::string("\\") + c;
        return out;
    };
    std::string out =
        "#compdef wafernet\n# zsh completion of wafernet, made by 'wafernet completion zsh'\nlocal -a "
        "commands\ncommands=(\n";
    for (const Command& command : commands) out += "    " + quote(command.name + ':' + plain(command.summary)) + "\n";
    out +=
        ")\nif (( CURRENT == 2 )); then\n    _describe command commands\n    return\nfi\n"
        "local families=" +
        quote(spaced(family_words())) + "\ncase $words[2] in\n";
    for (const Command& command : commands) {
        out += "    " + command.name + ")\n        _arguments";
        for (const Option& option : options_of(command, common)) {
            for (const std::string& name : spellings(option)) {
                std::string spec = name + '[' + plain(option.help) + ']';
                if (takes_value(option))
                    spec += ":value:" + (option.choices.empty() ? "_files" : '(' + spaced(option.choices) + ')');
                out += " \\\n            " + quote(spec);
            }
        }
        out += " \\\n            \"*:network:($families)\" ;;\n";
    }
    return out + "esac\n";
}

std::string for_fish(const std::vector<Command>& commands, const std::vector<Option>& common) {
    std::string out = "# fish completion of wafernet, made by 'wafernet completion fish'\n";
    for (const Command& command : commands)
        out += "complete -c wafernet -n __fish_use_subcommand -x -a " + command.name + " -d " + quote(command.summary) +
               "\n";
    for (const Command& command : commands) {
        const std::string when = "complete -c wafernet -n '__fish_seen_subcommand_from " + command.name + "'";
        out += when + " -a " + quote(spaced(family_words())) + "\n";
        for (const Option& option : options_of(command, common)) {
            out += when;
            for (const std::string& name : spellings(option))
                out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (takes_value(option)) out += option.choices.empty() ? " -r" : " -x -a " + quote(spaced(option.choices));
            out += " -d " + quote(option.help) + "\n";
        }
    }
    return out;
}

// Text as roff prints it: no request at the start of a line, hyphens that can be copied.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const bool starts = out.empty() || out.back() == '\n';
        if (starts && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\') out += "\\e";
        else if (c == '-') out += "\\-";
        else out += c;
    }
    return out;
}

std::string paragraph(const std::string& name, const Option& option) {
    const std::string words = joined(option.choices, ", ");
    return ".TP\n.B " + roff(name) + "\n" + roff(option.help + (words.empty() ? "" : ": " + words)) + "\n";
}

}  // namespace

std::string completion(const std::string& shell, const std::vector<Command>& commands,
                       const std::vector<Option>& common) {
    if (shell == "bash") return for_bash(commands, common);
    return shell == "zsh" ? for_zsh(commands, common) : for_fish(commands, common);
}

std::string manual(const std::vector<Command>& commands, const std::vector<Option>& common) {
    std::string out = ".TH WAFERNET 1 \"\" \"wafernet " + roff(std::string(version())) + "\" \"User Commands\"\n";
    out += ".ad l\n.nh\n.SH NAME\nwafernet \\- estimates interconnection networks for parallel computers\n";
    out += ".SH SYNOPSIS\n.B wafernet\n.I COMMAND\n.RI [ WORDS ]\n.RI [ OPTIONS ]\n.SH DESCRIPTION\n.nf\n";
    out += roff(general_help(commands, 78, true)) + ".fi\n.SH COMMANDS\n";
    for (const Command& command : commands) {
        out += ".SS " + roff(command.name) + "\n" + roff(command.summary) + ".\n";
        for (const Option& option : command.options) {
            const std::string name = positional(option) ? option_name(option) : spaced(spellings(option));
            out += paragraph(name, option);
        }
        if (!command.footer.empty()) out += ".PP\n.nf\n" + roff(command.footer) + "\n.fi\n";
    }
    out += ".SH OPTIONS OF EVERY COMMAND\n";
    for (const Option& option : common) out += paragraph(spaced(spellings(option)), option);
    return out +
           ".SH EXIT STATUS\n0: done; 1: a check failed or a computation could not finish; 2: the input was wrong.\n";
}

}  // namespace wafernet::cli
