#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "command.hpp"
#include "wafernet/error.hpp"

namespace wafernet::cli {

void Run::print(const Table& table) { text_ += render(table, common_.render); }

void Run::print(const std::string& text) { text_ += text; }

void Run::warn(const std::string& line) const {
    if (!common_.quiet) std::fprintf(stderr, "warning: %s\n", line.c_str());
}

void Run::progress(const std::string& what, std::uint64_t done, std::uint64_t of) const {
    if (common_.quiet || isatty(STDERR_FILENO) == 0) return;
    std::fprintf(stderr, "\r%s: %llu of %llu\x1b[K%s", what.c_str(), static_cast<unsigned long long>(done), static_cast<unsigned long long>(of),
                 done == of ? "\r\x1b[K" : "");
}

void Run::flush() {
    if (common_.output.empty()) {
        std::fwrite(text_.data(), 1, text_.size(), stdout);
        std::fflush(stdout);
        text_.clear();
        return;
    }
    const std::string temporary = common_.output + ".part";
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    const bool opened = file != nullptr;
    const bool wrote = opened && std::fwrite(text_.data(), 1, text_.size(), file) == text_.size();
    const bool closed = opened && std::fclose(file) == 0;
    if (!wrote || !closed || std::rename(temporary.c_str(), common_.output.c_str()) != 0) {
        const std::string why = std::strerror(errno);
        if (opened) std::remove(temporary.c_str());
        throw InputError("cannot write '" + common_.output + "': " + why);
    }
    written_ = true;
}

}  // namespace wafernet::cli
