// How far a command is, on standard error: on a line of a terminal that is overwritten, once into anything else.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace wafernet::cli {

/// While it lives, a command that takes long says so, also where it does not know how far it is: on a terminal after
/// two seconds and then every second, elsewhere in one line after ten (WAFERNET_PATIENCE: after so many seconds). One
/// at a time; a second one does nothing.
class AtWork {
public:
    explicit AtWork(const std::string& command);
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;
    ~AtWork();

private:
    std::jthread watch_;
};

/// Shows "what: done of all things done" on a terminal; of one thing alone `what` says all; nothing where all are done.
/// `things` are a noun: time that has passed and time that is left are added here, for all commands alike. `before`:
/// how many were done when the work began, which say nothing about its speed.
void show_progress(const std::string& what, std::uint64_t done, std::uint64_t of, const std::string& things = "",
                   std::uint64_t before = 0);

/// Takes progress off the terminal's line, so that what is written next begins on an empty one, and keeps it off for
/// the lifetime of what is returned.
[[nodiscard]] std::unique_lock<std::mutex> clear_progress();

}  // namespace wafernet::cli
