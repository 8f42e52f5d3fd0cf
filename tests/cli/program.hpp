// Runs the program as a user does and keeps what it says.
#pragma once

#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "this_build.hpp"

extern char** environ;

namespace wafernet::test {

struct Outcome {
    int code = -1;  ///< exit code; 128 + signal where it was killed
    std::string out;
    std::string err;
};

inline std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
}

/// A folder for one test, removed with all it holds.
class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "wafernet-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return *this / name;
    }
    [[nodiscard]] std::size_t files() const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) count += entry.path().empty() ? 0 : 1;
        return count;
    }

private:
    std::filesystem::path path_;
};

/// For a shell: holds once the program has computed for so many seconds, however busy the machine is: it is in the
/// middle of its work.
inline std::string computed(double seconds) {
    return "[ $(cut -d' ' -f14 /proc/$!/stat) -ge " +
           std::to_string(static_cast<long>(seconds * static_cast<double>(sysconf(_SC_CLK_TCK)))) + " ]";
}

/// Runs `arguments` (the first is the program) with no input. `folder` is where it runs.
inline Outcome run_command(std::vector<std::string> arguments, const std::string& folder = ".") {
    const Folder scratch;
    const std::string out = scratch / "out";
    const std::string err = scratch / "err";
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    const int failed = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot run " + arguments[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(out), contents(err)};
}

inline Outcome program(std::vector<std::string> arguments, const std::string& folder = ".") {
    arguments.insert(arguments.begin(), program_path());
    return run_command(std::move(arguments), folder);
}

/// Runs a line of shell in which $W is the program.
inline Outcome shell(const std::string& line, const std::string& folder = ".") {
    return run_command({"/bin/bash", "-c", "W='" + program_path() + "'; " + line}, folder);
}

}  // namespace wafernet::test
