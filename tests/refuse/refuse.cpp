// A library to preload that refuses one call of a program, as a full memory or a full disk does:
//   REFUSE=malloc:17   the 17th allocation, by new, malloc or any other of that kind
//   REFUSE=malloc:17+  that and all that follow
//   REFUSE=write:1     also fsync, rename, close: of files, not of the three standard ones
// REFUSE_COUNT=FILE writes how often the call came. Programs of other names, which wafernet calls, are refused nothing.
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<long> calls = 0;

// The environment is there before the first constructor runs; nothing here allocates.
bool refused(const char* call) {
    const char* rule = std::getenv("REFUSE");
    const std::size_t length = std::strlen(call);
    if (rule == nullptr || std::strcmp(program_invocation_short_name, "wafernet") != 0 ||
        std::strncmp(rule, call, length) != 0 || rule[length] != ':')
        return false;
    const long now = ++calls;
    char* end = nullptr;
    const long at = std::strtol(rule + length + 1, &end, 10);
    return now == at || (*end == '+' && now > at);
}

void* no_memory() {
    errno = ENOMEM;
    return nullptr;
}

int full() {
    errno = ENOSPC;
    return -1;
}

[[gnu::destructor]] void write_count() {
    const char* path = std::getenv("REFUSE_COUNT");
    if (path == nullptr) return;
    char text[32] = {};
    long left = calls;
    std::size_t at = sizeof text;
    do {
        text[--at] = static_cast<char>('0' + left % 10);
        left /= 10;
    } while (left > 0);
    const long file = ::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::syscall(SYS_write, file, text + at, sizeof text - at);
    ::syscall(SYS_close, file);
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept { return refused("malloc") ? no_memory() : __libc_malloc(size); }

void* calloc(std::size_t count, std::size_t size) noexcept {
    return refused("malloc") ? no_memory() : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
    return refused("malloc") ? no_memory() : __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
    return refused("malloc") ? no_memory() : __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return memalign(alignment, size); }

int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
    *out = memalign(alignment, size);
    return *out == nullptr ? ENOMEM : 0;
}

ssize_t write(int file, const void* from, std::size_t size) {
    if (file > STDERR_FILENO && refused("write")) return full();
    return ::syscall(SYS_write, file, from, size);
}

int fsync(int file) {
    if (refused("fsync")) return full();
    return static_cast<int>(::syscall(SYS_fsync, file));
}

int rename(const char* from, const char* to) noexcept {
    if (refused("rename")) return full();
    return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

// As the system does, it closes the file all the same.
int close(int file) {
    const bool refuse = file > STDERR_FILENO && refused("close");
    const int result = static_cast<int>(::syscall(SYS_close, file));
    return refuse ? full() : result;
}
}
