#include "other_program.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "base/text.hpp"
#include "command.hpp"
#include "output.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has programs declare it

namespace wafernet::cli {

namespace {

constexpr double most_seconds = 60.0;

}  // namespace

Scratch::Scratch() : path_((std::filesystem::temp_directory_path() / "wafernet-XXXXXX").string()) {
    if (const int error = make_scratch(path_); error != 0)
        throw ComputationError("cannot make the folder '" + path_ + "': " + std::strerror(error));
}

Scratch::~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    forget_scratch();
}

std::optional<std::string> found_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    if (path == nullptr) return std::nullopt;
    for (const std::string_view folder : split(path, ':')) {
        if (folder.empty()) continue;
        const std::string file = std::string(folder) + "/" + name;
        if (std::filesystem::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

// Runs a program without input; its standard output goes to `out`, its complaints nowhere. Returns its exit code.
int run_program(const std::string& program, std::vector<std::string> arguments, const std::string& out) {
    posix_spawn_file_actions_t actions;
    constexpr int to_write = O_WRONLY | O_CREAT | O_TRUNC;
    if (::posix_spawn_file_actions_init(&actions) != 0 ||
        ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) != 0 ||
        ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), to_write, 0600) != 0 ||
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) != 0)
        throw std::bad_alloc();
    std::vector<char*> argv;
    arguments.insert(arguments.begin(), program);
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOMEM) throw std::bad_alloc();
    if (failed != 0) throw ComputationError("cannot run " + program + ": " + std::strerror(failed));
    const auto begun = std::chrono::steady_clock::now();
    for (int status = 0;;) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (ended < 0 && errno != EINTR) throw ComputationError("lost " + program + ": " + std::strerror(errno));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
        if (Run::interrupted() || taken.count() > most_seconds) {
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            throw ComputationError(Run::interrupted() ? "interrupted" : program + " took longer than a minute");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

}  // namespace wafernet::cli
