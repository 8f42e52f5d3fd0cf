#include "base/program.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has programs declare it

namespace wafernet {

namespace {

constexpr std::chrono::seconds longest{60};

// A file without a name, which no pipe can block and nothing leaves behind.
class Scratch {
public:
    Scratch() : file_(std::tmpfile()) {
        if (file_ == nullptr)
            throw ComputationError(std::string("cannot make a temporary file: ") + std::strerror(errno));
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::fclose(file_); }
    [[nodiscard]] int descriptor() const { return ::fileno(file_); }
    void fill(std::string_view text) {
        if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0)
            throw ComputationError(std::string("cannot write a temporary file: ") + std::strerror(errno));
        std::rewind(file_);
    }
    [[nodiscard]] std::string text() {
        std::rewind(file_);
        std::string all;
        std::array<char, 65536> part{};
        for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), file_)) > 0;) all.append(part.data(), n);
        return all;
    }

private:
    std::FILE* file_;
};

int exit_code(pid_t child, const std::string& program, const std::function<bool()>& stop) {
    const auto begun = std::chrono::steady_clock::now();
    for (int status = 0;; std::this_thread::sleep_for(std::chrono::milliseconds(2))) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (ended < 0 && errno != EINTR) throw ComputationError("lost " + program + ": " + std::strerror(errno));
        const bool stopped = stop && stop();
        if (!stopped && std::chrono::steady_clock::now() - begun < longest) continue;
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
        throw ComputationError(stopped ? "interrupted" : program + " took longer than a minute");
    }
}

}  // namespace

std::optional<std::string> found_program(std::string_view name) {
    const char* path = std::getenv("PATH");
    if (path == nullptr) return std::nullopt;
    for (const std::string_view folder : split(path, ':')) {
        if (folder.empty()) continue;  // the folder at hand is not where programs are
        std::string file = std::string(folder) + '/' + std::string(name);
        std::error_code none;
        if (std::filesystem::is_regular_file(file, none) && ::access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

ProgramOutput run_program(const std::string& program, std::vector<std::string> arguments, std::string_view input,
                          const std::function<bool()>& stop) {
    Scratch in, out, err;
    in.fill(input);
    posix_spawn_file_actions_t actions;
    if (::posix_spawn_file_actions_init(&actions) != 0 ||
        ::posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO) != 0 ||
        ::posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO) != 0 ||
        ::posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO) != 0)
        throw std::bad_alloc();
    arguments.insert(arguments.begin(), program);
    std::vector<char*> words;
    for (std::string& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, program.c_str(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOMEM) throw std::bad_alloc();
    if (failed != 0) throw ComputationError("cannot run " + escaped(program) + ": " + std::strerror(failed));
    const int code = exit_code(child, program, stop);
    return {code, out.text(), err.text()};
}

}  // namespace wafernet
