// The only file that knows CLI11: turns Commands into a parser and runs the one that was chosen.
#include <CLI/CLI.hpp>

#include <new>

#include "command.hpp"
#include "wafernet/error.hpp"

namespace wafernet::cli {

namespace {

void add_option(CLI::App& app, const Option& option) {
    CLI::Option* added = std::visit(
        [&](auto* target) -> CLI::Option* {
            using T = std::decay_t<decltype(*target)>;
            if constexpr (std::is_same_v<T, bool>) {
                return app.add_flag(option.names, *target, option.help);
            } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::uint64_t> || std::is_same_v<T, double>) {
                return app.add_option(option.names, *target, option.help)->capture_default_str();
            } else {
                return app.add_option(option.names, *target, option.help);
            }
        },
        option.target);
    if (option.required) added->required();
    if (!option.choices.empty()) added->check(CLI::IsMember(option.choices));
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
    CLI::App app("wafernet estimates interconnection networks for parallel computers", "wafernet");
    app.require_subcommand(1);
    CommonOptions common;
    std::string format = "text";
    std::string dialect = "rfc4180";
    std::vector<Command> all = commands();
    std::vector<std::pair<CLI::App*, const Command*>> apps;
    for (const Command& command : all) {
        CLI::App* sub = app.add_subcommand(command.name, command.summary);
        sub->footer(command.footer);
        for (const Option& option : command.options) add_option(*sub, option);
        sub->add_option("--format", format, "text, csv, json or md")->capture_default_str()->check(CLI::IsMember({"text", "csv", "json", "md"}));
        sub->add_option("--csv-dialect", dialect, "rfc4180 or excel-eu (semicolons, decimal commas)")->capture_default_str()->check(CLI::IsMember({"rfc4180", "excel-eu"}));
        sub->add_option("-o,--output", common.output, "write to FILE instead of standard output");
        sub->add_option("--threads", common.threads, "threads; the output does not depend on it")->capture_default_str()->check(CLI::Range(1, 1024));
        sub->add_option("--seed", common.seed, "seed of everything random")->capture_default_str();
        sub->add_flag("--quiet", common.quiet, "no warnings and no progress on standard error");
        apps.emplace_back(sub, &command);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        std::fprintf(stderr, "error: %s\n", error.what());
        return 2;
    }
    common.render = {*format_named(format), dialect == "excel-eu"};
    try {
        for (const auto& [sub, command] : apps) {
            if (!sub->parsed()) continue;
            Run run(common);
            const int code = command->run(run);
            run.flush();
            return code;
        }
    } catch (const InputError& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 2;
    } catch (const ComputationError& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "error: out of memory\n");
        return 1;
    }
    return 2;
}

}  // namespace wafernet::cli
