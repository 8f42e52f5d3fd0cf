#include "out_of_memory.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
#include <unistd.h>

#include "output.hpp"

namespace wafernet::cli {

namespace {

constexpr std::string_view refusal = "Memory allocation failed";  // as libxlsxwriter says it

// Nothing here allocates, and nothing is unwound: what is left needs no memory. Of several threads the first says it.
[[noreturn]] void out_of_memory() {
    constexpr std::string_view line = "error: out of memory\n";
    static std::atomic_flag said_already;
    if (said_already.test_and_set()) {
        ::sleep(1);  // the first one ends the program meanwhile
        ::_exit(1);
    }
    remove_unfinished();
    [[maybe_unused]] const ssize_t wrote = ::write(STDERR_FILENO, line.data(), line.size());
    ::_exit(1);
}

// Without an exception there was no memory for one. Others end the program as they always do.
[[noreturn]] void without_memory() {
    const std::exception_ptr failure = std::current_exception();
    if (!failure) out_of_memory();
    try {
        std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
        out_of_memory();
    } catch (...) {
        std::abort();
    }
}

char said[4096] = {};  // by the library of UncheckedAllocations

bool said_it_was_refused() { return ::memmem(said, sizeof said, refusal.data(), refusal.size()) != nullptr; }

struct sigaction before = {};

// Such a library uses what it was refused. Any other fault is left to what handled it before.
extern "C" void use_of_refused(int signal, siginfo_t* what, void*) {
    constexpr std::uintptr_t first_pages = 1U << 16U;
    const bool null = reinterpret_cast<std::uintptr_t>(what->si_addr) < first_pages;
    if (null && (errno == ENOMEM || said_it_was_refused())) out_of_memory();
    ::sigaction(signal, &before, nullptr);  // it faults once more
}

}  // namespace

void end_without_memory() {
    std::set_new_handler(out_of_memory);
    std::set_terminate(without_memory);
    struct sigaction action = {};
    action.sa_sigaction = use_of_refused;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGSEGV, &action, &before);
}

UncheckedAllocations::UncheckedAllocations() : kept_(::fmemopen(said, sizeof said, "w")), standard_error_(stderr) {
    if (kept_ == nullptr) throw std::bad_alloc();
    std::setvbuf(kept_, nullptr, _IONBF, 0);
    stderr = kept_;
}

UncheckedAllocations::~UncheckedAllocations() {
    stderr = standard_error_;
    std::fclose(kept_);
}

void UncheckedAllocations::check() const {
    if (said_it_was_refused()) throw std::bad_alloc();
}

}  // namespace wafernet::cli
