#include "progress.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <unistd.h>

#include "output.hpp"
#include "values.hpp"
#include "wafernet/base/activity.hpp"

namespace wafernet::cli {

namespace {

using Clock = std::chrono::steady_clock;

std::mutex mutex;               // of the terminal's line and of all below
bool line_shown = false;        // the line holds progress
bool watched = false;           // there is an AtWork
std::string command;            // what is at work, where nothing says more
std::string latest;             // what was said last
std::optional<double> done_of;  // the part that is done, where that is known
double last_part = 0.0;         // that was told, and since when
Clock::time_point begin, last_change;

double elapsed() { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string seconds(double count) { return std::to_string(std::lround(count)) + " s"; }

void show(std::string line) {
    // A longer line would leave its beginning behind when the next one overwrites it.
    const std::size_t most = terminal_width(STDERR_FILENO).value_or(80) - 1;
    if (line.size() > most) line = line.substr(line.size() - most);
    std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
    line_shown = !line.empty();
}

// "simulate mesh:8x8: 3 of 10 loads done, 12 s, about 28 s left"; where that is not known, of the activity at hand:
// "latency star:6, following messages 42 %, 12 s, about 17 s left of this".
std::string with_time() {
    std::string line = latest.empty() ? command : latest;
    const auto activity = done_of && *done_of > 0.0 ? std::nullopt : current_activity();
    double part = done_of.value_or(0.0), since = elapsed();
    if (activity) {
        part = static_cast<double>(activity->done) / static_cast<double>(activity->of), since = activity->seconds;
        line += ", " + std::string(activity->what) + " " + std::to_string(std::lround(100.0 * part)) + " %";
    }
    line += ", " + seconds(elapsed());
    if (part != last_part) last_part = part, last_change = Clock::now();
    const double left = part > 0.0 ? since * (1.0 - part) / part : 0.0,
                 still = std::chrono::duration<double>(Clock::now() - last_change).count();
    // Steps that take longer than all before them say nothing about the rest.
    if (part > 0.0 && part < 1.0 && still <= left + 1.0)
        line += ", about " + seconds(left) + (activity ? " left of this" : " left");
    return line;
}

double patience() {
    const char* text = std::getenv("WAFERNET_PATIENCE");
    constexpr double usual = 10.0;
    const double given = text == nullptr ? 0.0 : std::strtod(text, nullptr);
    return given > 0.0 && given < 1e9 ? given : usual;
}

// Waits `count` seconds; false where it is to end.
bool wait(const std::stop_token& stop, std::unique_lock<std::mutex>& lock, double count) {
    static std::condition_variable_any ended;
    ended.wait_for(lock, stop, std::chrono::duration<double>(count), [] { return false; });
    return !stop.stop_requested();
}

void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    if (::isatty(STDERR_FILENO) == 0) {
        if (wait(stop, lock, patience())) std::fprintf(stderr, "note: still at work: %s\n", with_time().c_str());
        return;
    }
    const double others = std::min(1.0, patience());
    for (double count = std::min(2.0, patience()); wait(stop, lock, count); count = others) show(with_time());
}

}  // namespace

AtWork::AtWork(const std::string& what) {
    const std::lock_guard lock(mutex);
    if (watched) return;
    command = one_line(what, 200);
    latest.clear();
    done_of.reset();
    begin = Clock::now();
    try {
        watch_ = std::jthread(watch);
        watched = true;
    } catch (const std::system_error&) {  // no thread: it works without a word
    }
}

AtWork::~AtWork() {
    if (!watch_.joinable()) return;
    watch_.request_stop();
    watch_.join();
    const auto lock = clear_progress();
    watched = false;
}

void show_progress(const std::string& what, std::uint64_t done, std::uint64_t of, const std::string& things,
                   std::uint64_t before) {
    const std::lock_guard lock(mutex);
    latest = done >= of ? std::string() : one_line(what, 200);
    done_of.reset();
    if (done < of && of > 1) {
        latest +=
            ": " + std::to_string(done) + " of " + std::to_string(of) + (things.empty() ? "" : " " + things) + " done";
        before = std::min(before, done);
        done_of = static_cast<double>(done - before) / static_cast<double>(of - before);
    }
    if (::isatty(STDERR_FILENO) != 0) show(latest);
}

std::unique_lock<std::mutex> clear_progress() {
    std::unique_lock lock(mutex);
    if (std::exchange(line_shown, false)) std::fputs("\r\x1b[K", stderr);
    return lock;
}

}  // namespace wafernet::cli
