// The only file that knows CLI11. CLI11 takes the words apart; what they mean is checked here, so that every message
// says what was found and what is needed.
#include <algorithm>
#include <csignal>
#include <new>
#include <set>
#include <stdexcept>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/input_file.hpp"
#include "command.hpp"
#include "common_words.hpp"
#include "file_options.hpp"
#include "help.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/base/version.hpp"

namespace wafernet::cli {

namespace {

struct Given {
    std::vector<std::string> words;
    bool flag = false;
};

void store(const Option& option, const Given& given) {
    const std::string name = option_name(option);
    if (auto* const* flag = std::get_if<bool*>(&option.target)) {
        **flag = **flag || given.flag;
        return;
    }
    if (given.words.empty()) {
        if (option.required)
            throw InputError(name + " is missing" + (option.help.empty() ? "" : " (" + option.help + ")"));
        return;
    }
    for (const std::string& word : given.words) {
        if (option.choices.empty() || std::ranges::find(option.choices, word) != option.choices.end()) continue;
        const std::vector<std::string_view> choices(option.choices.begin(), option.choices.end());
        throw InputError(name + " '" + one_line(word) + "'" + did_you_mean(word, choices) +
                         ", need one of: " + joined(option.choices, ", "));
    }
    if (auto* const* many = std::get_if<std::vector<std::string>*>(&option.target)) {
        **many = given.words;
        return;
    }
    if (given.words.size() > 1)
        throw InputError(name + " is given " + std::to_string(given.words.size()) + " times, need it once");
    const std::string& word = given.words.front();
    std::visit(
        [&](auto* target) {
            using T = std::decay_t<decltype(*target)>;
            if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::optional<std::string>>)
                *target = word;
            if constexpr (std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::optional<std::uint64_t>>)
                *target = whole_number(word, name);
            if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::optional<double>>)
                *target = real_number(word, name);
        },
        option.target);
}

// What the words of the command line leave no place for.
[[noreturn]] void refuse(const std::string& word, bool after_dashes, const Command& command,
                         const std::vector<Option>& options) {
    const std::string help = ", 'wafernet " + command.name + " --help' shows what it takes";
    if (word.starts_with('-') && after_dashes)
        throw InputError("unexpected argument '" + one_line(word) + "' of '" + command.name +
                         "', need options before '--'");
    if (!word.starts_with('-') || word == "-")
        throw InputError("unexpected argument '" + one_line(word) + "' of '" + command.name + "'" + help);
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> names{"--help", "--help-all"};
    for (const Option& option : options) {
        if (!positional(option)) names.push_back(option_name(option));
    }
    throw InputError("unknown option '" + one_line(name) + "'" +
                     did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end())) + help);
}

enum class Asked : std::uint8_t { run, help, help_all };

Asked parse(const Command& command, const std::vector<Option>& options, std::vector<std::string> words) {
    CLI::App app;
    app.set_help_flag("-h,--help");
    app.set_help_all_flag("--help-all");
    app.allow_extras();
    std::vector<Given> given(options.size());
    for (std::size_t i = 0; i < options.size(); ++i) {
        const Option& option = options[i];
        if (std::holds_alternative<bool*>(option.target)) {
            app.add_flag(option.names, given[i].flag);
        } else {
            CLI::Option* added = app.add_option(option.names, given[i].words);
            const bool rest = positional(option) && std::holds_alternative<std::vector<std::string>*>(option.target);
            if (!rest) added->expected(1)->take_all()->allow_extra_args(false);
        }
    }
    std::ranges::reverse(words);
    try {
        app.parse(words);
    } catch (const CLI::CallForHelp&) {
        return Asked::help;
    } catch (const CLI::CallForAllHelp&) {
        return Asked::help_all;
    } catch (const CLI::ArgumentMismatch& error) {
        const std::string what = error.what();
        throw InputError(one_line(what.substr(0, what.find(':'))) + " needs a value");
    } catch (
        const CLI::ConversionError& error) {  // "Could not convert: --quiet = x": only flags are converted by CLI11
        const std::string what = error.what();
        throw InputError(one_line(what.substr(what.rfind(": ") + 2)) + ": this option takes no value");
    } catch (const CLI::ParseError& error) {
        throw InputError(one_line(error.what(), 200));
    }
    std::vector<std::string> extra = app.remaining();
    const bool after_dashes = !extra.empty() && extra.front() == "--";
    std::erase(extra, "--");
    if (!extra.empty()) refuse(extra.front(), after_dashes, command, options);
    for (std::size_t i = 0; i < options.size(); ++i) store(options[i], given[i]);
    return Asked::run;
}

bool is_given(const std::vector<Option>& options, std::string_view name) {
    return std::ranges::any_of(options, [&](const Option& option) {
        if (option_name(option) != name) return false;
        const std::optional<std::string> value = setting(option);
        return value && !value->empty();
    });
}

// What made the result of a command: the words as they were given, and all that it goes by.
Provenance provenance_of(const std::string& name, const std::vector<std::string>& words, std::uint64_t seed,
                         const std::vector<Option>& options) {
    Provenance made{std::string(version()), {name}, seed, {}};
    made.command.insert(made.command.end(), words.begin(), words.end());
    for (const Option& option : options) {
        const std::optional<std::string> value = setting(option);
        std::string_view called = option.names;
        if (!positional(option)) called = called.substr(called.find("--"));
        if (value && !value->empty()) made.settings.emplace_back(called, *value);
    }
    return made;
}

// How many words at the front are options of every command with their values: 'wafernet --format csv compare ...'.
std::size_t words_before_command(const std::vector<std::string>& words) {
    CommonWords common;
    const std::vector<Option> options = common.options(nullptr);
    std::size_t at = 0;
    while (at < words.size() && words[at].size() > 1 && words[at].starts_with('-')) {
        const std::string name = words[at].substr(0, words[at].find('='));
        const bool attached = name.size() < words[at].size();
        std::size_t length = 0;
        for (const Option& option : options) {
            const std::size_t comma = option.names.find(',');
            const std::string letter = comma == std::string::npos ? std::string() : option.names.substr(0, comma);
            const bool flag = std::holds_alternative<bool*>(option.target);
            if (name == option_name(option) || words[at] == letter) length = flag || attached ? 1 : 2;
            else if (!letter.empty() && !words[at].starts_with("--") && words[at].starts_with(letter))
                length = 1;  // -j4
        }
        if (length == 0) break;
        at = std::min(at + length, words.size());
    }
    return at;
}

// Throws InputError where two words read the same pipe or terminal, of which the second would find nothing.
void check_read_once(const std::vector<std::string>& words) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && (words[i - 1] == "-o" || words[i - 1] == "--output")) continue;
        const std::size_t at = words[i].find_last_of(":@=");
        const std::string path = at == std::string::npos ? words[i] : words[i].substr(at + 1);
        if (const std::string pipe = path.empty() ? "" : read_once(path); !pipe.empty() && !seen.insert(pipe).second)
            throw InputError("'" + one_line(words[i]) +
                             "' is read by another word already, and can be read once: need a file");
    }
}

int run_command(const std::vector<Command>& all, std::vector<std::string> words) {
    if (words.empty()) {
        std::fputs(short_help().c_str(), stderr);
        return 2;
    }
    check_read_once(words);
    const std::size_t before = words_before_command(words);
    if (before == words.size())
        throw InputError("no command after " + one_line(words.back()) + ", 'wafernet --help' shows the commands");
    // The options go behind the command; one that is given in both places is given twice.
    std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(before),
                words.begin() + static_cast<std::ptrdiff_t>(before) + 1);
    std::string name = words.front();
    std::vector<std::string> rest(words.begin() + 1, words.end());
    if (name == "--version" || name == "-V") {
        write_stdout("wafernet " + std::string(version()) + "\n");
        return 0;
    }
    const std::optional<std::size_t> width = terminal_width(STDOUT_FILENO);
    if (name == "help" && rest.size() > before) {
        name = rest[before];
        rest = {"--help"};
    }
    if (name == "help" || name == "--help" || name == "-h" || name == "--help-all") {
        write_stdout(general_help(all, width, name == "--help-all"));
        return 0;
    }
    const auto command = std::ranges::find_if(all, [&](const Command& c) { return c.name == name; });
    if (command == all.end()) {
        std::vector<std::string> names;
        for (const Command& c : all) names.push_back(c.name);
        if (name.starts_with('-')) {
            names = {"--help", "--help-all", "--version"};
            CommonWords common;
            for (const Option& option : common.options(nullptr)) names.push_back(option_name(option));
        }
        throw InputError("unknown " + std::string(name.starts_with('-') ? "option" : "command") + " '" +
                         one_line(name) + "'" +
                         did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end())) +
                         ", 'wafernet --help' shows the commands");
    }
    CommonWords common;
    std::vector<Option> options = command->options;
    const std::vector<Option> of_every_command = common.options(&*command);
    options.insert(options.end(), of_every_command.begin(), of_every_command.end());
    const std::string brief = command_help(*command, of_every_command, width),  // before parsing: they show defaults
        whole = command_help(*command, of_every_command, width, true);
    if (const Asked asked = parse(*command, options, rest); asked != Asked::run) {
        write_stdout(asked == Asked::help ? brief : whole);
        return 0;
    }
    const bool to_folder = is_given(command->options, "--out");
    CommonOptions checked = common.checked(*command, to_folder);
    const bool inside = checked.render.format == Format::xlsx || checked.render.format == Format::html ||
                        checked.document == "svg" || checked.picture.value_or(Picture::text) != Picture::text;
    if (common.provenance || inside)
        checked.render.provenance = provenance_of(name, rest, common.seed, command->options);
    checked.add_routes = [&] { common.files.apply_routes(command->options); };
    Run run(std::move(checked), command->draw, command->draws);
    common.files.apply(command->options);
    common.faults.apply(command->options, common.seed);
    if (!is_given(command->options, "--booksim")) run.common().add_routes();  // else when its network is known
    std::optional<AtWork> at_work;
    if (!common.quiet) at_work.emplace(name + (rest.empty() ? "" : " " + rest.front()));
    const int code = command->run(run);
    run.write_last_notes();
    if (!common.quiet) {
        for (const std::string& line : FileWords::read_as(command->options)) run.note(line);
    }
    run.finish();
    return code;
}

int fail(int code, std::string_view line) {
    std::fprintf(stderr, "error: %s\n", one_line(line, 2000).c_str());
    return code;
}

int guarded(const std::vector<std::string>& words) {
    try {
        return run_command(commands(), words);
    } catch (const OutputClosed&) {
        return 0;
    } catch (const InputError& error) {
        return fail(2, error.what());
    } catch (const ComputationError& error) {
        return fail(1, error.what());
    } catch (const std::bad_alloc&) {
        return fail(1, "out of memory");
    } catch (const std::length_error&) {
        return fail(1, "out of memory");
    } catch (const std::exception& error) {
        return fail(1, std::string("internal error, please report it: ") + error.what());
    }
}

}  // namespace

std::optional<std::string> setting(const Option& option) {
    return std::visit(
        [](const auto* target) -> std::optional<std::string> {
            using T = std::decay_t<decltype(*target)>;
            if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::optional<std::string>>)
                return *target;
            else if constexpr (std::is_same_v<T, std::vector<std::string>>) return joined(*target, " ");
            else if constexpr (std::is_same_v<T, bool>) return *target ? "yes" : "no";
            else if constexpr (std::is_same_v<T, std::uint64_t>) return std::to_string(*target);
            else if constexpr (std::is_same_v<T, double>) return fmt::format("{}", *target);
            else return *target ? std::optional(fmt::format("{}", **target)) : std::nullopt;
        },
        option.target);
}

void store_from_file(const Option& option, const std::string& text) {
    std::visit(
        [&](auto* target) {
            using T = std::decay_t<decltype(*target)>;
            if constexpr (std::is_same_v<T, bool>) {
                const bool on = text == "true" || text == "yes";
                if (!on && text != "false" && text != "no")
                    throw InputError(option_name(option) + " '" + one_line(text) + "': need true or false");
                *target = *target || on;
            } else if constexpr (std::is_same_v<T, std::optional<std::string>> ||
                                 std::is_same_v<T, std::optional<std::uint64_t>> ||
                                 std::is_same_v<T, std::optional<double>>) {
                const T given = *target;
                store(option, {{text}});
                if (given) *target = given;
            } else {
                throw InputError(option_name(option) + " is not an option that a file can give");
            }
        },
        option.target);
}

void set_option(const Command& command, std::string_view name, const std::string& value) {
    if (name == "seed") {
        static_cast<void>(whole_number(value, "seed"));
        return;
    }
    std::vector<std::string> names{"seed"};
    for (const Option& option : command.options) {
        const std::string own = positional(option) ? (option.names == "networks" ? "network" : option.names)
                                                   : option_name(option).substr(2);
        names.push_back(own);
        if (own != name) continue;
        if (std::holds_alternative<bool*>(option.target)) {
            if (value != "true" && value != "false" && value != "yes" && value != "no")
                throw InputError(own + " '" + one_line(value) + "': need true or false");
            store(option, {{}, value == "true" || value == "yes"});
        } else {
            store(option, {{value}});
        }
        return;
    }
    throw InputError("unknown option '" + one_line(name) + "' of '" + command.name + "'" +
                     did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end())));
}

void check_required(const Command& command) {
    for (const Option& option : command.options) {
        if (!option.required) continue;
        const auto* const* many = std::get_if<std::vector<std::string>*>(&option.target);
        const auto* const* text = std::get_if<std::string*>(&option.target);
        if ((many != nullptr && (*many)->empty()) || (text != nullptr && (*text)->empty())) store(option, {});
    }
}

int run_command_line(int argc, const char* const* argv) {
    std::signal(SIGPIPE, SIG_IGN);  // writing to a closed pipe is an error to handle, not the end
    std::signal(SIGXFSZ, SIG_IGN);  // so is a file that may not grow any more
    end_at_interrupt();
    const int code = guarded(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
    if (Run::interrupted()) std::_Exit(code);  // work that was left may still run
    return code;
}

}  // namespace wafernet::cli
