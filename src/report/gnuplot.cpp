#include "report/gnuplot.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has programs declare it

namespace wafernet {

namespace {

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
    void fill(const std::string& text) {
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

// The line that says what is wrong, of those with the script's own text, carets and places.
std::string complaint(const std::string& said) {
    std::string last;
    for (const std::string_view line : split(said, '\n')) {
        if (line.find_first_not_of(" \t^\r") != std::string_view::npos) last = line;
    }
    return last.empty() ? "no reason given" : escaped(last);
}

}  // namespace

std::optional<std::string> find_gnuplot() {
    const char* path = std::getenv("PATH");
    if (path == nullptr) return std::nullopt;
    for (const std::string_view folder : split(path, ':')) {
        if (folder.empty()) continue;  // the folder at hand is not where programs are
        const std::string file = std::string(folder) + "/gnuplot";
        struct stat status = {};
        if (::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(file.c_str(), X_OK) == 0)
            return file;
    }
    return std::nullopt;
}

std::string run_gnuplot(const std::string& script) {
    std::optional<std::string> program = find_gnuplot();
    if (!program) throw InputError("gnuplot is not on the PATH, need Debian's gnuplot-nox or another of version 5");
    Scratch in, out, err;
    in.fill(script);
    posix_spawn_file_actions_t actions;
    if (::posix_spawn_file_actions_init(&actions) != 0 ||
        ::posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO) != 0 ||
        ::posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO) != 0 ||
        ::posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO) != 0)
        throw std::bad_alloc();
    std::string no_settings = "-d";  // those of the user's own files
    std::array<char*, 3> words{program->data(), no_settings.data(), nullptr};
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, program->c_str(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOMEM) throw std::bad_alloc();
    if (failed != 0) throw ComputationError("cannot run " + escaped(*program) + ": " + std::strerror(failed));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    std::string picture = out.text();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || picture.empty())
        throw ComputationError("gnuplot failed: " + complaint(err.text()));
    return picture;
}

}  // namespace wafernet
