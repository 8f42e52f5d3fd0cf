#include "base/input_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20U;

bool is_standard_input(const std::string& path) {
    return path == "-" || path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

// Copies all that comes from `from` into a file without a name, and returns the file.
int kept(int from, const std::string& path) {
    const int to = ::memfd_create("wafernet-input", MFD_CLOEXEC);
    if (to < 0) throw ComputationError("no room for what comes from '" + path + "': " + std::strerror(errno));
    const auto give_up = [&](const std::string& why) {
        ::close(to);
        throw InputError("cannot read '" + path + "': " + why);
    };
    std::vector<char> block(std::size_t{1} << 16U);
    std::size_t bytes = 0;
    while (true) {
        const ssize_t got = ::read(from, block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) give_up(std::strerror(errno));
        if (got == 0) return to;
        bytes += static_cast<std::size_t>(got);
        if (bytes > most_bytes) give_up("more than 256 MiB come from it, need a file");
        for (ssize_t done = 0; done < got;) {
            const ssize_t wrote = ::write(to, block.data() + done, static_cast<std::size_t>(got - done));
            if (wrote < 0 && errno != EINTR) give_up(std::strerror(errno));
            if (wrote > 0) done += wrote;
        }
    }
}

}  // namespace

std::string read_once(const std::string& path) {
    struct stat status = {};
    const bool found =
        is_standard_input(path) ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(path.c_str(), &status) == 0;
    if (!found || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return {};
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

std::ifstream opened(const std::string& path, std::ios::openmode mode) {
    errno = 0;
    std::ifstream file(path, mode);
    if (!file && errno == ENOMEM) throw std::bad_alloc();
    return file;
}

std::string readable(const std::string& path) {
    static std::mutex mutex;
    static std::map<std::string, std::string> copies;
    const std::string name = read_once(path);
    if (name.empty()) return path == "-" ? "/dev/stdin" : path;
    const std::lock_guard lock(mutex);
    std::string& copy = copies[name];
    if (copy.empty()) {
        const int from = is_standard_input(path) ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (from < 0) throw InputError("cannot read '" + path + "': " + std::strerror(errno));
        const int file = kept(from, path);
        if (from != STDIN_FILENO) ::close(from);
        copy = "/proc/self/fd/" + std::to_string(file);
    }
    return copy;
}

}  // namespace wafernet
