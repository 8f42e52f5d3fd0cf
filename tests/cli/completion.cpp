// What shells complete, tried in the shells that are here, and the manual page.
#include <doctest/doctest.h>

#include "command.hpp"
#include "help.hpp"
#include "program.hpp"

using namespace wafernet::test;
namespace cli = wafernet::cli;

namespace {

// What bash offers for the last of the words.
std::string offered(const std::string& words, const Folder& folder) {
    return shell("$W completion bash >script; source ./script; COMP_WORDS=(" + words +
                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _wafernet; echo \"${COMPREPLY[@]}\"",
                 folder.path().string())
        .out;
}

}  // namespace

TEST_CASE("bash completes commands, options, their words and families") {
    const Folder folder;
    CHECK(offered("wafernet lat", folder) == "latency\n");
    CHECK(offered("wafernet latency --pres", folder) == "--preset\n");
    CHECK(offered("wafernet latency mesh:4x4 --preset the", folder) == "thesis\n");
    CHECK(offered("wafernet latency toru", folder) == "torus\n");
    CHECK(offered("wafernet stack ring:4 --layout z", folder) == "z-stacked\n");
    CHECK(offered("wafernet latency -", folder).find("--loads") != std::string::npos);
}

TEST_CASE("every option of every command stands in the scripts and in the manual page") {
    const std::string bash = program({"completion", "bash"}).out, zsh = program({"completion", "zsh"}).out,
                      fish = program({"completion", "fish"}).out, man = program({"completion", "man"}).out;
    for (const cli::Command& command : cli::commands()) {
        CAPTURE(command.name);
        CHECK(man.find("\n.SS " + command.name + "\n") != std::string::npos);
        for (const cli::Option& option : command.options) {
            if (cli::positional(option)) continue;
            const std::string name = cli::option_name(option);
            CAPTURE(name);
            CHECK(bash.find(name + ' ') != std::string::npos);
            CHECK(zsh.find("'" + name + "[") != std::string::npos);
            CHECK(fish.find(" -l " + name.substr(2) + ' ') != std::string::npos);
        }
    }
}

TEST_CASE("shells and roff that are here read the scripts and the manual page without a word") {
    const Folder folder;
    for (const std::string line : {"bash -n", "zsh -n", "fish --no-execute", "groff -man -Tutf8 -wall -z"}) {
        const std::string tool = line.substr(0, line.find(' '));
        if (shell("command -v " + tool).code != 0) {
            MESSAGE(tool << " is not here, its page is not tried");
            continue;
        }
        const std::string kind = tool == "groff" ? "man" : tool;
        const Outcome o = shell("$W completion " + kind + " >page; " + line + " page", folder.path().string());
        CAPTURE(line);
        CHECK(o.code == 0);
        CHECK(o.err.empty());
    }
}
