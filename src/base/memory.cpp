#include "base/memory.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <string_view>
#include <sys/resource.h>

namespace wafernet {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// The number behind a word of a file of lines "word: number unit"; `otherwise` where there is none.
std::uint64_t number_behind(const std::string& file, std::string_view word, std::uint64_t otherwise) {
    std::ifstream in(file);
    std::string first;
    for (std::uint64_t number = 0; in >> first;) {
        if (first == word && in >> number) return number;
        in.clear();
        in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return otherwise;
}

// The number that a file begins with; `otherwise` where it does not ("max").
std::uint64_t number_in(const std::string& file, std::uint64_t otherwise) {
    std::ifstream in(file);
    std::uint64_t number = 0;
    return in >> number ? number : otherwise;
}

std::uint64_t left_of_limit(int resource, std::string_view used) {
    struct rlimit limit = {};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    const std::uint64_t taken = number_behind("/proc/self/status", used, 0) * 1024;
    return limit.rlim_cur > taken ? limit.rlim_cur - taken : 0;
}

// Of the control group (version 2) that the process is in and of all above it. What is cached of files is given back.
std::uint64_t left_of_control_groups() {
    std::ifstream in("/proc/self/cgroup");
    std::string path;
    while (std::getline(in, path) && !path.starts_with("0::")) {
    }
    if (!path.starts_with("0::")) return unlimited;
    std::uint64_t left = unlimited;
    for (path.erase(0, 3);; path.erase(path.find_last_of('/'))) {
        const std::string folder = "/sys/fs/cgroup" + path;
        const std::uint64_t most = number_in(folder + "/memory.max", unlimited);
        if (most != unlimited) {
            const std::uint64_t used = number_in(folder + "/memory.current", 0),
                                cached = number_behind(folder + "/memory.stat", "inactive_file", 0);
            left = std::min(left, most - std::min(most, used - std::min(used, cached)));
        }
        if (path.find('/') == std::string::npos) return left;
    }
}

std::string in_words(std::uint64_t bytes) {
    const bool large = bytes >= std::uint64_t{1} << 30U;
    const double number = static_cast<double>(bytes) / (large ? 1073741824.0 : 1048576.0);
    char text[40];
    std::snprintf(text, sizeof text, number < 10.0 ? "%.1f %s" : "%.0f %s", number, large ? "GiB" : "MiB");
    return text;
}

}  // namespace

void limit_memory(std::uint64_t bytes) {
    struct rlimit limit = {};
    if (::getrlimit(RLIMIT_DATA, &limit) == 0) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes);
        if (::setrlimit(RLIMIT_DATA, &limit) == 0) return;
    }
    throw ComputationError(std::string("cannot limit the memory: ") + std::strerror(errno));
}

std::uint64_t free_memory_bytes() {
    const std::uint64_t of_machine = number_behind("/proc/meminfo", "MemAvailable:", unlimited / 1024) * 1024;
    return std::min({of_machine, left_of_limit(RLIMIT_AS, "VmSize:"), left_of_limit(RLIMIT_DATA, "VmData:"),
                     left_of_control_groups()});
}

void check_memory(std::uint64_t bytes, const std::string& what, const std::string& less) {
    constexpr std::uint64_t little = std::uint64_t{1} << 24U;  // not worth the question
    if (bytes < little) return;
    const std::uint64_t left = free_memory_bytes();
    if (bytes > left)
        throw MemoryError(what + " needs about " + in_words(bytes) + ", " + in_words(left) + " are free, need " + less);
}

}  // namespace wafernet
