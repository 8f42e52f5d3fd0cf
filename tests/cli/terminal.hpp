// Runs the program on a terminal of some width, as a user sees it.
#pragma once

#include <array>
#include <pty.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "this_build.hpp"

namespace wafernet::test {

/// Returns all that the program writes to a terminal of `columns` characters a line, standard error with it; line ends
/// are those of the program.
inline std::string on_terminal(std::vector<std::string> arguments, unsigned short columns) {
    arguments.insert(arguments.begin(), program_path());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    struct winsize size = {};
    size.ws_row = 25;
    size.ws_col = columns;
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (child < 0) throw std::runtime_error("no terminal to run on");
    if (child == 0) {
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    std::string all;
    std::array<char, 4096> some{};
    for (ssize_t got = 0; (got = ::read(terminal, some.data(), some.size())) > 0;)
        all.append(some.data(), static_cast<std::size_t>(got));
    ::close(terminal);
    int status = 0;
    ::waitpid(child, &status, 0);
    std::string out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i] == '\r' && i + 1 < all.size() && all[i + 1] == '\n') continue;  // the terminal's own
        out += all[i];
    }
    return out;
}

}  // namespace wafernet::test
