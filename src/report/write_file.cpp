#include "wafernet/write_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "wafernet/error.hpp"

namespace wafernet {

void write_file(const std::string& path, std::string_view text) {
    const std::string temporary = path + "." + std::to_string(getpid()) + ".part";
    errno = 0;
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    const bool opened = file != nullptr;
    const bool wrote = opened && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = opened && std::fclose(file) == 0;
    if (wrote && closed && std::rename(temporary.c_str(), path.c_str()) == 0) return;
    const std::string why = std::strerror(errno);
    if (opened) std::remove(temporary.c_str());
    throw InputError("cannot write '" + path + "': " + why);
}

}  // namespace wafernet
